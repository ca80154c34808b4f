/* Compares custub's calls of the host side with the driver's functions that they call: allocating,
 * freeing, copying, filling, events, and launches of a graph. The driver's functions are called
 * through pointers, as custub calls them.
 *
 * Times are host time of one call. A measurement is one batch of calls; the stream is empty before
 * each batch. bench_host ROUNDS changes the number of rounds. */
#include "rounds.h"

#include "saxpy.custub.h"

#include <custub/custub.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define BATCH  64
#define ROUNDS 200
#define COUNT  1024 /* floats of each memory: 4 KiB */
#define BYTES  (COUNT * sizeof(float))

/* X(member, exported name, parameters). A CUresult is an int. */
#define DRIVER(X)                                                                                  \
    X(allocate, cuMemAlloc_v2, (CUdeviceptr * out, size_t bytes))                                  \
    X(release, cuMemFree_v2, (CUdeviceptr address))                                                \
    X(allocate_async, cuMemAllocFromPoolAsync,                                                     \
      (CUdeviceptr * out, size_t bytes, CUmemoryPool pool, CUstream stream))                       \
    X(release_async, cuMemFreeAsync, (CUdeviceptr address, CUstream stream))                       \
    X(upload, cuMemcpyHtoDAsync_v2,                                                                \
      (CUdeviceptr target, const void *source, size_t bytes, CUstream stream))                     \
    X(download, cuMemcpyDtoHAsync_v2,                                                              \
      (void *target, CUdeviceptr source, size_t bytes, CUstream stream))                           \
    X(copy, cuMemcpyDtoDAsync_v2,                                                                  \
      (CUdeviceptr target, CUdeviceptr source, size_t bytes, CUstream stream))                     \
    X(fill, cuMemsetD32Async,                                                                      \
      (CUdeviceptr target, unsigned int value, size_t count, CUstream stream))                     \
    X(wait, cuStreamSynchronize, (CUstream stream))                                                \
    X(record, cuEventRecord, (CUevent event, CUstream stream))                                     \
    X(query, cuEventQuery, (CUevent event))                                                        \
    X(wait_for_event, cuEventSynchronize, (CUevent event))                                         \
    X(elapsed, cuEventElapsedTime, (float *milliseconds, CUevent start, CUevent end))              \
    X(launch_graph, cuGraphLaunch, (CUgraphExec exec, CUstream stream))

#define MEMBER(member, name, parameters) int(*member) parameters;
static struct {
    DRIVER(MEMBER)
} raw;

static struct {
    custub_device *device;
    CUstream stream;
    CUmemoryPool pool;
    CUevent start, end;
    CUgraphExec graph;
    custub_f32_buffer x, y;
    custub_f32_view other_x, other_y; /* memory that custub has not allocated */
    custub_f32_pinned pinned;
    float pageable[COUNT];
    CUdeviceptr made[BATCH]; /* what a batch allocates or frees */
    int i;                   /* the call's number in the batch */
    custub_error error;
} b;

static void must(int result)
{
    if (result) {
        fprintf(stderr, "a call of the driver failed: %d\n", result);
        exit(1);
    }
}

static void succeed(void)
{
    if (custub_failed(&b.error)) {
        fprintf(stderr, "%s\n", b.error.message);
        exit(1);
    }
}

/* A function that makes one call. The i-th one of a batch finds `i` in b.i. */
#define CALL(name, statement)                                                                      \
    static void name(void)                                                                         \
    {                                                                                              \
        statement;                                                                                 \
    }

/* --- Memory --------------------------------------------------------------------------------- */

CALL(raw_allocate, must(raw.allocate(&b.made[b.i], BYTES)))
CALL(raw_free, must(raw.release(b.made[b.i])))
CALL(allocate, b.made[b.i] = custub_f32_buffer_create(COUNT, &b.error).view.ptr)
CALL(destroy, custub_memory_destroy(b.made[b.i], &b.error))
CALL(raw_allocate_async, must(raw.allocate_async(&b.made[b.i], BYTES, b.pool, b.stream)))
CALL(raw_free_async, must(raw.release_async(b.made[b.i], b.stream)))
CALL(allocate_async,
     b.made[b.i] = custub_f32_buffer_create_async(COUNT, b.pool, b.stream, &b.error).view.ptr)
CALL(destroy_async, custub_memory_destroy_async(b.made[b.i], b.stream, &b.error))

/* --- Copies and fills ----------------------------------------------------------------------- */

CALL(raw_upload, must(raw.upload(b.x.view.ptr, b.pageable, BYTES, b.stream));
     must(raw.wait(b.stream)))
CALL(upload, custub_f32_upload(b.x.view, b.pageable, COUNT, b.stream, &b.error))
CALL(raw_download, must(raw.download(b.pageable, b.x.view.ptr, BYTES, b.stream));
     must(raw.wait(b.stream)))
CALL(download, custub_f32_download(b.x.view, b.pageable, COUNT, b.stream, &b.error))
CALL(raw_upload_async, must(raw.upload(b.x.view.ptr, b.pinned.host, BYTES, b.stream)))
CALL(upload_async, custub_f32_upload_async(b.x.view, b.pinned.host, COUNT, b.stream, &b.error))
CALL(upload_async_other,
     custub_f32_upload_async(b.other_x, b.pinned.host, COUNT, b.stream, &b.error))
CALL(raw_copy, must(raw.copy(b.y.view.ptr, b.x.view.ptr, BYTES, b.stream)))
CALL(copy, custub_f32_copy(b.y.view, b.x.view, COUNT, b.stream, &b.error))
CALL(copy_other, custub_f32_copy(b.other_y, b.other_x, COUNT, b.stream, &b.error))
CALL(raw_fill, must(raw.fill(b.x.view.ptr, 0x3f800000, COUNT, b.stream)))
CALL(fill, custub_f32_fill(b.x.view, 1.0f, b.stream, &b.error))

/* --- Events and graphs ---------------------------------------------------------------------- */

CALL(raw_record, must(raw.record(b.end, b.stream)))
CALL(record, custub_event_record(b.end, b.stream, &b.error))
CALL(raw_query, must(raw.query(b.start)))

static void query(void)
{
    if (custub_event_is_pending(b.start, &b.error))
        must(-1);
}

static void raw_elapsed(void)
{
    float milliseconds;

    must(raw.wait_for_event(b.end));
    must(raw.elapsed(&milliseconds, b.start, b.end));
}

CALL(elapsed, custub_event_elapsed(b.start, b.end, &b.error))
CALL(raw_launch_graph, must(raw.launch_graph(b.graph, b.stream)))
CALL(launch_graph, custub_graph_launch(b.graph, b.stream, &b.error))

/* --- Measuring ------------------------------------------------------------------------------ */

typedef void call(void);

/* `before` and `after` run for each call of a batch, outside of the measured time. */
typedef struct way {
    const char *task, *name;
    int check; /* a custub_check */
    call *before, *timed, *after;
} way;

enum { NONE = CUSTUB_CHECK_NONE, CONTRACT = CUSTUB_CHECK_CONTRACT, WHOLE = CUSTUB_CHECK_WHOLE };

/* The raw call is measured twice, which shows the noise. */
static const way ways[] = {
    {"allocate", "cuMemAlloc", NONE, NULL, raw_allocate, raw_free},
    {"allocate", "cuMemAlloc again", NONE, NULL, raw_allocate, raw_free},
    {"allocate", "custub", WHOLE, NULL, allocate, destroy},
    {"free", "cuMemFree", NONE, raw_allocate, raw_free, NULL},
    {"free", "cuMemFree again", NONE, raw_allocate, raw_free, NULL},
    {"free", "custub", WHOLE, allocate, destroy, NULL},
    {"allocate from a pool", "cuMemAllocFromPoolAsync", NONE, NULL, raw_allocate_async,
     raw_free_async},
    {"allocate from a pool", "cuMemAllocFromPoolAsync again", NONE, NULL, raw_allocate_async,
     raw_free_async},
    {"allocate from a pool", "custub", WHOLE, NULL, allocate_async, destroy_async},
    {"free to a pool", "cuMemFreeAsync", NONE, raw_allocate_async, raw_free_async, NULL},
    {"free to a pool", "cuMemFreeAsync again", NONE, raw_allocate_async, raw_free_async, NULL},
    {"free to a pool", "custub", WHOLE, allocate_async, destroy_async, NULL},
    {"upload", "cuMemcpyHtoDAsync, wait", NONE, NULL, raw_upload, NULL},
    {"upload", "cuMemcpyHtoDAsync, wait again", NONE, NULL, raw_upload, NULL},
    {"upload", "custub, contract", CONTRACT, NULL, upload, NULL},
    {"upload", "custub, whole", WHOLE, NULL, upload, NULL},
    {"download", "cuMemcpyDtoHAsync, wait", NONE, NULL, raw_download, NULL},
    {"download", "cuMemcpyDtoHAsync, wait again", NONE, NULL, raw_download, NULL},
    {"download", "custub, contract", CONTRACT, NULL, download, NULL},
    {"download", "custub, whole", WHOLE, NULL, download, NULL},
    {"upload, async", "cuMemcpyHtoDAsync", NONE, NULL, raw_upload_async, NULL},
    {"upload, async", "cuMemcpyHtoDAsync again", NONE, NULL, raw_upload_async, NULL},
    {"upload, async", "custub, contract", CONTRACT, NULL, upload_async, NULL},
    {"upload, async", "custub, whole", WHOLE, NULL, upload_async, NULL},
    {"upload, async", "custub, whole, other memory", WHOLE, NULL, upload_async_other, NULL},
    {"copy on the device", "cuMemcpyDtoDAsync", NONE, NULL, raw_copy, NULL},
    {"copy on the device", "cuMemcpyDtoDAsync again", NONE, NULL, raw_copy, NULL},
    {"copy on the device", "custub, contract", CONTRACT, NULL, copy, NULL},
    {"copy on the device", "custub, whole", WHOLE, NULL, copy, NULL},
    {"copy on the device", "custub, whole, other memory", WHOLE, NULL, copy_other, NULL},
    {"fill", "cuMemsetD32Async", NONE, NULL, raw_fill, NULL},
    {"fill", "cuMemsetD32Async again", NONE, NULL, raw_fill, NULL},
    {"fill", "custub, contract", CONTRACT, NULL, fill, NULL},
    {"fill", "custub, whole", WHOLE, NULL, fill, NULL},
    {"record an event", "cuEventRecord", NONE, NULL, raw_record, NULL},
    {"record an event", "cuEventRecord again", NONE, NULL, raw_record, NULL},
    {"record an event", "custub", WHOLE, NULL, record, NULL},
    {"ask for an event", "cuEventQuery", NONE, NULL, raw_query, NULL},
    {"ask for an event", "cuEventQuery again", NONE, NULL, raw_query, NULL},
    {"ask for an event", "custub", WHOLE, NULL, query, NULL},
    {"time between events", "wait, cuEventElapsedTime", NONE, NULL, raw_elapsed, NULL},
    {"time between events", "wait, cuEventElapsedTime again", NONE, NULL, raw_elapsed, NULL},
    {"time between events", "custub", WHOLE, NULL, elapsed, NULL},
    {"launch a graph", "cuGraphLaunch", NONE, NULL, raw_launch_graph, NULL},
    {"launch a graph", "cuGraphLaunch again", NONE, NULL, raw_launch_graph, NULL},
    {"launch a graph", "custub", WHOLE, NULL, launch_graph, NULL},
};

enum { WAYS = sizeof(ways) / sizeof(ways[0]) };

static void repeat(call *function)
{
    for (b.i = 0; function && b.i < BATCH; b.i++)
        function();
    must(raw.wait(b.stream));
    succeed();
}

static double now(void)
{
    struct timespec time;

    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double time_batch(int index)
{
    call *timed = ways[index].timed;
    double start, time;

    repeat(ways[index].before);
    start = now();
    for (b.i = 0; b.i < BATCH; b.i++)
        timed();
    time = now() - start;
    repeat(ways[index].after);
    return time / BATCH;
}

/* Only the second batch counts: the preceding task still affects the first one. */
static double measure(int index)
{
    custub_set_check((custub_check)ways[index].check);
    time_batch(index);
    return time_batch(index);
}

/* --- Opening -------------------------------------------------------------------------------- */

static void load(const char *name, void *function_pointer)
{
    void *address = custub_driver_symbol(name);

    if (!address) {
        fprintf(stderr, "the driver has no %s\n", name);
        exit(1);
    }
    *(void **)function_pointer = address; /* as POSIX shows for dlsym() */
}

static CUgraphExec capture_saxpy(const saxpy_kernels *kernels)
{
    custub_launch launch = custub_launch_default();
    CUgraph graph;
    CUgraphExec exec;

    launch.stream = b.stream;
    custub_capture_begin(b.stream, &b.error);
    launch_saxpy(kernels, &launch, COUNT, 1.0f, b.x.view, b.y.view, &b.error);
    graph = custub_capture_end(b.stream, &b.error);
    exec = custub_graph_instantiate(graph, &b.error);
    custub_graph_destroy(graph, &b.error);
    return exec;
}

static void open_device(void)
{
#define LOAD(member, name, parameters) load(#name, &raw.member);
    b.device = custub_device_open(0, &b.error);
    succeed();
    DRIVER(LOAD)
    b.stream = custub_stream_create(&b.error);
    b.pool = custub_pool_create(CUSTUB_POOL_KEEP_ALL, &b.error);
    b.start = custub_event_create_timed(&b.error);
    b.end = custub_event_create_timed(&b.error);
    b.x = custub_f32_buffer_create_zeroed(COUNT, b.stream, &b.error);
    b.y = custub_f32_buffer_create_zeroed(COUNT, b.stream, &b.error);
    b.pinned = custub_f32_pinned_create(COUNT, &b.error);
    custub_event_record(b.start, b.stream, &b.error);
    custub_event_record(b.end, b.stream, &b.error);
    custub_stream_synchronize(b.stream, &b.error);
    must(raw.allocate(&b.other_x.ptr, BYTES));
    must(raw.allocate(&b.other_y.ptr, BYTES));
    b.other_x.count = b.other_y.count = COUNT;
    succeed();
}

static void close_device(void)
{
    must(raw.release(b.other_x.ptr));
    must(raw.release(b.other_y.ptr));
    custub_f32_pinned_destroy(&b.pinned, &b.error);
    custub_f32_buffer_destroy(&b.y, &b.error);
    custub_f32_buffer_destroy(&b.x, &b.error);
    custub_event_destroy(b.end, &b.error);
    custub_event_destroy(b.start, &b.error);
    custub_pool_destroy(b.pool, &b.error);
    custub_stream_destroy(b.stream, &b.error);
    custub_device_close(b.device, &b.error);
    succeed();
}

int main(int argc, char **argv)
{
    static bench_row rows[WAYS];
    int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS;
    saxpy_kernels kernels;
    int failed;

    open_device();
    kernels = saxpy_load(&b.error);
    b.graph = capture_saxpy(&kernels);
    succeed();
    for (int i = 0; i < WAYS; i++) {
        rows[i].task = ways[i].task;
        rows[i].way = ways[i].name;
        rows[i].works = true;
    }
    printf("%s, driver %s %d: medians of %d rounds, batches of %d calls, 4 KiB\n",
           custub_device_name(b.device), custub_driver_name(), custub_driver_version(), rounds,
           BATCH);
    failed = bench_compare(rows, WAYS, rounds, measure);
    custub_graph_exec_destroy(b.graph, &b.error);
    saxpy_unload(&kernels, &b.error);
    close_device();
    return failed;
}
