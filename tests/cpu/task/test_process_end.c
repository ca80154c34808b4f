/* A process whose main thread has ended ends with the last thread of the program, although the
 * driver's threads remain. Until then signals reach it. */
#define _DEFAULT_SOURCE

#include "driver_table.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define WORDS      1024
#define AT_MOST_MS 20000
#define ATEXIT_RAN 5 /* an exit status */

static void sleep_ms(long ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&time, NULL);
}

static void need(CUresult result)
{
    if (result != CUDA_SUCCESS)
        _exit(EXIT_FAILURE);
}

/* Runs in a child, and makes the driver start its threads. */
static void work(void)
{
    CUcontext context;
    CUdeviceptr words;

    if (!driver_open(true))
        _exit(EXIT_FAILURE);
    need(cu.cuDevicePrimaryCtxRetain(&context, 0));
    need(cu.cuCtxSetCurrent(context));
    need(cu.cuMemAlloc_v2(&words, WORDS * sizeof(int)));
    need(cu.cuMemsetD32Async(words, 1, WORDS, NULL));
    need(cu.cuCtxSynchronize());
}

static pid_t start(void (*run)(void))
{
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        run();
        pthread_exit(NULL);
    }
    return child;
}

/* The status of waitpid(); fails if the child does not end. */
static int end_of(pid_t child)
{
    int status = 0;

    for (int ms = 0; ms < AT_MOST_MS; ms += 10) {
        if (waitpid(child, &status, WNOHANG) == child)
            return status;
        sleep_ms(10);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    fail_msg("the process did not end");
    return status;
}

static void exit_with(int expected, int status)
{
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), expected);
}

/* --- What children do --------------------------------------------------------------------------
 */

static void exit_in_handler(void)
{
    _exit(ATEXIT_RAN);
}

static void work_and_register(void)
{
    atexit(exit_in_handler);
    work();
}

static void *work_in_thread(void *unused)
{
    (void)unused;
    work();
    return NULL;
}

static void let_other_thread_work(void)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, work_in_thread, NULL) != 0)
        _exit(EXIT_FAILURE);
}

static void *exit_later(void *unused)
{
    (void)unused;
    sleep_ms(1500); /* longer than the time between the driver's looks */
    _exit(3);
}

static void leave_thread_running(void)
{
    pthread_t thread;

    work();
    if (pthread_create(&thread, NULL, exit_later, NULL) != 0)
        _exit(EXIT_FAILURE);
}

/* Leaves a kernel running that waits for ever. */
static void leave_kernel_running(void)
{
    CUmodule module;
    CUfunction function;
    CUdeviceptr flag;
    void *params[] = {&flag};

    work();
    need(cu.cuMemAlloc_v2(&flag, sizeof(int)));
    need(cu.cuMemsetD32_v2(flag, 0, 1));
    need(cu.cuModuleLoadData(&module, driver_image()));
    need(cu.cuModuleGetFunction(&function, module, "wait_for"));
    need(cu.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
}

/* The forked child has no driver, and ends like any other process. */
static void fork_and_end(void)
{
    pid_t child;
    int status = 0;

    work();
    child = fork();
    if (child == 0)
        return;
    waitpid(child, &status, 0);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) + 4 : EXIT_FAILURE);
}

/* --- Tests -------------------------------------------------------------------------------------
 */

static void ends_when_main_ends(void **state)
{
    (void)state;
    exit_with(0, end_of(start(work)));
}

static void runs_exit_handlers(void **state)
{
    (void)state;
    exit_with(ATEXIT_RAN, end_of(start(work_and_register)));
}

static void ends_when_another_thread_used_the_driver(void **state)
{
    (void)state;
    exit_with(0, end_of(start(let_other_thread_work)));
}

static void goes_on_while_the_program_has_a_thread(void **state)
{
    (void)state;
    exit_with(3, end_of(start(leave_thread_running)));
}

static void takes_signals_while_a_kernel_runs(void **state)
{
    const pid_t child = start(leave_kernel_running);
    int status;

    (void)state;
    sleep_ms(500);
    assert_int_equal(waitpid(child, &status, WNOHANG), 0);
    assert_int_equal(kill(child, SIGTERM), 0);
    status = end_of(child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGTERM);
}

static void ends_in_a_forked_child(void **state)
{
    (void)state;
    exit_with(4, end_of(start(fork_and_end)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_when_main_ends),
        cmocka_unit_test(runs_exit_handlers),
        cmocka_unit_test(ends_when_another_thread_used_the_driver),
        cmocka_unit_test(goes_on_while_the_program_has_a_thread),
        cmocka_unit_test(takes_signals_while_a_kernel_runs),
        cmocka_unit_test(ends_in_a_forked_child),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
