/* A thread has 512 KiB of local memory, whatever it calls. A thread that needs more ends its launch
 * with an error, and does not overwrite the variables of other threads. Only on the CPU driver: a
 * GPU would reserve that much for each thread that it can hold. */
#define _POSIX_C_SOURCE 200809L

#include "device_fixture.h"
#include "local_memory.custub.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREADS   8
#define ALL_OF_IT (512 * 1024 / 4)

typedef custub_status (*action)(local_memory_kernels *kernels, const custub_launch *launch,
                                int number, custub_i32_view out);

static custub_status fill(local_memory_kernels *kernels, const custub_launch *launch, int number,
                          custub_i32_view out)
{
    return launch_fill_local(kernels, launch, number, out, &fixture_error);
}

static custub_status fill_around_barrier(local_memory_kernels *kernels, const custub_launch *launch,
                                         int number, custub_i32_view out)
{
    return launch_fill_local_around_barrier(kernels, launch, number, out, &fixture_error);
}

static custub_status leave(local_memory_kernels *kernels, const custub_launch *launch, int number,
                           custub_i32_view out)
{
    return launch_leave_stack(kernels, launch, number, out, &fixture_error);
}

static custub_status leave_after_barrier(local_memory_kernels *kernels, const custub_launch *launch,
                                         int number, custub_i32_view out)
{
    return launch_leave_stack_after_barrier(kernels, launch, number, out, &fixture_error);
}

static custub_status step(local_memory_kernels *kernels, const custub_launch *launch, int number,
                          custub_i32_view out)
{
    return launch_take_steps(kernels, launch, number, out, &fixture_error);
}

static custub_status step_after_barrier(local_memory_kernels *kernels, const custub_launch *launch,
                                        int number, custub_i32_view out)
{
    return launch_take_steps_after_barrier(kernels, launch, number, out, &fixture_error);
}

/* Runs in a child. The result of each thread has to be first + thread * each. */
static int answers_in_child(action act, int number, int first, int each)
{
    local_memory_kernels kernels;
    custub_launch launch = one_block(THREADS);
    int32_t answers[THREADS];
    custub_i32_buffer out;

    if (open_fixture() != 0)
        return 2;
    kernels = local_memory_load(&fixture_error);
    if (custub_failed(&fixture_error))
        return 2;
    out = numbers_of(THREADS);
    if (act(&kernels, &launch, number, out.view) != CUSTUB_OK ||
        custub_i32_download(out.view, answers, out.view.count, 0, &fixture_error) != CUSTUB_OK) {
        fprintf(stderr, "%s\n", fixture_error.message);
        return 3;
    }
    for (int i = 0; i < THREADS; i++) {
        if (answers[i] != first + i * each)
            return 4;
    }
    return 0;
}

/* Runs a child. `text` gets what it writes to standard error. */
static int run(action act, int number, int first, int each, char *text, size_t size)
{
    int ends[2];
    int answer = 0;
    ssize_t got;
    size_t length = 0;
    pid_t child;

    fflush(NULL);
    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        _exit(answers_in_child(act, number, first, each));
    }
    close(ends[1]);
    while (length + 1 < size && (got = read(ends[0], text + length, size - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = '\0';
    close(ends[0]);
    assert_true(child > 0 && waitpid(child, &answer, 0) == child);
    if (!WIFEXITED(answer))
        fail_msg("ended by signal %d: %s", WTERMSIG(answer), text);
    return WEXITSTATUS(answer);
}

static void assert_answers(action act, int number, int first, int each)
{
    char text[4096];
    int answer = run(act, number, first, each, text, sizeof(text));

    if (answer != 0)
        fail_msg("%d: %s", answer, text);
    assert_string_equal(text, "");
}

static void assert_refused(action act, int number, const char *kernel)
{
    char text[4096];
    char name[64];
    int answer = run(act, number, 0, 0, text, sizeof(text));

    if (answer != 3)
        fail_msg("%d: %s", answer, text);
    snprintf(name, sizeof(name), "kernel '%s'", kernel);
    assert_non_null(strstr(text, name));
    assert_non_null(strstr(text, "more than the 512 KiB of local memory"));
    assert_non_null(strstr(text, "CUDA_ERROR_ILLEGAL_ADDRESS"));
}

static void a_thread_may_use_512_KiB(void **state)
{
    (void)state;
    assert_answers(fill, 3, 3 * ALL_OF_IT, ALL_OF_IT);
}

static void a_thread_that_waits_may_use_512_KiB(void **state)
{
    (void)state;
    assert_answers(fill_around_barrier, 3, 3 * ALL_OF_IT, ALL_OF_IT);
}

static void calls_may_share_512_KiB(void **state)
{
    (void)state;
    assert_answers(step, 6, 21, 0);
    assert_answers(step_after_barrier, 6, 21, 0);
}

static void one_frame_that_is_too_large_is_refused(void **state)
{
    (void)state;
    assert_refused(leave, 1, "leave_stack");
}

static void one_frame_does_not_reach_the_next_stack(void **state)
{
    (void)state;
    assert_refused(leave_after_barrier, 1, "leave_stack_after_barrier");
}

static void too_many_calls_are_refused(void **state)
{
    (void)state;
    assert_refused(step, 1000, "take_steps");
    assert_refused(step_after_barrier, 1000, "take_steps_after_barrier");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thread_may_use_512_KiB),
        cmocka_unit_test(a_thread_that_waits_may_use_512_KiB),
        cmocka_unit_test(calls_may_share_512_KiB),
        cmocka_unit_test(one_frame_that_is_too_large_is_refused),
        cmocka_unit_test(one_frame_does_not_reach_the_next_stack),
        cmocka_unit_test(too_many_calls_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
