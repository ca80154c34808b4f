/* The hook of all activities, on the recording driver. Compilations and links are in the tests of
 * jit and link. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#define X ((CUdeviceptr)0x7f0000000000)
#define Y ((CUdeviceptr)0x7f0001000000)

static custub_error error;
static CUstream stream;
static custub_library *library;
static custub_kernel kernels[SAMPLE_COUNT];

/* All activities since start(), with copies of borrowed data. */
static struct {
    size_t count;
    custub_activity all[16];
    char names[16][64];
    custub_trace launch; /* of the last launch */
    void *user;
} seen;

static void remember(const custub_activity *activity, void *user)
{
    const size_t i = seen.count % 16;

    seen.all[i] = *activity;
    snprintf(seen.names[i], sizeof(seen.names[i]), "%s", activity->name);
    if (activity->launch)
        seen.launch = *activity->launch;
    seen.user = user;
    seen.count++;
}

static int start(void **state)
{
    (void)state;
    recording_reset();
    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL))
        return 1;
    library = sample_load(kernels);
    stream = custub_stream_create(NULL);
    recording_add_range(X, 4000, false);
    recording_add_range(Y, 4000, false);
    error = custub_error_none();
    memset(&seen, 0, sizeof(seen));
    custub_set_activity(remember, &seen);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    custub_set_activity(NULL, NULL);
    custub_stream_destroy(stream, NULL);
    custub_library_close(library, NULL);
    return recording_alive() != 0;
}

/* Compares the next activity that was not compared yet. */
static void expect(custub_activity_kind kind, const char *name, custub_status status,
                   uint64_t target, uint64_t source, uint64_t bytes, CUstream in)
{
    const custub_activity *activity = &seen.all[0];

    assert_int_not_equal(seen.count, 0);
    assert_int_equal(activity->kind, kind);
    assert_string_equal(seen.names[0], name);
    assert_int_equal(activity->status, status);
    assert_int_equal(activity->target, target);
    assert_int_equal(activity->source, source);
    assert_int_equal(activity->bytes, bytes);
    assert_ptr_equal(activity->stream, in);
    assert_ptr_equal(seen.user, &seen);
    assert_true(activity->begin && activity->begin <= activity->end);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(activity->reserved[i], 0);
    seen.count--;
    memmove(&seen.all[0], &seen.all[1], sizeof(seen.all) - sizeof(seen.all[0]));
    memmove(seen.names[0], seen.names[1], sizeof(seen.names) - sizeof(seen.names[0]));
}

static void expect_no_more(void)
{
    assert_int_equal(seen.count, 0);
}

#define FAILING(call, statement)                                                                   \
    do {                                                                                           \
        recording_fail(call, 1, 2);                                                                \
        statement;                                                                                 \
        assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);                                       \
        assert_ptr_equal(seen.all[0].error, &error);                                               \
        fresh(&error);                                                                             \
    } while (0)

#define OK     CUSTUB_OK
#define FAILED CUSTUB_ERROR_DRIVER

/* --- Memory ---- */

static void allocations_and_frees_are_seen(void **state)
{
    CUmemoryPool pool = custub_pool_create(0, &error);
    custub_pitch pitch;
    CUdeviceptr a, b, c, d;
    void *pinned, *managed;

    (void)state;
    a = custub_memory_create(100, 4, &error);
    b = custub_memory_create_async(50, 4, NULL, stream, &error);
    c = custub_memory_create_async(25, 4, pool, stream, &error);
    d = custub_memory_create_pitched(10, 3, 4, &pitch, &error);
    pinned = custub_memory_create_pinned(7, 8, &error);
    managed = custub_memory_create_managed(9, 8, &error);
    expect(CUSTUB_ACTIVITY_ALLOCATION, "allocating a buffer", OK, a, 0, 400, NULL);
    expect(CUSTUB_ACTIVITY_ALLOCATION, "allocating from a pool", OK, b, 0, 200, stream);
    expect(CUSTUB_ACTIVITY_ALLOCATION, "allocating from a pool", OK, c, 0, 100, stream);
    expect(CUSTUB_ACTIVITY_ALLOCATION, "allocating rows", OK, d, 0, 3 * pitch.row, NULL);
    expect(CUSTUB_ACTIVITY_ALLOCATION, "allocating pinned memory", OK, (uintptr_t)pinned, 0, 56,
           NULL);
    expect(CUSTUB_ACTIVITY_ALLOCATION, "allocating managed memory", OK, (uintptr_t)managed, 0, 72,
           NULL);
    custub_memory_destroy((uintptr_t)managed, &error);
    custub_memory_destroy_pinned(pinned, &error);
    custub_memory_destroy(d, &error);
    custub_memory_destroy_async(c, stream, &error);
    custub_memory_destroy_async(b, stream, &error);
    custub_memory_destroy(a, &error);
    expect(CUSTUB_ACTIVITY_FREE, "freeing a buffer", OK, (uintptr_t)managed, 0, 72, NULL);
    expect(CUSTUB_ACTIVITY_FREE, "freeing pinned memory", OK, (uintptr_t)pinned, 0, 56, NULL);
    expect(CUSTUB_ACTIVITY_FREE, "freeing a buffer", OK, d, 0, 3 * pitch.row, NULL);
    expect(CUSTUB_ACTIVITY_FREE, "freeing a buffer in a stream", OK, c, 0, 100, stream);
    expect(CUSTUB_ACTIVITY_FREE, "freeing a buffer in a stream", OK, b, 0, 200, stream);
    expect(CUSTUB_ACTIVITY_FREE, "freeing a buffer", OK, a, 0, 400, NULL);
    expect_no_more();
    custub_pool_destroy(pool, &error);
    assert_false(custub_failed(&error));
}

static void failing_allocations_and_frees_are_seen(void **state)
{
    custub_pitch pitch;

    (void)state;
    FAILING("cuMemAlloc_v2", custub_memory_create(100, 4, &error));
    expect(CUSTUB_ACTIVITY_ALLOCATION, "allocating a buffer", FAILED, 0, 0, 400, NULL);
    FAILING("cuMemAllocAsync", custub_memory_create_async(50, 4, NULL, stream, &error));
    expect(CUSTUB_ACTIVITY_ALLOCATION, "allocating from a pool", FAILED, 0, 0, 200, stream);
    FAILING("cuMemAllocPitch_v2", custub_memory_create_pitched(10, 3, 4, &pitch, &error));
    expect(CUSTUB_ACTIVITY_ALLOCATION, "allocating rows", FAILED, 0, 0, 0, NULL);
    FAILING("cuMemHostAlloc", custub_memory_create_pinned(7, 8, &error));
    expect(CUSTUB_ACTIVITY_ALLOCATION, "allocating pinned memory", FAILED, 0, 0, 56, NULL);
    FAILING("cuMemAllocManaged", custub_memory_create_managed(9, 8, &error));
    expect(CUSTUB_ACTIVITY_ALLOCATION, "allocating managed memory", FAILED, 0, 0, 72, NULL);
    custub_memory_create(UINT64_MAX, 4, &error);
    expect(CUSTUB_ACTIVITY_ALLOCATION, "allocating a buffer", CUSTUB_ERROR_INVALID_ARGUMENT, 0, 0,
           0, NULL);
    FAILING("cuMemFree_v2", custub_memory_destroy(X, fresh(&error)));
    expect(CUSTUB_ACTIVITY_FREE, "freeing a buffer", FAILED, X, 0, 4000, NULL);
    FAILING("cuMemFreeHost", custub_memory_destroy_pinned((void *)(uintptr_t)X, &error));
    expect(CUSTUB_ACTIVITY_FREE, "freeing pinned memory", FAILED, X, 0, 4000, NULL);
    expect_no_more();
}

static void copies_and_fills_are_seen(void **state)
{
    const CUdeviceptr a = custub_memory_create(1000, 4, &error);
    const CUdeviceptr b = custub_memory_create(1000, 4, &error);
    const custub_memory x = custub_memory_of(a, 1000, 4), y = custub_memory_of(b, 1000, 4);
    const custub_pitch dense = custub_pitch_of(0, 0);
    const custub_box box = custub_box_of(4, 3, 2);
    float host[64] = {0};
    const uint64_t at = (uintptr_t)host;

    (void)state;
    memset(&seen, 0, sizeof(seen));
    custub_memory_upload(x, host, 10, stream, &error);
    expect(CUSTUB_ACTIVITY_UPLOAD, "uploading to a buffer", OK, a, at, 40, stream);
    custub_memory_upload_async(x, host, 20, NULL, &error);
    expect(CUSTUB_ACTIVITY_UPLOAD, "uploading to a buffer", OK, a, at, 80, NULL);
    custub_memory_download(x, host, 10, stream, &error);
    expect(CUSTUB_ACTIVITY_DOWNLOAD, "downloading from a buffer", OK, at, a, 40, stream);
    custub_memory_copy(y, x, 1000, stream, &error);
    expect(CUSTUB_ACTIVITY_COPY, "copying between buffers", OK, b, a, 4000, stream);
    custub_memory_zero(x, stream, &error);
    expect(CUSTUB_ACTIVITY_FILL, "filling a buffer", OK, a, 0, 4000, stream);
    custub_memory_upload_box(x, dense, host, dense, box, stream, &error);
    expect(CUSTUB_ACTIVITY_UPLOAD, "uploading a box", OK, a, at, 96, stream);
    custub_memory_download_box_async(x, dense, host, dense, box, stream, &error);
    expect(CUSTUB_ACTIVITY_DOWNLOAD, "downloading a box", OK, at, a, 96, stream);
    custub_memory_copy_box(y, dense, x, dense, box, stream, &error);
    expect(CUSTUB_ACTIVITY_COPY, "copying a box", OK, b, a, 96, stream);
    assert_false(custub_failed(&error));
    FAILING("cuMemcpyHtoDAsync_v2", custub_memory_upload(x, host, 10, stream, &error));
    expect(CUSTUB_ACTIVITY_UPLOAD, "uploading to a buffer", FAILED, a, at, 40, stream);
    FAILING("cuStreamSynchronize", custub_memory_download(x, host, 10, stream, &error));
    expect(CUSTUB_ACTIVITY_DOWNLOAD, "downloading from a buffer", FAILED, at, a, 40, stream);
    FAILING("cuMemsetD8Async", custub_memory_zero(x, stream, &error));
    expect(CUSTUB_ACTIVITY_FILL, "filling a buffer", FAILED, a, 0, 4000, stream);
    FAILING("cuMemcpy3DAsync_v2", custub_memory_copy_box(y, dense, x, dense, box, stream, &error));
    expect(CUSTUB_ACTIVITY_COPY, "copying a box", FAILED, b, a, 0, stream);
    expect_no_more();
    custub_memory_destroy(a, NULL);
    custub_memory_destroy(b, NULL);
}

static void refused_copies_are_seen_and_skipped_ones_are_not(void **state)
{
    const custub_memory x = custub_memory_of(X, 10, 4);
    int host = 0;

    (void)state;
    custub_memory_upload(x, &host, 11, stream, &error);
    expect(CUSTUB_ACTIVITY_UPLOAD, "uploading to a buffer", CUSTUB_ERROR_OUT_OF_RANGE, X,
           (uintptr_t)&host, 0, stream);
    /* The record holds a failure now: nothing is done. */
    custub_memory_upload(x, &host, 1, stream, &error);
    custub_memory_create(1, 4, &error);
    custub_memory_zero(x, stream, &error);
    expect_no_more();
    /* Functions that end something act. */
    custub_stream_synchronize(stream, &error);
    expect(CUSTUB_ACTIVITY_WAIT, "waiting for a stream", OK, 0, 0, 0, stream);
    custub_memory_destroy(0, NULL);
    expect_no_more();
}

static void arrays_are_seen(void **state)
{
    float host[12] = {0};
    custub_array array;
    uint64_t at;

    (void)state;
    array = custub_array_create(custub_texel_of(CUSTUB_TEXEL_F32, 1), 4, 3, 0, CUSTUB_ARRAY_TEXTURE,
                                &error);
    at = (uintptr_t)array.handle;
    expect(CUSTUB_ACTIVITY_ALLOCATION, "allocating an array", OK, at, 0, 48, NULL);
    custub_array_upload(array, host, 0, stream, &error);
    expect(CUSTUB_ACTIVITY_UPLOAD, "uploading to an array", OK, at, (uintptr_t)host, 48, stream);
    custub_array_download(array, host, 0, stream, &error);
    expect(CUSTUB_ACTIVITY_DOWNLOAD, "downloading from an array", OK, (uintptr_t)host, at, 48,
           stream);
    custub_array_copy_from(array, custub_memory_of(X, 12, 4), 0, stream, &error);
    expect(CUSTUB_ACTIVITY_COPY, "copying a view to an array", OK, at, X, 48, stream);
    custub_array_copy_to(array, custub_memory_of(X, 12, 4), 0, stream, &error);
    expect(CUSTUB_ACTIVITY_COPY, "copying an array to a view", OK, X, at, 48, stream);
    assert_false(custub_failed(&error));
    FAILING("cuMemcpy3DAsync_v2", custub_array_upload(array, host, 0, stream, &error));
    expect(CUSTUB_ACTIVITY_UPLOAD, "uploading to an array", FAILED, at, (uintptr_t)host, 0, stream);
    custub_array_destroy(&array, &error);
    expect(CUSTUB_ACTIVITY_FREE, "destroying an array", OK, at, 0, 48, NULL);
    expect_no_more();
}

/* --- Launches, loads and waits ---- */

static custub_status saxpy(size_t n)
{
    custub_launch launch = custub_launch_of(4, 256);

    launch.stream = stream;
    return sample_launch_saxpy(kernels, &launch, n, 2.5f, custub_f32_view_of(X, n),
                               custub_f32_view_of(Y, n), fresh(&error));
}

static void launches_are_seen(void **state)
{
    custub_argument n = custub_argument_i32(3);
    custub_prepared *prepared;

    (void)state;
    assert_int_equal(saxpy(1000), OK);
    expect(CUSTUB_ACTIVITY_LAUNCH, "saxpy", OK, 0, 0, 0, stream);
    assert_int_equal(seen.launch.grid.x, 4);
    assert_string_equal(seen.launch.kernel->name, "saxpy");
    assert_int_equal(saxpy(2000), CUSTUB_ERROR_COVERAGE);
    expect(CUSTUB_ACTIVITY_LAUNCH, "saxpy", CUSTUB_ERROR_COVERAGE, 0, 0, 0, stream);
    prepared = custub_kernel_prepare(&kernels[TILE], NULL, 1, &n, fresh(&error));
    custub_prepared_launch(prepared, &error);
    expect(CUSTUB_ACTIVITY_LAUNCH, "tile", OK, 0, 0, 0, NULL);
    assert_true(seen.launch.prepared);
    custub_prepared_destroy(prepared);
    custub_kernel_launch(NULL, NULL, 1, &n, &error);
    expect(CUSTUB_ACTIVITY_LAUNCH, "a kernel that is not loaded", CUSTUB_ERROR_INVALID_ARGUMENT, 0,
           0, 0, NULL);
    custub_set_activity(NULL, NULL);
    assert_int_equal(saxpy(1000), OK);
    expect_no_more();
}

static void each_image_that_is_tried_is_seen(void **state)
{
    static const char ptx[] = "image of no kernel";
    const custub_image images[] = {{"ptx", ptx, sizeof(ptx)}, sample_images[0], {NULL, NULL, 0}};
    custub_library *loaded;

    (void)state;
    recording_reject(ptx, 218, true, "an error");
    loaded = custub_library_open(&sample_library, images, &error);
    assert_non_null(loaded);
    assert_string_equal(seen.all[0].image, "ptx");
    expect(CUSTUB_ACTIVITY_LOAD, "sample.cu", CUSTUB_ERROR_NO_IMAGE, 0, 0, sizeof(ptx), NULL);
    assert_string_equal(seen.all[0].image, sample_images[0].tag);
    expect(CUSTUB_ACTIVITY_LOAD, "sample.cu", OK, 0, 0, sample_images[0].size, NULL);
    expect_no_more();
    custub_library_close(loaded, NULL);
}

static void graphs_and_waits_are_seen(void **state)
{
    custub_device *device = custub_device_open(0, &error);
    CUevent event = custub_event_create(&error);
    CUgraphExec exec;
    CUgraph graph;

    (void)state;
    custub_capture_begin(stream, &error);
    graph = custub_capture_end(stream, &error);
    exec = custub_graph_instantiate(graph, &error);
    custub_graph_launch(exec, stream, &error);
    expect(CUSTUB_ACTIVITY_GRAPH_LAUNCH, "launching a graph", OK, 0, 0, 0, stream);
    assert_false(custub_failed(&error));
    FAILING("cuGraphLaunch", custub_graph_launch(exec, stream, &error));
    expect(CUSTUB_ACTIVITY_GRAPH_LAUNCH, "launching a graph", FAILED, 0, 0, 0, stream);
    custub_event_synchronize(event, &error);
    expect(CUSTUB_ACTIVITY_WAIT, "waiting for an event", OK, 0, 0, 0, NULL);
    custub_device_synchronize(device, &error);
    expect(CUSTUB_ACTIVITY_WAIT, "waiting for a device", OK, 0, 0, 0, NULL);
    FAILING("cuStreamSynchronize", custub_stream_synchronize(stream, &error));
    expect(CUSTUB_ACTIVITY_WAIT, "waiting for a stream", FAILED, 0, 0, 0, stream);
    expect_no_more();
    custub_graph_exec_destroy(exec, &error);
    custub_graph_destroy(graph, &error);
    custub_event_destroy(event, &error);
    custub_device_close(device, &error);
}

static void every_kind_has_a_name(void **state)
{
    (void)state;
    for (int kind = CUSTUB_ACTIVITY_LAUNCH; kind <= CUSTUB_ACTIVITY_WAIT; kind++)
        assert_string_not_equal(custub_activity_name((custub_activity_kind)kind), "activity");
    assert_string_equal(custub_activity_name(CUSTUB_ACTIVITY_GRAPH_LAUNCH), "graph launch");
    assert_string_equal(custub_activity_name((custub_activity_kind)0), "activity");
    assert_string_equal(custub_activity_name((custub_activity_kind)13), "activity");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(allocations_and_frees_are_seen),
        TEST(failing_allocations_and_frees_are_seen),
        TEST(copies_and_fills_are_seen),
        TEST(refused_copies_are_seen_and_skipped_ones_are_not),
        TEST(arrays_are_seen),
        TEST(launches_are_seen),
        TEST(each_image_that_is_tried_is_seen),
        TEST(graphs_and_waits_are_seen),
        TEST(every_kind_has_a_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
