/* The CPU driver takes only the four signals that report a fault, and one real-time signal. Faults
 * that are not a kernel's go on to the program's handlers. Each test runs in its own process. */
#define _GNU_SOURCE /* gettid's number, NSIG */

#include "api_kernels.custub.h"

#include <custub/custub.h>

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "child.h"

#define SECONDS_AT_MOST 60
#define SIGNALS         65

/* The thread sanitizer does not let a handler leave its stack, so kernels are not interrupted. */
#define HAS_TICKS 1
#if defined(__SANITIZE_THREAD__)
#undef HAS_TICKS
#define HAS_TICKS 0
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#undef HAS_TICKS
#define HAS_TICKS 0
#endif
#endif

static custub_error error;
static api_kernels_kernels kernels;
static custub_i32_buffer data;

#define CHILD_SUCCEED(call)                                                                        \
    do {                                                                                           \
        if (call)                                                                                  \
            CHILD_CHECK_STRING(error.message, #call);                                              \
    } while (0)

static custub_launch one_thread(void)
{
    custub_launch launch = custub_launch_of(1, 1);

    launch.check = CUSTUB_CHECK_NONE;
    return launch;
}

static void begin(void)
{
    static custub_device *device; /* still reachable when the process ends */
    custub_launch launch = one_thread();
    int one = 1;

    alarm(SECONDS_AT_MOST);
    setenv("CUSTUB_DRIVER", "cpu", 1);
    setenv("CUSTUB_CPU_TIMEOUT", "1000", 0); /* every kernel is interrupted */
    device = custub_device_open(0, &error);
    kernels = api_kernels_load(&error);
    data = custub_i32_buffer_create(4, &error);
    custub_i32_upload(data.view, &one, 1, 0, &error);
    launch_wait_for(&kernels, &launch, data.view, &error); /* on a thread that is interrupted */
    CHILD_SUCCEED(custub_stream_synchronize(0, &error));
    CHILD_CHECK(device != NULL);
}

/* Returns the result of a kernel that never ends. */
static int run_for_ever(void)
{
    custub_launch launch = one_thread();
    int zero = 0;

    CHILD_SUCCEED(custub_i32_upload(data.view, &zero, 1, 0, &error));
    CHILD_SUCCEED(launch_wait_for(&kernels, &launch, data.view, &error));
    CHILD_CHECK(custub_stream_synchronize(0, &error) == CUSTUB_ERROR_DRIVER);
    return error.driver_result;
}

static bool is_same(const struct sigaction *a, const struct sigaction *b)
{
    return a->sa_flags == b->sa_flags &&
           (a->sa_flags & SA_SIGINFO ? a->sa_sigaction == b->sa_sigaction
                                     : a->sa_handler == b->sa_handler);
}

static bool is_fault(int number)
{
#if defined(__aarch64__)
    if (number == SIGTRAP)
        return true;
#endif
    return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL;
}

static void in_child_all_other_signals_stay_as_they_were(void)
{
    struct sigaction before[SIGNALS];
    struct sigaction after;
    int real_time = 0;

    for (int number = 1; number < SIGNALS; number++)
        sigaction(number, NULL, &before[number]);
    begin();
    for (int number = 1; number < SIGNALS; number++) {
        if (sigaction(number, NULL, &after) != 0 || is_same(&before[number], &after))
            continue;
        real_time += number >= SIGRTMIN;
        if (number < SIGRTMIN && !is_fault(number))
            fprintf(stderr, "signal %d has another handler\n", number);
        CHILD_CHECK(number >= SIGRTMIN || is_fault(number));
        CHILD_CHECK(number >= SIGRTMIN || (after.sa_flags & SA_ONSTACK));
    }
    CHILD_CHECK(real_time <= 1);
}
CHILD_TEST(all_other_signals_stay_as_they_were)

/* As in Go, whose threads have small stacks: all handlers run on a separate one. */
static char handlers_stack[65536];
static volatile sig_atomic_t seen;
static volatile sig_atomic_t was_on_stack;
static sigset_t mask_in_handler;
static sigjmp_buf after_signal;

static void on_signal(int number)
{
    char here;

    seen = number;
    was_on_stack = &here >= handlers_stack && &here < handlers_stack + sizeof(handlers_stack);
    pthread_sigmask(SIG_SETMASK, NULL, &mask_in_handler);
    if (is_fault(number))
        siglongjmp(after_signal, 1);
}

static void install(int number)
{
    struct sigaction action;
    stack_t stack;

    memset(&stack, 0, sizeof(stack));
    stack.ss_sp = handlers_stack;
    stack.ss_size = sizeof(handlers_stack);
    CHILD_CHECK(sigaltstack(&stack, NULL) == 0);
    memset(&action, 0, sizeof(action));
    action.sa_handler = on_signal;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGUSR2);
    sigaction(number, &action, NULL);
}

static void in_child_handlers_run_on_their_own_stack(void)
{
    static const int numbers[] = {SIGURG, SIGUSR1, SIGPROF, SIGFPE, SIGSEGV};

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        install(numbers[i]);
    begin();
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        seen = 0;
        if (sigsetjmp(after_signal, 1) == 0)
            raise(numbers[i]);
        CHILD_CHECK(seen == numbers[i]);
        CHILD_CHECK(was_on_stack);
    }
}
CHILD_TEST(handlers_run_on_their_own_stack)

static void in_child_handlers_of_the_program_run_with_their_mask(void)
{
    volatile int *volatile nowhere = (volatile int *)(uintptr_t)16;

    install(SIGSEGV);
    begin();
    if (sigsetjmp(after_signal, 1) == 0)
        *nowhere = 1;
    CHILD_CHECK(seen == SIGSEGV);
    CHILD_CHECK(sigismember(&mask_in_handler, SIGUSR2) == 1);
    CHILD_CHECK(sigismember(&mask_in_handler, SIGSEGV) == 1);
    CHILD_CHECK(sigismember(&mask_in_handler, SIGUSR1) == 0);
}
CHILD_TEST(handlers_of_the_program_run_with_their_mask)

static void in_child_ignored_signals_stay_ignored(void)
{
    signal(SIGFPE, SIG_IGN);
    begin();
    kill(getpid(), SIGFPE);
    raise(SIGFPE);
}
CHILD_TEST(ignored_signals_stay_ignored)

static void in_child_the_time_limit_works_with_ignored_signals(void)
{
    const struct timespec a_while = {0, 50000000};

    setenv("CUSTUB_CPU_TIMEOUT", "1", 1);
    begin();
    for (int number = 1; number < SIGNALS; number++)
        if (!is_fault(number) && number != SIGALRM)
            signal(number, SIG_IGN);
    nanosleep(&a_while, NULL);
    CHILD_CHECK(run_for_ever() == 702 /* CUDA_ERROR_LAUNCH_TIMEOUT */);
}
static void the_time_limit_works_with_ignored_signals(void **state)
{
    (void)state;
    if (!HAS_TICKS)
        skip();
    assert_true(passes_in_child(in_child_the_time_limit_works_with_ignored_signals));
}

/* The driver's threads take none of the program's signals. */
static void in_child_signals_of_the_process_go_to_program_threads(void)
{
    sigset_t set;
    int number = 0;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    install(SIGUSR1);
    begin();
    kill(getpid(), SIGUSR1);
    CHILD_CHECK(sigwait(&set, &number) == 0 && number == SIGUSR1);
    CHILD_CHECK(seen == 0);
}
CHILD_TEST(signals_of_the_process_go_to_program_threads)

static void leave(int number)
{
    (void)number;
    _exit(0);
}

/* As documented, a handler that the program installs later gets the faults of kernels. */
static void in_child_a_handler_installed_later_gets_kernel_faults(void)
{
    custub_launch launch = one_thread();

    begin();
    signal(SIGSEGV, leave);
    CHILD_SUCCEED(launch_add(&kernels, &launch, custub_i32_view_of(0x10, 4), 1, 4, &error));
    custub_stream_synchronize(0, &error);
    CHILD_CHECK(!"the handler was called");
}
CHILD_TEST(a_handler_installed_later_gets_kernel_faults)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_other_signals_stay_as_they_were),
        cmocka_unit_test(handlers_run_on_their_own_stack),
        cmocka_unit_test(handlers_of_the_program_run_with_their_mask),
        cmocka_unit_test(ignored_signals_stay_ignored),
        cmocka_unit_test(the_time_limit_works_with_ignored_signals),
        cmocka_unit_test(signals_of_the_process_go_to_program_threads),
        cmocka_unit_test(a_handler_installed_later_gets_kernel_faults),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
