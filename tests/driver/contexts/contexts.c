/* Which calls need a current context. Each case calls a function with objects of one context, first
 * while no context is current, then while another one is, and prints both results as
 * `name: none, other`. contexts.expected holds the results of a GPU's driver; those of the CPU
 * driver have to be the same.
 *
 * As in misuse.c, a process runs one case after the other. When the driver crashes or does not
 * return, a new process goes on with the next case. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "contexts.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define SKIPPED         77
#define SECONDS_AT_MOST 10
#define CASES_AT_MOST   1024

enum { NONE, OTHER, STATES };

/* Results that the driver itself does not return. */
enum { NOT_RUN = -1, STARTED = -2, CRASHED = -3, HUNG = -4 };

static const contexts_case *const groups[] = {
    contexts_of_devices,  contexts_of_lives,  contexts_of_kernels, contexts_of_streams,
    contexts_of_captures, contexts_of_memory, contexts_of_copies,  contexts_of_textures,
    contexts_of_graphs,   contexts_of_nodes,
};

static struct {
    const contexts_case *of;
    bool in_capture;
    bool is_last; /* of its process */
} cases[CASES_AT_MOST];
static int case_count;

static int *results; /* shared with the processes: CASES_AT_MOST for each state */

/* --- The table is complete -----------------------------------------------------------------------
 */

static int collect(void)
{
    for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
        for (const contexts_case *c = groups[i]; c->name; c++) {
            if (case_count == CASES_AT_MOST)
                return 0;
            cases[case_count].of = c;
            cases[case_count].is_last = groups[i] == contexts_of_lives;
            cases[case_count++].in_capture = groups[i] == contexts_of_captures;
        }
    }
    return 1;
}

static int has_case(const char *function)
{
    for (int i = 0; i < case_count; i++) {
        if (strcmp(cases[i].of->name, function) == 0)
            return 1;
    }
    return 0;
}

static int every_function_has_a_case(void)
{
    int complete = 1;
#define CHECK(name, version, exported, parameters)                                                 \
    if (!has_case(#exported)) {                                                                    \
        printf("%s: has no case\n", #exported);                                                    \
        complete = 0;                                                                              \
    }
    CPU_FUNCTION_TABLE(CHECK)
#undef CHECK
    return complete;
}

/* --- One process ---------------------------------------------------------------------------------
 */

static void enter(int state)
{
    CUresult result = cu.cuCtxSetCurrent(state == NONE ? NULL : f.other);

    if (result != CUDA_SUCCESS) {
        fprintf(stderr, "contexts: cuCtxSetCurrent: %s\n", driver_result_name(result));
        _exit(2);
    }
}

static void run_from(int first, int state)
{
    contexts_open();
    for (int i = first; i < case_count; i++) {
        alarm(SECONDS_AT_MOST);
        contexts_set_up();
        if (cases[i].in_capture)
            contexts_capture();
        enter(state);
        results[state * CASES_AT_MOST + i] = STARTED;
        results[state * CASES_AT_MOST + i] = cases[i].of->run();
        if (cases[i].is_last)
            return;
        contexts_end_capture();
    }
}

/* --- All of them ---------------------------------------------------------------------------------
 */

static int run_state(int state)
{
    int *of = results + state * CASES_AT_MOST;
    int status;

    for (int next = 0; next < case_count;) {
        const int first = next;
        pid_t child = fork();

        if (child == 0) {
            run_from(first, state);
            _exit(0);
        }
        if (child < 0 || waitpid(child, &status, 0) < 0)
            return 0;
        while (next < case_count && of[next] != NOT_RUN && of[next] != STARTED)
            next++;
        if (next < case_count && of[next] == STARTED)
            of[next++] = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? HUNG : CRASHED;
        else if (next == first)
            return 0;
    }
    return 1;
}

static const char *result_name(int result)
{
    return result == NOT_RUN                        ? "not run"
           : result == CRASHED || result == STARTED ? "crash"
           : result == HUNG                         ? "hang"
                                                    : driver_result_name(result);
}

static void print_results(void)
{
    for (int i = 0; i < case_count; i++) {
        printf("%s:", cases[i].of->name);
        for (int state = 0; state < STATES; state++)
            printf("%s %s", state > 0 ? "," : "", result_name(results[state * CASES_AT_MOST + i]));
        putchar('\n');
    }
}

/* Opens the driver here, so that the child processes inherit it. Only they initialize it. */
int main(void)
{
    pid_t child = fork();
    int status;
    int complete;

    if (child == 0)
        exit(driver_open(true) ? 0 : SKIPPED);
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return SKIPPED;
    driver_open(false);
    results = mmap(NULL, sizeof(int) * CASES_AT_MOST * STATES, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (results == MAP_FAILED || !collect())
        return EXIT_FAILURE;
    for (int i = 0; i < CASES_AT_MOST * STATES; i++)
        results[i] = NOT_RUN;
    complete = every_function_has_a_case();
    for (int state = 0; state < STATES; state++) {
        if (fork() == 0)
            _exit(run_state(state) ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    while (wait(&status) > 0)
        complete &= status == 0;
    print_results();
    return complete ? EXIT_SUCCESS : EXIT_FAILURE;
}
