/* How contexts and processes end: after a kernel's fault, in a forked process, and at exit().
 * Nothing is printed or hangs, and errors say what happened. Each test runs in a process of its
 * own. */
#define _DEFAULT_SOURCE

#include "launch_fixture.h"
#include "fresh_error.h"

#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define COUNT 64
/* A step of increase_in_steps() in ints that leads out of any address space. */
#define FAR_AWAY (1LL << 50)

/* One object of each kind that a program owns. */
static struct {
    custub_i32_buffer buffer, ordered;
    custub_i32_pinned pinned;
    custub_i32_managed managed;
    CUmemoryPool pool;
    CUstream stream;
    CUevent event;
    CUgraph graph;
    CUgraphExec exec;
    custub_array array;
    custub_texture_object texture;
    custub_prepared *prepared;
} own;

static void create_one_of_each(void)
{
    custub_error *error = fresh(&f.error);
    const custub_texel texel = custub_texel_of(CUSTUB_TEXEL_F32, 1);
    const custub_sampling sampling = custub_sampling_default();

    own.buffer = custub_i32_buffer_create_zeroed(COUNT, f.stream, error);
    own.pinned = custub_i32_pinned_create(COUNT, error);
    own.managed = custub_i32_managed_create(COUNT, error);
    own.pool = custub_pool_create(0, error);
    own.stream = custub_stream_create(error);
    own.ordered = custub_i32_buffer_create_async(COUNT, own.pool, own.stream, error);
    own.event = custub_event_create_timed(error);
    custub_event_record(own.event, own.stream, error);
    own.graph = custub_graph_create(error);
    own.exec = custub_graph_instantiate(own.graph, error);
    own.array = custub_array_create(texel, 8, 8, 0, CUSTUB_ARRAY_TEXTURE, error);
    own.texture = custub_texture_of_array(own.array, &sampling, error);
    own.prepared = prepare_increase(&f.kernels, NULL, COUNT, 1, own.buffer.view, error);
    custub_device_synchronize(f.device, error);
    if (custub_failed(error))
        fail_msg("%s", error->message);
}

typedef void check_function(custub_status status, const char *what);

/* Destroys each object, and checks the statuses. */
static void destroy_each(check_function *check)
{
    custub_prepared_destroy(own.prepared);
    check(custub_texture_object_destroy(&own.texture, fresh(&f.error)), "a texture");
    check(custub_array_destroy(&own.array, fresh(&f.error)), "an array");
    check(custub_graph_exec_destroy(own.exec, fresh(&f.error)), "an executable graph");
    check(custub_graph_destroy(own.graph, fresh(&f.error)), "a graph");
    check(custub_event_destroy(own.event, fresh(&f.error)), "an event");
    check(custub_i32_buffer_destroy_async(&own.ordered, own.stream, fresh(&f.error)),
          "memory of a pool");
    check(custub_stream_destroy(own.stream, fresh(&f.error)), "a stream");
    check(custub_pool_destroy(own.pool, fresh(&f.error)), "a pool");
    check(custub_i32_managed_destroy(&own.managed, fresh(&f.error)), "managed memory");
    check(custub_i32_pinned_destroy(&own.pinned, fresh(&f.error)), "pinned memory");
    check(custub_i32_buffer_destroy(&own.buffer, fresh(&f.error)), "a buffer");
    check(custub_stream_destroy(f.stream, fresh(&f.error)), "a stream");
    check(launching_unload(&f.kernels, fresh(&f.error)), "kernels");
    check(custub_device_close(f.device, fresh(&f.error)), "a device");
}

/* Calls everything else once. */
static void use_each(check_function *check)
{
    static int host[COUNT];
    custub_error *error = &f.error;
    custub_launch launch = custub_launch_default();
    launching_kernels kernels;
    custub_i32_buffer made;

    for (custub_check level = CUSTUB_CHECK_WHOLE; level <= CUSTUB_CHECK_NONE; level++) {
        launch = custub_launch_default();
        launch.check = level;
        check(launch_increase(&f.kernels, &launch, COUNT, 1, own.buffer.view, fresh(error)),
              "a computed shape");
        launch = custub_launch_of(2, 32);
        launch.check = level;
        check(launch_increase(&f.kernels, &launch, COUNT, 1, own.buffer.view, fresh(error)),
              "a launch");
    }
    check(custub_prepared_launch(own.prepared, fresh(error)), "a prepared launch");
    check(custub_i32_upload(own.buffer.view, host, COUNT, own.stream, fresh(error)), "an upload");
    check(custub_i32_download(own.buffer.view, host, COUNT, own.stream, fresh(error)),
          "a download");
    check(custub_i32_zero(own.buffer.view, own.stream, fresh(error)), "a fill");
    check(custub_graph_launch(own.exec, own.stream, fresh(error)), "a graph's launch");
    check(custub_event_record(own.event, own.stream, fresh(error)), "recording an event");
    check(custub_stream_wait(own.stream, own.event, fresh(error)), "waiting for an event");
    check(custub_stream_synchronize(own.stream, fresh(error)), "waiting for a stream");
    check(custub_device_synchronize(f.device, fresh(error)), "waiting for a device");
    made = custub_i32_buffer_create(COUNT, fresh(error));
    check(error->status, "a buffer");
    custub_i32_buffer_destroy(&made, NULL);
    custub_stream_destroy(custub_stream_create(fresh(error)), NULL);
    check(error->status, "a stream");
    kernels = launching_load(fresh(error));
    check(error->status, "kernels");
    launching_unload(&kernels, NULL);
}

/* --- A kernel's fault ------------------------------------------------------------------------ */

static void fail_a_kernel(custub_status wanted)
{
    custub_launch launch = custub_launch_of(2, 32);

    launch.check = CUSTUB_CHECK_CONTRACT;
    EXPECT(launch_increase_in_steps(&f.kernels, &launch, COUNT, FAR_AWAY, own.buffer.view,
                                    fresh(&f.error)),
           wanted);
}

static const char *wanted_text;
static int failures;

/* A call that fails has to say that the context is dead. Some functions need no context and
 * succeed. */
static void expect_dead_context(custub_status status, const char *what)
{
    if (!status)
        return;
    failures++;
    if (status != CUSTUB_ERROR_DRIVER || f.error.driver_result != CUDA_ERROR_ILLEGAL_ADDRESS ||
        !strstr(f.error.message, wanted_text))
        fail_msg("%s: %s", what, f.error.message);
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void use_the_dead_context(const char *text)
{
    double start = seconds();

    wanted_text = text;
    use_each(expect_dead_context);
    assert_true(failures >= 15);
    destroy_each(expect_dead_context);
    assert_true(seconds() - start < 5);
}

static void body_with_sync(void)
{
    custub_set_sync(1);
    create_one_of_each();
    fail_a_kernel(CUSTUB_ERROR_KERNEL_FAILED);
    use_the_dead_context(
        "the context is dead since kernel 'increase_in_steps' failed [launching.cu:");
}

static void body_without_sync(void)
{
    create_one_of_each();
    fail_a_kernel(CUSTUB_OK);
    custub_device_synchronize(f.device, NULL);
    use_the_dead_context("the context is dead; CUSTUB_SYNC=1 tells which launch did it");
}

/* --- fork() ---------------------------------------------------------------------------------- */

static void expect_fork_error(custub_status status, const char *what)
{
    if (status != CUSTUB_ERROR_DRIVER || !strstr(f.error.message, "this process was forked"))
        fail_msg("%s: %s", what, status ? f.error.message : "success");
}

static void expect_success(custub_status status, const char *what)
{
    if (status)
        fail_msg("%s: %s", what, f.error.message);
}

static void use_in_a_fork(void)
{
    custub_error *error = fresh(&f.error);

    expect_fork_error(custub_driver_open(CUSTUB_DRIVER_DEFAULT, error), "the driver");
    assert_null(custub_driver_name());
    assert_null(custub_device_open(0, fresh(error)));
    expect_fork_error(error->status, "a device");
    use_each(expect_fork_error);
    destroy_each(expect_success);
}

static void do_nothing_in_a_fork(void)
{
}

/* Runs in a forked process, which ends by exit(). Its output goes to `file`. */
static void run_in_a_fork(void (*in_fork)(void), int file)
{
    pid_t child;
    int answer = 0;

    fflush(NULL);
    child = fork();
    if (child == 0) {
        alarm(60);
        dup2(file, STDOUT_FILENO);
        dup2(file, STDERR_FILENO);
        in_fork();
        exit(0);
    }
    assert_true(child > 0 && waitpid(child, &answer, 0) == child);
    if (!WIFEXITED(answer) || WEXITSTATUS(answer) != 0)
        fail_msg("signal %d, status %d", WTERMSIG(answer), WEXITSTATUS(answer));
}

static void body_that_forks(void)
{
    FILE *file = tmpfile();

    assert_non_null(file);
    create_one_of_each();
    SUCCEED(launch_increase(&f.kernels, NULL, COUNT, 1, own.buffer.view, fresh(&f.error)));
    run_in_a_fork(use_in_a_fork, fileno(file));
    run_in_a_fork(do_nothing_in_a_fork, fileno(file));
    assert_int_equal(ftell(file), 0);
    assert_int_equal(lseek(fileno(file), 0, SEEK_END), 0);
    fclose(file);
    /* The parent goes on. */
    use_each(expect_success);
    destroy_each(expect_success);
}

/* --- exit() ---------------------------------------------------------------------------------- */

/* Runs after the driver's own functions at exit(), since it was registered before them. */
static void destroy_late(void)
{
    destroy_each(expect_success);
}

static void body_that_destroys_nothing(void)
{
    create_one_of_each();
    SUCCEED(launch_increase(&f.kernels, NULL, COUNT, 1, own.buffer.view, fresh(&f.error)));
}

/* --- Children ---- */

static void (*body)(void);

static void call_body(void **state)
{
    (void)state;
    body();
}

static void run_in_child(void (*in_child)(void), bool destroys_late)
{
    const struct CMUnitTest tests[] = {LAUNCH_TEST(call_body)};
    pid_t child;
    int answer = 0;

    fflush(NULL);
    child = fork();
    if (child == 0) {
        alarm(100);
        setenv("CUSTUB_LEAKS", "0", 1);
        if (destroys_late)
            atexit(destroy_late);
        body = in_child;
        if (launch_open())
            _exit(EXIT_FAILURE);
        answer = cmocka_run_group_tests(tests, NULL, NULL);
        exit(answer);
    }
    assert_true(child > 0 && waitpid(child, &answer, 0) == child);
    if (!WIFEXITED(answer) || WEXITSTATUS(answer) != 0)
        fail_msg("signal %d, status %d", WTERMSIG(answer), WEXITSTATUS(answer));
}

static void a_dead_context_names_the_launch_if_it_was_waited_for(void **state)
{
    (void)state;
    run_in_child(body_with_sync, false);
}

static void a_dead_context_names_no_launch_otherwise(void **state)
{
    (void)state;
    run_in_child(body_without_sync, false);
}

static void a_forked_process_gets_errors_and_prints_nothing(void **state)
{
    (void)state;
    run_in_child(body_that_forks, false);
}

static void exit_succeeds_with_undestroyed_objects(void **state)
{
    (void)state;
    run_in_child(body_that_destroys_nothing, false);
    run_in_child(body_that_destroys_nothing, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dead_context_names_the_launch_if_it_was_waited_for),
        cmocka_unit_test(a_dead_context_names_no_launch_otherwise),
        cmocka_unit_test(a_forked_process_gets_errors_and_prints_nothing),
        cmocka_unit_test(exit_succeeds_with_undestroyed_objects),
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
