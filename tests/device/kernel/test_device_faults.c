/* A kernel that faults ends its launch with CUDA's error, and the program goes on. What kernels
 * print is shown. Runs on the CPU driver or on a GPU, as CUSTUB_DRIVER in the environment says.
 * Each fault has a process of its own, since it ends the context. */
#define _POSIX_C_SOURCE 200809L

#include "device_fixture.h"
#include "faults.custub.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CUDA_ERROR_ILLEGAL_ADDRESS 700
#define CUDA_ERROR_LAUNCH_TIMEOUT  702
#define CUDA_ERROR_ASSERT          710
#define CUDA_ERROR_LAUNCH_FAILED   719

#define TOO_DEEP 4000000 /* 16 GB of stack */

typedef custub_status (*action)(faults_kernels *kernels, const custub_launch *launch);

static custub_status store_to_null(faults_kernels *kernels, const custub_launch *launch)
{
    return launch_store(kernels, launch, custub_i32_view_of(0, 0), &fixture_error);
}

static custub_status store_far_away(faults_kernels *kernels, const custub_launch *launch)
{
    return launch_store_after_barrier(kernels, launch, custub_i32_view_of(0x10, 0), &fixture_error);
}

static custub_status store_beyond_memory(faults_kernels *kernels, const custub_launch *launch)
{
    return launch_store(kernels, launch, custub_i32_view_of(UINT64_C(1) << 60, 0), &fixture_error);
}

static custub_status trap(faults_kernels *kernels, const custub_launch *launch)
{
    return launch_stop(kernels, launch, numbers_of(1).view, &fixture_error);
}

static custub_status run_claim(faults_kernels *kernels, const custub_launch *launch)
{
    custub_launch row = *launch;

    row.grid = custub_grid(4, 1, 1);
    return launch_claim(kernels, &row, 30, numbers_of(32).view, &fixture_error);
}

static custub_status print(faults_kernels *kernels, const custub_launch *launch)
{
    return launch_say(kernels, launch, 3, &fixture_error);
}

static custub_status divide_by_zero(faults_kernels *kernels, const custub_launch *launch)
{
    return launch_divide(kernels, launch, numbers_of(1).view, &fixture_error);
}

static custub_status recurse(faults_kernels *kernels, const custub_launch *launch)
{
    return launch_recurse(kernels, launch, numbers_of(8).view, TOO_DEEP, &fixture_error);
}

static custub_status recurse_after_barrier(faults_kernels *kernels, const custub_launch *launch)
{
    return launch_recurse_after_barrier(kernels, launch, numbers_of(8).view, TOO_DEEP,
                                        &fixture_error);
}

static custub_status wait_for_ever(faults_kernels *kernels, const custub_launch *launch)
{
    return launch_wait(kernels, launch, numbers_of(8).view, &fixture_error);
}

static custub_status free_buffer(faults_kernels *kernels, const custub_launch *launch)
{
    return launch_free_buffer(kernels, launch, numbers_of(8).view, &fixture_error);
}

static custub_status free_variable(faults_kernels *kernels, const custub_launch *launch)
{
    return launch_free_variable(kernels, launch, numbers_of(8).view, &fixture_error);
}

static custub_status free_twice(faults_kernels *kernels, const custub_launch *launch)
{
    return launch_free_twice(kernels, launch, numbers_of(8).view, &fixture_error);
}

/* One kernel allocates memory, and another one frees it. */
static custub_status allocate_and_free(faults_kernels *kernels, const custub_launch *launch)
{
    custub_i32_buffer out = numbers_of(8);
    custub_i32_buffer kept = numbers_of(16); /* 8 addresses */
    int32_t numbers[8];

    launch_keep(kernels, launch, custub_ptr_view_of(kept.view.ptr, 8), &fixture_error);
    launch_give_back(kernels, launch, custub_ptr_view_of(kept.view.ptr, 8), out.view,
                     &fixture_error);
    if (custub_failed(&fixture_error))
        return fixture_error.status;
    read_numbers(&out, numbers);
    for (int i = 0; i < 8; i++) {
        if (numbers[i] != 5 + i)
            _exit(2);
    }
    return CUSTUB_OK;
}

/* Launches and waits in a child, whose exit status is the low byte of the CUresult. */
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
        if (open_fixture() != 0)
            _exit(1);
        kernels = faults_load(&fixture_error);
        if (custub_failed(&fixture_error))
            _exit(1);
        launch.check = CUSTUB_CHECK_NONE; /* the kernel gets invalid addresses */
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

/* The same; `text` gets what the child prints on standard error. */
static int result_and_errors_of(action act, size_t size, char *text)
{
    int ends[2];
    int kept = dup(STDERR_FILENO);
    int result;
    ssize_t count;

    assert_int_equal(pipe(ends), 0);
    dup2(ends[1], STDERR_FILENO);
    result = result_of(act, -1);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(ends[1]);
    count = read(ends[0], text, size - 1);
    text[count > 0 ? count : 0] = '\0';
    close(ends[0]);
    return result;
}

static void a_null_pointer_is_an_illegal_address(void **state)
{
    (void)state;
    assert_int_equal(result_of(store_to_null, -1), CUDA_ERROR_ILLEGAL_ADDRESS & 0xff);
}

static void a_wild_pointer_after_a_barrier_is_an_illegal_address(void **state)
{
    (void)state;
    assert_int_equal(result_of(store_far_away, -1), CUDA_ERROR_ILLEGAL_ADDRESS & 0xff);
}

static void an_address_beyond_memory_is_an_illegal_address(void **state)
{
    char text[1024];

    (void)state;
    assert_int_equal(result_and_errors_of(store_beyond_memory, sizeof(text), text),
                     CUDA_ERROR_ILLEGAL_ADDRESS & 0xff);
    assert_null(strstr(text, "nil")); /* x86-64 does not report the address */
}

static void a_trap_fails_the_launch(void **state)
{
    (void)state;
    assert_int_equal(result_of(trap, -1), CUDA_ERROR_LAUNCH_FAILED & 0xff);
}

static void shows_printed_text(void **state)
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

static void an_assertion_tells_its_place_block_and_thread(void **state)
{
    char text[1024];

    (void)state;
    assert_int_equal(result_and_errors_of(run_claim, sizeof(text), text), CUDA_ERROR_ASSERT & 0xff);
    assert_non_null(strstr(text, "faults.cu:29: void claim(int, int"));
    assert_non_null(strstr(text, ": block: [2,0,0], thread: [3,0,0] Assertion `i != 19` failed."));
}

/* --- Only on the CPU driver: a GPU ends these in other ways, or not at all ------------------ */

static bool on_cpu_driver(void)
{
    const char *driver = getenv("CUSTUB_DRIVER");

    return driver && strcmp(driver, "cpu") == 0;
}

#if defined(__x86_64__)
static const bool division_by_zero_traps = true;
#else
static const bool division_by_zero_traps = false; /* it gives some number, as on a GPU */
#endif

static void a_division_by_zero_fails_the_launch(void **state)
{
    (void)state;
    if (!on_cpu_driver() || !division_by_zero_traps)
        skip();
    assert_int_equal(result_of(divide_by_zero, -1), CUDA_ERROR_LAUNCH_FAILED & 0xff);
}

static void a_stack_that_overflows_is_an_illegal_address(void **state)
{
    (void)state;
    if (!on_cpu_driver())
        skip();
    assert_int_equal(result_of(recurse, -1), CUDA_ERROR_ILLEGAL_ADDRESS & 0xff);
    assert_int_equal(result_of(recurse_after_barrier, -1), CUDA_ERROR_ILLEGAL_ADDRESS & 0xff);
}

static void kernels_have_a_heap(void **state)
{
    (void)state;
    assert_int_equal(result_of(allocate_and_free, -1), 0);
}

static void freeing_what_was_not_allocated_fails_the_launch(void **state)
{
    (void)state;
    if (!on_cpu_driver())
        skip();
    assert_int_equal(result_of(free_buffer, -1), CUDA_ERROR_LAUNCH_FAILED & 0xff);
    assert_int_equal(result_of(free_variable, -1), CUDA_ERROR_LAUNCH_FAILED & 0xff);
    assert_int_equal(result_of(free_twice, -1), CUDA_ERROR_LAUNCH_FAILED & 0xff);
}

static void threads_that_wait_for_each_other_end(void **state)
{
    (void)state;
    if (!on_cpu_driver())
        skip();
    assert_int_equal(result_of(wait_for_ever, -1), CUDA_ERROR_LAUNCH_TIMEOUT & 0xff);
}

static sigjmp_buf after_signal;
static volatile sig_atomic_t signals_seen;

static void on_signal(int number)
{
    signals_seen = signals_seen + number;
    siglongjmp(after_signal, 1);
}

/* A kernel faults, then the program itself, whose handler was installed first. */
static int fault_after_a_kernel(bool with_handler)
{
    faults_kernels kernels;
    custub_launch launch = one_block(8);
    volatile int *volatile nowhere = NULL;

    signal(SIGSEGV, with_handler ? on_signal : SIG_DFL); /* the test library has one of its own */
    if (open_fixture() != 0)
        return 1;
    kernels = faults_load(&fixture_error);
    if (custub_failed(&fixture_error))
        return 1;
    launch.check = CUSTUB_CHECK_NONE;
    if (store_to_null(&kernels, &launch) != CUSTUB_OK ||
        custub_stream_synchronize(0, &fixture_error) == CUSTUB_OK)
        return 2;
    if (signals_seen != 0)
        return 3;
    if (sigsetjmp(after_signal, 1) == 0)
        *nowhere = 1;
    return signals_seen == SIGSEGV ? 42 : 4;
}

static int answer_of_fault(bool with_handler)
{
    pid_t child;
    int answer = 0;

    fflush(stdout);
    child = fork();
    if (child == 0)
        _exit(fault_after_a_kernel(with_handler));
    assert_true(child > 0 && waitpid(child, &answer, 0) == child);
    return answer;
}

static void faults_of_the_program_reach_the_program(void **state)
{
    int answer;

    (void)state;
    if (!on_cpu_driver())
        skip();
    answer = answer_of_fault(true);
    assert_true(WIFEXITED(answer));
    assert_int_equal(WEXITSTATUS(answer), 42);
    answer = answer_of_fault(false);
    assert_true(WIFSIGNALED(answer));
    assert_int_equal(WTERMSIG(answer), SIGSEGV);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_null_pointer_is_an_illegal_address),
        cmocka_unit_test(a_wild_pointer_after_a_barrier_is_an_illegal_address),
        cmocka_unit_test(an_address_beyond_memory_is_an_illegal_address),
        cmocka_unit_test(a_trap_fails_the_launch),
        cmocka_unit_test(an_assertion_tells_its_place_block_and_thread),
        cmocka_unit_test(shows_printed_text),
        cmocka_unit_test(a_division_by_zero_fails_the_launch),
        cmocka_unit_test(a_stack_that_overflows_is_an_illegal_address),
        cmocka_unit_test(kernels_have_a_heap),
        cmocka_unit_test(freeing_what_was_not_allocated_fails_the_launch),
        cmocka_unit_test(threads_that_wait_for_each_other_end),
        cmocka_unit_test(faults_of_the_program_reach_the_program),
    };
    /* In a child, because a forked process cannot use the driver that its parent opened. */
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
