/* A kernel that faults ends its launch with CUDA's error and leaves the program alive; what kernels
 * print is shown. On the CPU driver and on a GPU, which CUSTUB_DRIVER in the environment chooses:
 * each fault in a process of its own, since it ends the context. */
#define _POSIX_C_SOURCE 200809L

#include "device_fixture.h"
#include "faults.custub.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CUDA_ERROR_ILLEGAL_ADDRESS 700
#define CUDA_ERROR_LAUNCH_FAILED   719

typedef custub_status (*action)(faults_kernels *kernels, const custub_launch *launch);

static custub_status store_to_null(faults_kernels *kernels, const custub_launch *launch)
{
    return launch_store(kernels, launch, custub_i32_of(0, 0));
}

static custub_status store_far_away(faults_kernels *kernels, const custub_launch *launch)
{
    return launch_store_after_barrier(kernels, launch, custub_i32_of(0x10, 0));
}

static custub_status trap(faults_kernels *kernels, const custub_launch *launch)
{
    return launch_stop(kernels, launch, numbers_of(1));
}

static custub_status print(faults_kernels *kernels, const custub_launch *launch)
{
    return launch_say(kernels, launch, 3);
}

/* In a child: launches, waits, and answers the CUresult by its exit status, cut to a byte. */
static int result_of(action act, int output)
{
    faults_kernels kernels;
    custub_launch launch = one_block(8);
    custub_status status;
    pid_t child;
    int answer = 0;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        if (output >= 0)
            dup2(output, STDOUT_FILENO);
        if (open_fixture() != 0 || faults_load(&kernels, &fixture_error) != CUSTUB_OK)
            _exit(1);
        launch.check = CUSTUB_CHECK_NONE; /* a buffer that is not there is what is meant */
        status = act(&kernels, &launch);
        if (status == CUSTUB_OK)
            status = custub_stream_synchronize(0, &fixture_error);
        fflush(stdout);
        _exit(status == CUSTUB_OK ? 0 : fixture_error.driver_result & 0xff);
    }
    assert_true(child > 0 && waitpid(child, &answer, 0) == child);
    if (!WIFEXITED(answer))
        fail_msg("ended by signal %d", WTERMSIG(answer));
    return WEXITSTATUS(answer);
}

static void a_null_pointer_is_an_illegal_address(void **state)
{
    (void)state;
    assert_int_equal(result_of(store_to_null, -1), CUDA_ERROR_ILLEGAL_ADDRESS & 0xff);
}

static void a_wild_pointer_behind_a_barrier_is_one_too(void **state)
{
    (void)state;
    assert_int_equal(result_of(store_far_away, -1), CUDA_ERROR_ILLEGAL_ADDRESS & 0xff);
}

static void a_trap_fails_the_launch(void **state)
{
    (void)state;
    assert_int_equal(result_of(trap, -1), CUDA_ERROR_LAUNCH_FAILED & 0xff);
}

static void shows_what_is_printed(void **state)
{
    char text[1024] = "";
    int ends[2];
    ssize_t size;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(result_of(print, ends[1]), 0);
    close(ends[1]);
    size = read(ends[0], text, sizeof(text) - 1);
    assert_true(size > 0);
    close(ends[0]);
    for (int i = 0; i < 8; i++) {
        char line[64];
        snprintf(line, sizeof(line), "thread %d says 1.50\n", i);
        assert_non_null(strstr(text, line));
    }
    assert_null(strstr(text, "returned"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_null_pointer_is_an_illegal_address),
        cmocka_unit_test(a_wild_pointer_behind_a_barrier_is_one_too),
        cmocka_unit_test(a_trap_fails_the_launch),
        cmocka_unit_test(shows_what_is_printed),
    };
    /* In a child: a driver does not outlive a fork. */
    pid_t child = fork();
    int answer = 0;

    if (child == 0) {
        answer = open_fixture();
        fflush(stdout);
        _exit(answer);
    }
    if (child < 0 || waitpid(child, &answer, 0) != child || !WIFEXITED(answer))
        return EXIT_FAILURE;
    if (WEXITSTATUS(answer) != 0)
        return WEXITSTATUS(answer);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
