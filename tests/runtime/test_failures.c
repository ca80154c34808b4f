/* Every driver call and every allocation of the runtime fails in turn: the runtime returns an error
 * with a record, leaves nothing half open, and works again once nothing fails. The leak sanitizer
 * and the driver's count of living things show leaks. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "recording_driver.h"
#include "sample_library.h"
#include "graph_node.h"

#define COUNT 1000u
#define MOST  400 /* more than the calls of the program */
#define GRAPH ((CUgraph)(void *)&stages)

int cuGraphDestroyNode(CUgraphNode node);

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);

static size_t allocations_left; /* until one fails; 0: none does */

static bool fails(void)
{
    return allocations_left && --allocations_left == 0;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

/* The number of stages that succeeded in this run. */
static int stages;
static custub_error error;

/* True if a stage succeeded, and left the record unchanged. On failure the record has the returned
 * status. */
static bool passed(custub_status status)
{
    const custub_error none = custub_error_none();

    assert_int_equal(error.status, status);
    if (status == CUSTUB_OK) {
        assert_memory_equal(&error, &none, sizeof(none));
        stages++;
        return true;
    }
    assert_true(strlen(error.message) > 0);
    assert_true(status == CUSTUB_ERROR_DRIVER || status == CUSTUB_ERROR_OUT_OF_HOST_MEMORY ||
                status == CUSTUB_ERROR_NO_IMAGE || status == CUSTUB_ERROR_UNKNOWN_ADDRESS ||
                status == CUSTUB_ERROR_KERNEL_FAILED || status == CUSTUB_ERROR_NO_DEVICE);
    if (status == CUSTUB_ERROR_DRIVER) {
        assert_true(error.driver_call[0] != 0);
        assert_int_equal(error.driver_result, 2);
    }
    error = none;
    return false;
}

/* The same for a function that returns what it made. */
static bool made(bool something)
{
    assert_int_equal(something, error.status == CUSTUB_OK);
    return passed(error.status);
}

typedef struct program {
    custub_device *device;
    CUstream stream;
    sample_kernels loaded;
    custub_f32_buffer x, y;
    custub_prepared *prepared;
    CUgraphNode node;
    CUmemoryPool pool;
    custub_f32_pinned pinned;
    CUevent event;
    custub_f32_managed managed;
    CUgraph graph;
    CUgraphExec exec;
} program;

static void launch_statically(program *p, custub_check check)
{
    custub_launch launch = custub_launch_default(); /* a shape to be computed */

    launch.check = check;
    launch.stream = p->stream;
    passed(sample_launch_saxpy(p->loaded.kernel, &launch, COUNT, 1, p->x.view, p->y.view, &error));
    launch.block = custub_block(256, 1, 1);
    passed(sample_launch_block_sum(p->loaded.kernel, &launch, COUNT, p->x.view, p->y.view, &error));
}

static void launch_otherwise(program *p)
{
    custub_launch launch = custub_launch_of(4, 256);
    custub_argument arguments[] = {custub_argument_u64(COUNT), custub_argument_f32(1),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, p->x.view.ptr, COUNT),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, p->y.view.ptr, COUNT)};
    custub_argument data[] = {custub_argument_i32(8),
                              custub_argument_buffer(CUSTUB_SCALAR_I32, p->x.view.ptr, 8)};
    custub_argument fewer = custub_argument_u64(COUNT - 1);

    launch.check = CUSTUB_CHECK_WHOLE;
    launch.stream = p->stream;
    passed(custub_kernel_launch(&p->loaded.kernel[SAXPY], &launch, 4, arguments, &error));
    passed(custub_kernel_launch(&p->loaded.kernel[TOGETHER], &launch, 2, data, &error));
    p->node = add_node(GRAPH, NULL, 0, &p->loaded.kernel[TOGETHER], &launch, 2, data, &error);
    if (made(p->node))
        passed(set_node(NULL, p->node, &p->loaded.kernel[SAXPY], &launch, 4, arguments, &error));
    launch.shared = 60000;
    passed(custub_kernel_launch(&p->loaded.kernel[DYNAMIC], &launch, 1, &arguments[2], &error));
    launch.shared = 0;
    p->prepared = custub_kernel_prepare(&p->loaded.kernel[SAXPY], &launch, 4, arguments, &error);
    if (!made(p->prepared))
        return;
    passed(custub_prepared_launch(p->prepared, &error));
    passed(custub_prepared_set(p->prepared, 0, &fewer, &error));
    passed(custub_prepared_set_stream(p->prepared, NULL, &error));
    passed(custub_prepared_launch(p->prepared, &error));
    custub_set_sync(1);
    passed(custub_prepared_launch(p->prepared, &error));
    custub_set_sync(0);
}

static void use_pools_and_events(program *p)
{
    custub_f32_buffer ordered;

    p->pool = custub_pool_create(100, &error);
    if (made(p->pool)) {
        ordered = custub_f32_buffer_create_async(COUNT, p->pool, p->stream, &error);
        if (made(ordered.view.ptr))
            passed(custub_f32_buffer_destroy_async(&ordered, p->stream, &error));
    }
    p->pinned = custub_f32_pinned_create(COUNT, &error);
    made(p->pinned.host);
    p->event = custub_event_create_timed(&error);
    if (made(p->event)) {
        passed(custub_event_record(p->event, p->stream, &error));
        passed(custub_stream_wait(p->stream, p->event, &error));
    }
    passed(custub_stream_join(p->stream, NULL, &error));
}

static void keep(program *p)
{
    custub_f32_buffer kept = custub_f32_buffer_create(COUNT, &error);

    if (made(kept.view.ptr))
        passed(custub_graph_keep_memory(p->graph, custub_f32_buffer_release(&kept), &error));
    passed(custub_graph_keep_library(p->graph, p->loaded.library, &error));
}

static void use_graphs_and_boxes(program *p)
{
    const custub_pitch dense = custub_pitch_of(0, 0);
    const custub_box box = custub_box_of(10, 10, 10);

    p->managed = custub_f32_managed_create(COUNT, &error);
    if (made(p->managed.host))
        passed(custub_f32_upload_box(p->x.view, dense, p->managed.host, dense, box, p->stream,
                                     &error));
    if (passed(custub_capture_begin(p->stream, &error))) {
        p->graph = custub_capture_end(p->stream, &error);
        if (!made(p->graph))
            return;
        keep(p);
        p->exec = custub_graph_instantiate(p->graph, &error);
        if (!made(p->exec))
            return;
        passed(custub_graph_launch(p->exec, p->stream, &error));
        passed(custub_graph_update(p->exec, p->graph, &error));
    }
}

static void use(program *p)
{
    static float host[COUNT];

    p->x = custub_f32_buffer_create(COUNT, &error);
    if (!made(p->x.view.ptr))
        return;
    p->y = custub_f32_buffer_create(COUNT, &error);
    if (!made(p->y.view.ptr))
        return;
    passed(custub_f32_upload(p->x.view, host, COUNT, p->stream, &error));
    launch_statically(p, CUSTUB_CHECK_WHOLE);
    launch_statically(p, CUSTUB_CHECK_CONTRACT);
    launch_statically(p, CUSTUB_CHECK_NONE);
    launch_otherwise(p);
    use_pools_and_events(p);
    use_graphs_and_boxes(p);
    passed(custub_f32_download(p->y.view, host, COUNT, p->stream, &error));
    passed(custub_stream_synchronize(p->stream, &error));
    passed(custub_device_synchronize(p->device, &error));
}

static void load_and_use(program *p)
{
    passed(custub_device_use(p->device, &error));
    recording_use_device(0); /* if that failed, go on with the rest all the same */
    if (!passed(custub_library_load(&p->loaded, sizeof(p->loaded), &sample_library,
                                    sample_library.fingerprint, sample_images, &error))) {
        assert_null(p->loaded.library);
        assert_null(p->loaded.kernel[0].function);
        return;
    }
    p->stream = custub_stream_create(&error);
    if (made(p->stream))
        use(p);
}

/* A whole program, which opens and closes everything. */
static void run(void)
{
    static const program nothing;
    program p = nothing;

    stages = 0;
    error = custub_error_none();
    recording_use_device(-1);
    p.device = custub_device_open(0, &error);
    if (made(p.device))
        load_and_use(&p);
    if (p.node)
        cuGraphDestroyNode(p.node);
    custub_graph_exec_destroy(p.exec, NULL);
    custub_graph_destroy(p.graph, NULL);
    custub_f32_managed_destroy(&p.managed, NULL);
    custub_pool_destroy(p.pool, NULL);
    custub_f32_pinned_destroy(&p.pinned, NULL);
    custub_event_destroy(p.event, NULL);
    custub_f32_buffer_destroy(&p.x, NULL);
    custub_f32_buffer_destroy(&p.y, NULL);
    custub_prepared_destroy(p.prepared);
    custub_stream_destroy(p.stream, NULL);
    custub_library_unload(&p.loaded, sizeof(p.loaded), NULL);
    custub_device_close(p.device, NULL);
    assert_int_equal(recording_alive(), 0);
}

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_describe(&sample_library, NULL);
    return custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL) != CUSTUB_OK;
}

static int whole_run(void)
{
    run();
    return stages;
}

/* True for questions that are asked again or have a default answer, for loading an image if another
 * one follows, and for everything that releases something. */
static bool may_go_unnoticed(const char *call)
{
    static const char *const calls[] = {"cuCtxGetCurrent",
                                        "cuCtxGetDevice",
                                        "cuCtxSetCurrent",
                                        "cuDeviceGetAttribute",
                                        "cuDeviceGetName",
                                        "cuDevicePrimaryCtxRelease_v2",
                                        "cuEventDestroy_v2",
                                        "cuMemFreeAsync",
                                        "cuMemFreeHost",
                                        "cuMemPoolDestroy",
                                        "cuDevicePrimaryCtxGetState",
                                        "cuGraphDestroy",
                                        "cuGraphExecDestroy",
                                        "cuGraphGetNodes",
                                        "cuMemGetAddressRange_v2",
                                        "cuGraphDestroyNode",
                                        "cuThreadExchangeStreamCaptureMode",
                                        "cuPointerGetAttribute",
                                        "cuKernelGetFunction",
                                        "cuLibraryGetKernel",
                                        "cuLibraryLoadData",
                                        "cuLibraryUnload",
                                        "cuMemFree_v2",
                                        "cuStreamDestroy_v2",
                                        "cuStreamGetCtx",
                                        "cuStreamIsCapturing"};

    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
        if (strcmp(call, calls[i]) == 0)
            return true;
    return false;
}

static void every_driver_call_fails_in_turn(void **state)
{
    size_t noticed = 0;
    size_t calls;
    int whole;

    (void)state;
    recording_clear_log(); /* forget the calls that opened the driver: it opens once */
    whole = whole_run();
    calls = recording_call_count();
    assert_true(whole > 25);
    assert_in_range(calls, 60, MOST);
    for (size_t n = 1; n <= calls; n++) {
        recording_reset();
        recording_describe(&sample_library, NULL);
        recording_fail(NULL, n, 2);
        run();
        noticed += stages < whole;
        assert_true(stages < whole || may_go_unnoticed(recording_call(n - 1)));
        recording_fail(NULL, 0, 0);
        assert_int_equal(whole_run(), whole); /* the failure has no lasting effect */
    }
    assert_true(noticed > calls / 2);
}

static void every_allocation_fails_in_turn(void **state)
{
    int whole = whole_run();
    size_t count = 0;

    (void)state;
    for (bool failed = true; failed; count++) {
        assert_true(count < MOST);
        allocations_left = count + 1;
        run();
        failed = allocations_left == 0;
        allocations_left = 0;
        assert_int_equal(stages < whole, failed);
        assert_int_equal(whole_run(), whole);
    }
    assert_true(count > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_driver_call_fails_in_turn, start),
        cmocka_unit_test_setup(every_allocation_fails_in_turn, start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
