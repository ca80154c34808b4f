/* Watching launches. When every launch waits (CUSTUB_SYNC=1), the error names the kernel that
 * faults. The hook of activities sees launches and refusals. A captured stream is not waited for.
 * Tests that end a context run in a process of their own. */
#define _DEFAULT_SOURCE

#include "launch_fixture.h"
#include "fresh_error.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define COUNT 64
/* A step of increase_in_steps() in ints that leads out of any address space. */
#define FAR_AWAY (1LL << 50)

static struct {
    int count;
    custub_status statuses[8];
    custub_trace last;
    char kernel[64];
    size_t n;
} seen;

static void remember(const custub_activity *activity, void *user)
{
    const custub_trace *launch = activity->launch;

    if (!launch)
        return;
    assert_ptr_equal(user, &seen);
    if (seen.count < 8)
        seen.statuses[seen.count] = launch->status;
    seen.count++;
    seen.last = *launch;
    snprintf(seen.kernel, sizeof(seen.kernel), "%s", launch->kernel->name);
    if (strcmp(seen.kernel, "increase") == 0)
        memcpy(&seen.n, launch->arguments[0], sizeof(seen.n));
}

static CUdeviceptr allocate(void)
{
    CUdeviceptr address;

    DRIVER(cu.cuMemAlloc_v2(&address, COUNT * sizeof(int)));
    launch_fill(address, COUNT, 0);
    return address;
}

static custub_status step(CUdeviceptr address, long long by)
{
    f.launch.grid = custub_grid(2, 1, 1);
    f.launch.block = custub_block(32, 1, 1);
    return launch_increase_in_steps(&f.kernels, &f.launch, COUNT, by,
                                    custub_i32_view_of(address, COUNT), fresh(&f.error));
}

static void begin_watching(void)
{
    memset(&seen, 0, sizeof(seen));
    custub_set_activity(remember, &seen);
}

/* --- In children ---------------------------------------------------------------------------- */

static void faults_at_its_own_launch(void)
{
    CUdeviceptr address = allocate();
    char wanted[CUSTUB_MESSAGE_SIZE];

    begin_watching();
    SUCCEED(launch_increase(&f.kernels, &f.launch, COUNT, 1, custub_i32_view_of(address, COUNT),
                            fresh(&f.error)));
    SUCCEED(step(address, 1));
    COMPARE(address, COUNT, 2);
    EXPECT(step(address, FAR_AWAY), CUSTUB_ERROR_KERNEL_FAILED);
    print_message("%s\n", f.error.message);
    assert_int_equal(f.error.status, 80);
    assert_int_equal(f.error.driver_result, CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_string_equal(f.error.driver_call, "cuStreamSynchronize");
    assert_string_equal(f.error.kernel, "increase_in_steps");
    assert_string_equal(f.error.file, "launching.cu");
    assert_true(f.error.line > 0);
    assert_ptr_equal(strstr(f.error.message, "increase_in_steps: "), f.error.message);
    assert_non_null(strstr(f.error.message, "CUDA_ERROR_ILLEGAL_ADDRESS"));
    assert_non_null(strstr(f.error.message, "grid 2 x block 32"));
    snprintf(wanted, sizeof(wanted), "n = %d, step = %lld, data = 0x%llx (%d ints)", COUNT,
             FAR_AWAY, address, COUNT);
    if (!strstr(f.error.message, wanted))
        fail_msg("\"%s\" is not in: %s", wanted, f.error.message);
    snprintf(wanted, sizeof(wanted), "[launching.cu:%d]", (int)f.error.line);
    assert_non_null(strstr(f.error.message, wanted));
    assert_int_equal(seen.count, 3);
    assert_int_equal(seen.statuses[1], CUSTUB_OK);
    assert_int_equal(seen.statuses[2], CUSTUB_ERROR_KERNEL_FAILED);
    /* The next launch fails, and is not blamed for the fault. */
    EXPECT(step(address, 1), CUSTUB_ERROR_DRIVER);
}

static void sync_by_the_environment(void)
{
    faults_at_its_own_launch();
}

static void sync_by_a_call(void)
{
    custub_set_sync(1);
    faults_at_its_own_launch();
}

static void fault_of_a_prepared_launch(void)
{
    CUdeviceptr address = allocate();
    custub_prepared *prepared;

    custub_set_sync(1);
    f.launch.grid = custub_grid(2, 1, 1);
    f.launch.block = custub_block(32, 1, 1);
    prepared = prepare_increase_in_steps(&f.kernels, &f.launch, COUNT, FAR_AWAY,
                                         custub_i32_view_of(address, COUNT), fresh(&f.error));
    SUCCEED(f.error.status);
    EXPECT(custub_prepared_launch(prepared, fresh(&f.error)), CUSTUB_ERROR_KERNEL_FAILED);
    assert_string_equal(f.error.kernel, "increase_in_steps");
    assert_int_equal(f.error.driver_result, CUDA_ERROR_ILLEGAL_ADDRESS);
}

/* Without waiting the launch succeeds, and a later call reports the fault. */
static void fault_without_sync(void)
{
    CUdeviceptr address = allocate();

    SUCCEED(step(address, FAR_AWAY));
    EXPECT(custub_stream_synchronize(f.stream, fresh(&f.error)), CUSTUB_ERROR_DRIVER);
    assert_int_equal(f.error.driver_result, CUDA_ERROR_ILLEGAL_ADDRESS);
}

static void (*body)(void);

static void call_body(void **state)
{
    (void)state;
    body();
}

/* Fails unless the body passes as a test of a process of its own, which opens the driver. */
static void run_in_child(void (*in_child)(void), const char *sync)
{
    pid_t child;
    int answer = 0;

    fflush(NULL);
    child = fork();
    if (child == 0) {
        const struct CMUnitTest tests[] = {LAUNCH_TEST(call_body)};
        setenv("CUSTUB_SYNC", sync, 1);
        body = in_child;
        if (launch_open())
            _exit(EXIT_FAILURE);
        answer = cmocka_run_group_tests(tests, NULL, NULL);
        fflush(NULL);
        _exit(answer); /* the context is dead, so nothing can be closed */
    }
    assert_true(child > 0 && waitpid(child, &answer, 0) == child);
    if (!WIFEXITED(answer))
        fail_msg("ended by signal %d", WTERMSIG(answer));
    assert_int_equal(WEXITSTATUS(answer), 0);
}

static void waiting_names_the_launch_that_faulted(void **state)
{
    (void)state;
    run_in_child(sync_by_the_environment, "1");
    run_in_child(sync_by_a_call, "0");
    run_in_child(fault_of_a_prepared_launch, "0");
}

static void without_waiting_a_later_call_reports_the_fault(void **state)
{
    (void)state;
    run_in_child(fault_without_sync, "0");
}

/* --- Where nothing faults -------------------------------------------------------------------- */

static void body_of_watching(void)
{
    CUdeviceptr address = allocate();
    custub_prepared *prepared;

    begin_watching();
    f.launch.block = custub_block(32, 1, 1);
    SUCCEED(launch_increase(&f.kernels, &f.launch, COUNT, 1, custub_i32_view_of(address, COUNT),
                            fresh(&f.error)));
    assert_int_equal(seen.count, 1);
    assert_string_equal(seen.kernel, "increase");
    assert_int_equal(seen.n, COUNT);
    assert_int_equal(seen.last.grid.x, COUNT / 32);
    assert_int_equal(seen.last.block.x, 32);
    assert_ptr_equal(seen.last.stream, f.stream);
    assert_int_equal(seen.last.prepared, 0);
    EXPECT(launch_increase(&f.kernels, &f.launch, COUNT + 1, 1,
                           custub_i32_view_of(address, CUSTUB_COUNT_UNKNOWN), fresh(&f.error)),
           CUSTUB_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(seen.count, 2);
    assert_int_equal(seen.last.status, CUSTUB_ERROR_BUFFER_TOO_SMALL);
    prepared = prepare_increase(&f.kernels, &f.launch, COUNT, 1, custub_i32_view_of(address, COUNT),
                                fresh(&f.error));
    SUCCEED(f.error.status);
    SUCCEED(custub_prepared_launch(prepared, fresh(&f.error)));
    assert_int_equal(seen.last.prepared, 1);
    custub_prepared_destroy(prepared);
    custub_set_activity(NULL, NULL);
    SUCCEED(launch_increase(&f.kernels, &f.launch, COUNT, 1, custub_i32_view_of(address, COUNT),
                            fresh(&f.error)));
    assert_int_equal(seen.count, 3);
    COMPARE(address, COUNT, 3);
    DRIVER(cu.cuMemFree_v2(address));
}

/* Waiting for the stream would end the capture. */
static void body_of_the_capture(void)
{
    CUdeviceptr address = allocate();
    CUgraph graph = NULL;
    CUgraphExec exec;

    custub_set_sync(1);
    DRIVER(cu.cuStreamBeginCapture_v2(f.stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    SUCCEED(launch_increase(&f.kernels, &f.launch, COUNT, 1, custub_i32_view_of(address, COUNT),
                            fresh(&f.error)));
    SUCCEED(step(address, 1));
    DRIVER(cu.cuStreamEndCapture(f.stream, &graph));
    DRIVER(cu.cuGraphInstantiateWithFlags(&exec, graph, 0));
    COMPARE(address, COUNT, 0); /* nothing has run */
    DRIVER(cu.cuGraphLaunch(exec, f.stream));
    COMPARE(address, COUNT, 2);
    DRIVER(cu.cuGraphExecDestroy(exec));
    DRIVER(cu.cuGraphDestroy(graph));
    DRIVER(cu.cuMemFree_v2(address));
}

/* The kinds of activities in their order, and the sum of their bytes. */
static struct {
    char kinds[256];
    uint64_t bytes;
    uint64_t end; /* of the last activity */
} did;

static void collect(const custub_activity *activity, void *user)
{
    size_t length = strlen(did.kinds);

    assert_ptr_equal(user, &did);
    assert_int_equal(activity->status, CUSTUB_OK);
    assert_true(did.end <= activity->begin && activity->begin < activity->end);
    did.end = activity->end;
    did.bytes += activity->bytes;
    snprintf(did.kinds + length, sizeof(did.kinds) - length, "%s, ",
             custub_activity_name(activity->kind));
}

static void do_everything(void)
{
    int host[COUNT] = {0};
    custub_i32_buffer buffer =
        custub_i32_buffer_create_uploaded(host, COUNT, f.stream, fresh(&f.error));
    custub_i32_buffer copy = custub_i32_buffer_create_async(COUNT, NULL, f.stream, &f.error);
    CUgraphExec exec;
    CUgraph graph;

    custub_capture_begin(f.stream, &f.error);
    launch_increase(&f.kernels, &f.launch, COUNT, 3, buffer.view, &f.error);
    graph = custub_capture_end(f.stream, &f.error);
    exec = custub_graph_instantiate(graph, &f.error);
    custub_graph_launch(exec, f.stream, &f.error);
    custub_i32_copy(copy.view, buffer.view, COUNT, f.stream, &f.error);
    custub_i32_download(copy.view, host, COUNT, f.stream, &f.error);
    custub_i32_zero(buffer.view, f.stream, &f.error);
    custub_stream_synchronize(f.stream, &f.error);
    custub_i32_buffer_destroy_async(&copy, f.stream, &f.error);
    custub_i32_buffer_destroy(&buffer, &f.error);
    custub_graph_exec_destroy(exec, &f.error);
    custub_graph_destroy(graph, &f.error);
    SUCCEED(f.error.status);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(host[i], 3);
}

static void body_of_the_activities(void)
{
    f.launch.block = custub_block(32, 1, 1);
    custub_set_activity(collect, &did);
    do_everything();
    custub_set_activity(NULL, NULL);
    assert_string_equal(did.kinds, "allocation, upload, allocation, launch, graph launch, copy, "
                                   "download, fill, wait, free, free, ");
    assert_int_equal(did.bytes, 8 * COUNT * sizeof(int));
}

static void the_hook_sees_what_a_program_does(void **state)
{
    (void)state;
    run_in_child(body_of_the_activities, "0");
}

static void the_hook_sees_launches_and_refusals(void **state)
{
    (void)state;
    run_in_child(body_of_watching, "0");
    run_in_child(body_of_watching, "1");
}

static void a_capture_is_not_waited_for(void **state)
{
    (void)state;
    run_in_child(body_of_the_capture, "0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waiting_names_the_launch_that_faulted),
        cmocka_unit_test(without_waiting_a_later_call_reports_the_fault),
        cmocka_unit_test(the_hook_sees_launches_and_refusals),
        cmocka_unit_test(a_capture_is_not_waited_for),
        cmocka_unit_test(the_hook_sees_what_a_program_does),
    };
    /* In a child, because a forked process cannot use the driver that its parent opened. */
    pid_t child = fork();
    int answer = 0;

    if (child == 0) {
        answer = launch_open();
        fflush(stdout);
        _exit(answer);
    }
    if (child < 0 || waitpid(child, &answer, 0) != child || !WIFEXITED(answer))
        return EXIT_FAILURE;
    if (WEXITSTATUS(answer) != 0)
        return WEXITSTATUS(answer);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
