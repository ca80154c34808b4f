/* Streams order work as CUDA orders it. */
#define _POSIX_C_SOURCE 200809L

#include "api_fixture.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void pause_briefly(void)
{
    const struct timespec time = {.tv_nsec = 20000000};

    nanosleep(&time, NULL);
}

/* A launch returns at once, and the stream is not ready until the kernel is done. */
static void launches_do_not_wait(void **state)
{
    (void)state;
    api_hold(f.first);
    api_add(f.first, 3);
    assert_int_equal(cu.cuStreamQuery(f.first), CUDA_ERROR_NOT_READY);
    succeed(cu.cuStreamQuery(f.second));
    *f.flag = 1;
    succeed(cu.cuStreamSynchronize(f.first));
    succeed(cu.cuStreamQuery(f.first));
    api_expect(f.first, 3);
}

static void a_stream_keeps_its_order(void **state)
{
    int *pinned;

    (void)state;
    succeed(cu.cuMemAllocHost_v2((void **)&pinned, COUNT * sizeof(int)));
    api_hold(f.first);
    succeed(cu.cuMemsetD32Async(f.data, 5, COUNT, f.first));
    for (int i = 0; i < 100; i++)
        api_add(f.first, 1);
    succeed(cu.cuMemcpyDtoHAsync_v2(pinned, f.data, COUNT * sizeof(int), f.first));
    succeed(cu.cuMemsetD32Async(f.data, 7, COUNT, f.first));
    pinned[0] = -1;
    *f.flag = 1;
    succeed(cu.cuStreamSynchronize(f.first));
    assert_int_equal(pinned[0], 105);
    assert_int_equal(pinned[COUNT - 1], 105);
    api_expect(f.first, 7);
    succeed(cu.cuMemFreeHost(pinned));
}

static void pageable_memory_may_be_reused_at_once(void **state)
{
    int host[COUNT];

    (void)state;
    api_hold(f.first);
    for (int i = 0; i < COUNT; i++)
        host[i] = 9;
    succeed(cu.cuMemcpyHtoDAsync_v2(f.data, host, sizeof(host), f.first));
    memset(host, 0, sizeof(host));
    *f.flag = 1;
    api_expect(f.first, 9);
}

static void two_streams_run_at_once(void **state)
{
    void *params[] = {&f.flag_address};

    (void)state;
    if (api_threads() < 2)
        skip();
    api_hold(f.first); /* until the kernel in the other stream has run */
    succeed(cu.cuLaunchKernel(f.set_flag, 1, 1, 1, 1, 1, 1, 0, f.second, params, NULL));
    succeed(cu.cuStreamSynchronize(f.first));
}

static void a_stream_waits_for_an_event(void **state)
{
    CUevent event;

    (void)state;
    succeed(cu.cuEventCreate(&event, 0));
    succeed(cu.cuEventQuery(event)); /* never recorded: nothing to wait for */
    api_hold(f.first);
    api_add(f.first, 2);
    succeed(cu.cuEventRecord(event, f.first));
    succeed(cu.cuStreamWaitEvent(f.second, event, 0));
    succeed(cu.cuMemsetD32Async(f.data, 11, COUNT, f.second));
    assert_int_equal(cu.cuEventQuery(event), CUDA_ERROR_NOT_READY);
    pause_briefly();
    assert_int_equal(cu.cuStreamQuery(f.second), CUDA_ERROR_NOT_READY);
    *f.flag = 1;
    succeed(cu.cuEventSynchronize(event));
    api_expect(f.second, 11); /* 13 if the second stream did not wait */
    succeed(cu.cuEventDestroy_v2(event));
}

static void events_tell_the_time_between(void **state)
{
    CUevent start;
    CUevent end;
    float milliseconds = -1;

    (void)state;
    succeed(cu.cuEventCreate(&start, 0));
    succeed(cu.cuEventCreate(&end, 0));
    succeed(cu.cuEventRecord(start, f.first));
    api_hold(f.first);
    succeed(cu.cuEventRecord(end, f.first));
    assert_int_equal(cu.cuEventElapsedTime(&milliseconds, start, end), CUDA_ERROR_NOT_READY);
    pause_briefly();
    *f.flag = 1;
    succeed(cu.cuEventSynchronize(end));
    succeed(cu.cuEventElapsedTime(&milliseconds, start, end));
    assert_true(milliseconds >= 15 && milliseconds < 60000);
    succeed(cu.cuEventDestroy_v2(start));
    succeed(cu.cuEventDestroy_v2(end));
}

/* The legacy stream waits for blocking streams, and they for it; non-blocking ones do not. */
static void the_legacy_stream_waits_for_blocking_streams(void **state)
{
    CUstream blocking;
    CUstream other;

    (void)state;
    succeed(cu.cuStreamCreate(&blocking, CU_STREAM_DEFAULT));
    succeed(cu.cuStreamCreate(&other, CU_STREAM_DEFAULT));
    api_hold(blocking);
    succeed(cu.cuMemsetD32Async(f.data, 1, COUNT, blocking));
    succeed(cu.cuStreamQuery(other)); /* not held by the other blocking one */
    api_add(NULL, 2);
    api_add(other, 4);
    pause_briefly();
    assert_int_equal(cu.cuStreamQuery(other), CUDA_ERROR_NOT_READY);
    assert_int_equal(cu.cuStreamQuery(NULL), CUDA_ERROR_NOT_READY);
    succeed(cu.cuStreamQuery(f.first));
    *f.flag = 1;
    succeed(cu.cuCtxSynchronize());
    api_expect(NULL, 7);
    succeed(cu.cuStreamDestroy_v2(blocking));
    succeed(cu.cuStreamDestroy_v2(other));
}

static void *add_in_own_stream(void *unused)
{
    CUstream mine = (CUstream)CPU_STREAM_PER_THREAD;
    CUresult result = cu.cuCtxSetCurrent(f.context);
    int value = 1;
    size_t n = COUNT;
    void *params[] = {&f.data, &value, &n};

    (void)unused;
    if (result == CUDA_SUCCESS)
        result = cu.cuLaunchKernel(f.add, 16, 1, 1, 64, 1, 1, 0, mine, params, NULL);
    if (result == CUDA_SUCCESS)
        result = cu.cuStreamSynchronize(mine);
    return result == CUDA_SUCCESS ? NULL : &f;
}

static void each_thread_has_a_stream(void **state)
{
    pthread_t thread;
    void *failed = &f;

    (void)state;
    api_hold((CUstream)CPU_STREAM_PER_THREAD);
    if (api_threads() < 2)
        *f.flag = 1;
    assert_int_equal(pthread_create(&thread, NULL, add_in_own_stream, NULL), 0);
    pthread_join(thread, &failed);
    assert_null(failed); /* this thread's stream is held, the other's was not */
    *f.flag = 1;
    succeed(cu.cuStreamSynchronize((CUstream)CPU_STREAM_PER_THREAD));
    api_expect((CUstream)CPU_STREAM_PER_THREAD, 1);
}

/* --- Functions of the program --------------------------------------------------------------------
 */

static atomic_int called;

static void note(void *value)
{
    CUcontext context;

    if (cu.cuCtxGetCurrent(&context) == CUDA_ERROR_NOT_PERMITTED)
        atomic_store(&called, *(int *)value);
}

static void note_status(CUstream stream, CUresult status, void *value)
{
    if (stream == f.first && status == CUDA_SUCCESS)
        atomic_fetch_add(&called, *(int *)value);
}

static void streams_call_functions_in_order(void **state)
{
    static int seven = 7;
    static int hundred = 100;

    (void)state;
    atomic_store(&called, 0);
    api_hold(f.first);
    succeed(cu.cuLaunchHostFunc(f.first, note, &seven));
    succeed(cu.cuStreamAddCallback(f.first, note_status, &hundred, 0));
    pause_briefly();
    assert_int_equal(atomic_load(&called), 0);
    *f.flag = 1;
    succeed(cu.cuStreamSynchronize(f.first));
    assert_int_equal(atomic_load(&called), 107);
}

/* --- Kernels, memory, variables, copies ----------------------------------------------------------
 */

static void every_block_runs_once(void **state)
{
    enum { X = 37, Y = 29, Z = 11, BLOCKS = X * Y * Z };
    unsigned *host = calloc(BLOCKS, sizeof(*host));
    unsigned one = 1;
    CUdeviceptr seen;
    void *params[] = {&seen, &one};

    (void)state;
    succeed(cu.cuMemAlloc_v2(&seen, BLOCKS * sizeof(*host)));
    succeed(cu.cuMemsetD32_v2(seen, 0, BLOCKS));
    for (int i = 0; i < 20; i++)
        succeed(cu.cuLaunchKernel(f.mark, X, Y, Z, 3, 1, 1, 0, NULL, params, NULL));
    succeed(cu.cuMemcpyDtoH_v2(host, seen, BLOCKS * sizeof(*host)));
    for (int i = 0; i < BLOCKS; i++)
        assert_int_equal(host[i], 60);
    succeed(cu.cuMemFree_v2(seen));
    free(host);
}

static void a_destroyed_stream_finishes_its_work(void **state)
{
    CUstream stream;

    (void)state;
    succeed(cu.cuStreamCreate(&stream, CU_STREAM_DEFAULT));
    api_hold(stream);
    api_add(stream, 6);
    succeed(cu.cuStreamDestroy_v2(stream));
    *f.flag = 1;
    succeed(cu.cuCtxSynchronize());
    api_expect(NULL, 6);
}

/* Work that was submitted before the memory is freed in the stream can use it. */
static void frees_in_order(void **state)
{
    CUmemoryPool pool;
    uint64_t before = 0;
    uint64_t during = 0;
    uint64_t after = 0;
    CUdeviceptr memory;

    (void)state;
    succeed(cu.cuDeviceGetDefaultMemPool(&pool, 0));
    succeed(cu.cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &before));
    api_hold(f.first);
    succeed(cu.cuMemAllocAsync(&memory, COUNT * sizeof(int), f.first));
    succeed(cu.cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &during));
    succeed(cu.cuMemsetD32Async(memory, 12, COUNT, f.first));
    succeed(cu.cuMemcpyDtoDAsync_v2(f.data, memory, COUNT * sizeof(int), f.first));
    succeed(cu.cuMemFreeAsync(memory, f.first));
    *f.flag = 1;
    api_expect(f.first, 12);
    succeed(cu.cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &after));
    assert_true(during >= before + COUNT * sizeof(int));
    assert_true(after == before);
}

static void kernels_see_what_is_written_to_variables(void **state)
{
    CUdeviceptr counter;
    CUdeviceptr factors;
    size_t size = 0;
    int value = 42;
    int others[4] = {5, 6, 7, 8};
    int read[5] = {0};
    void *params[] = {&f.data};

    (void)state;
    succeed(cu.cuModuleGetGlobal_v2(&counter, &size, f.module, "counter"));
    assert_int_equal(size, sizeof(int));
    succeed(cu.cuModuleGetGlobal_v2(&factors, &size, f.module, "factors"));
    assert_int_equal(size, 4 * sizeof(int));
    succeed(cu.cuMemcpyDtoH_v2(read, counter, sizeof(int)));
    assert_int_equal(read[0], 5);
    succeed(cu.cuMemcpyHtoD_v2(counter, &value, sizeof(value)));
    succeed(cu.cuMemcpyHtoD_v2(factors, others, sizeof(others)));
    succeed(cu.cuLaunchKernel(f.read_globals, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
    succeed(cu.cuMemcpyDtoH_v2(read, f.data, sizeof(read)));
    assert_int_equal(read[0], 42);
    assert_memory_equal(read + 1, others, sizeof(others));
}

static void copies_rows_and_planes(void **state)
{
    enum { WIDTH = 12, ROWS = 5, PLANES = 3, PITCH = 20 };
    unsigned char source[PLANES * ROWS * PITCH];
    unsigned char target[PLANES * ROWS * WIDTH];
    CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = source,
                          .srcXInBytes = 2,
                          .srcPitch = PITCH,
                          .srcHeight = ROWS,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = f.data,
                          .dstPitch = WIDTH,
                          .dstHeight = ROWS,
                          .WidthInBytes = WIDTH,
                          .Height = ROWS,
                          .Depth = PLANES};

    (void)state;
    for (size_t i = 0; i < sizeof(source); i++)
        source[i] = (unsigned char)(i * 7);
    succeed(cu.cuMemcpy3D_v2(&copy));
    succeed(cu.cuMemsetD2D8_v2(f.data, WIDTH, 0xee, 3, ROWS)); /* the first plane's first columns */
    succeed(cu.cuMemcpyDtoH_v2(target, f.data, sizeof(target)));
    for (int z = 0; z < PLANES; z++) {
        for (int y = 0; y < ROWS; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int expected = source[(z * ROWS + y) * PITCH + x + 2];
                if (z == 0 && x < 3)
                    expected = 0xee;
                assert_int_equal(target[(z * ROWS + y) * WIDTH + x], expected);
            }
        }
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, api_begin, api_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(launches_do_not_wait),
        TEST(a_stream_keeps_its_order),
        TEST(pageable_memory_may_be_reused_at_once),
        TEST(two_streams_run_at_once),
        TEST(a_stream_waits_for_an_event),
        TEST(events_tell_the_time_between),
        TEST(the_legacy_stream_waits_for_blocking_streams),
        TEST(each_thread_has_a_stream),
        TEST(streams_call_functions_in_order),
        TEST(every_block_runs_once),
        TEST(a_destroyed_stream_finishes_its_work),
        TEST(frees_in_order),
        TEST(kernels_see_what_is_written_to_variables),
        TEST(copies_rows_and_planes),
    };

    if (!driver_open(true))
        return SKIPPED;
    return cmocka_run_group_tests(tests, api_open, api_close);
}
