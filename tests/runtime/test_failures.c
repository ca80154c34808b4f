/* Every call of the driver and every allocation of the runtime fails in turn: the runtime answers
 * an error with a record, holds nothing half open, and works when nothing fails any more. Leaks
 * show under the leak sanitizer, and in what the driver counts as alive. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "recording_driver.h"
#include "sample_library.h"

#define COUNT 1000u
#define MOST  400 /* calls of one program, and more than there are */
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

/* How far a run came: all of these where nothing fails. */
static int stages;
static custub_error error;

/* Whether a stage succeeded; a failure has a record, of the status that was answered. */
static bool passed(custub_status status)
{
    if (status == CUSTUB_OK) {
        stages++;
        return true;
    }
    assert_int_equal(error.status, status);
    assert_true(strlen(error.message) > 0);
    assert_true(status == CUSTUB_ERROR_DRIVER || status == CUSTUB_ERROR_OUT_OF_HOST_MEMORY ||
                status == CUSTUB_ERROR_NO_IMAGE || status == CUSTUB_ERROR_UNKNOWN_ADDRESS ||
                status == CUSTUB_ERROR_KERNEL_FAILED || status == CUSTUB_ERROR_NO_DEVICE);
    if (status == CUSTUB_ERROR_DRIVER) {
        assert_non_null(error.driver_call);
        assert_int_equal(error.driver_result, 2);
    }
    memset(&error, 0, sizeof(error));
    return false;
}

typedef struct program {
    custub_device *device;
    CUstream stream;
    struct custub_library *library;
    custub_kernel kernels[SAMPLE_COUNT];
    custub_f32 x, y;
    custub_prepared *prepared;
    CUgraphNode node;
} program;

static void launch_statically(program *p, custub_check check)
{
    custub_launch launch = custub_launch_default(); /* a shape to be computed */

    launch.error = &error;
    launch.check = check;
    launch.stream = p->stream;
    passed(sample_launch_saxpy(p->kernels, &launch, COUNT, 1, p->x, p->y));
    launch.block = custub_block(256, 1, 1);
    passed(sample_launch_block_sum(p->kernels, &launch, COUNT, p->x, p->y));
}

static void launch_otherwise(program *p)
{
    custub_launch launch = custub_launch_of(4, 256);
    custub_argument arguments[] = {custub_argument_u64(COUNT), custub_argument_f32(1),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, p->x.ptr, COUNT),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, p->y.ptr, COUNT)};
    custub_argument data[] = {custub_argument_i32(8),
                              custub_argument_buffer(CUSTUB_SCALAR_I32, p->x.ptr, 8)};
    custub_argument fewer = custub_argument_u64(COUNT - 1);

    launch.error = &error;
    launch.check = CUSTUB_CHECK_WHOLE;
    launch.stream = p->stream;
    passed(custub_launch_dynamic(&p->kernels[SAXPY], &launch, 4, arguments));
    passed(custub_launch_dynamic(&p->kernels[TOGETHER], &launch, 2, data));
    if (passed(custub_graph_node_add(&p->node, GRAPH, NULL, 0, &p->kernels[TOGETHER], &launch, 2,
                                     data)))
        passed(custub_graph_node_set(NULL, p->node, &p->kernels[SAXPY], &launch, 4, arguments));
    else
        assert_null(p->node);
    launch.shared = 60000;
    passed(custub_launch_dynamic(&p->kernels[DYNAMIC], &launch, 1, &arguments[2]));
    launch.shared = 0;
    if (!passed(custub_prepare_dynamic(&p->prepared, &p->kernels[SAXPY], &launch, 4, arguments))) {
        assert_null(p->prepared);
        return;
    }
    passed(custub_launch_prepared(p->prepared, &error));
    passed(custub_prepared_set(p->prepared, 0, &fewer, &error));
    passed(custub_prepared_set_stream(p->prepared, NULL, &error));
    passed(custub_launch_prepared(p->prepared, &error));
    custub_set_sync(1);
    passed(custub_launch_prepared(p->prepared, &error));
    custub_set_sync(0);
}

static void use(program *p)
{
    static float host[COUNT];

    if (!passed(custub_f32_create(&p->x, COUNT, &error)) ||
        !passed(custub_f32_create(&p->y, COUNT, &error)))
        return;
    passed(custub_f32_upload(p->x, host, p->stream, &error));
    launch_statically(p, CUSTUB_CHECK_WHOLE);
    launch_statically(p, CUSTUB_CHECK_CONTRACT);
    launch_statically(p, CUSTUB_CHECK_NONE);
    launch_otherwise(p);
    passed(custub_f32_download(p->y, host, p->stream, &error));
    passed(custub_stream_synchronize(p->stream, &error));
    passed(custub_device_synchronize(p->device, &error));
}

/* A program from nothing to nothing. */
static void run(void)
{
    static const program nothing;
    program p = nothing;

    stages = 0;
    recording_use_device(-1);
    if (passed(custub_device_open(&p.device, 0, &error))) {
        passed(custub_device_use(p.device, &error));
        recording_use_device(0); /* where just that failed, the rest is to be tried all the same */
        if (passed(custub_library_load(&p.library, p.kernels, &sample_library, sample_images,
                                       &error))) {
            if (passed(custub_stream_create(&p.stream, &error)))
                use(&p);
            else
                assert_null(p.stream);
        } else {
            assert_null(p.library);
            assert_null(p.kernels[0].function);
        }
    } else {
        assert_null(p.device);
    }
    if (p.node)
        cuGraphDestroyNode(p.node);
    custub_f32_destroy(&p.x);
    custub_f32_destroy(&p.y);
    custub_prepared_destroy(p.prepared);
    custub_stream_destroy(p.stream);
    custub_library_unload(p.library);
    custub_device_close(p.device);
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

static void every_driver_call_fails_in_turn(void **state)
{
    int whole = whole_run();
    size_t calls = recording_call_count();
    size_t noticed = 0;

    (void)state;
    assert_true(whole > 25);
    assert_in_range(calls, 60, MOST);
    for (size_t n = 1; n <= calls; n++) {
        recording_reset();
        recording_describe(&sample_library, NULL);
        recording_fail(NULL, n, 2);
        run();
        noticed += stages < whole;
        recording_fail(NULL, 0, 0);
        assert_int_equal(whole_run(), whole); /* nothing is left of it */
    }
    /* Some questions of the driver have an answer where it fails: what a library is asked for that
     * a driver of 11.8 lacks, whether a stream captures, and everything that gives something back.
     */
    assert_true(noticed > calls * 2 / 3);
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
