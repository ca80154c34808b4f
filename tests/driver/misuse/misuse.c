/* Misuse of the driver API: prints a line `name: result` for each case. misuse.expected holds the
 * results of a GPU's driver; those of the CPU driver have to be the same.
 *
 * A child process runs one case after the other. A new one goes on after a case that leaves the
 * process unusable, in which the driver crashes ("crash") or does not return ("hang"). */
#define _POSIX_C_SOURCE 200809L

#include "misuse.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SKIPPED         77
#define FIXTURE_FAILED  2
#define SECONDS_AT_MOST 20

misuse_fixture f;

static const misuse_case *const groups[] = {
    misuse_of_contexts, misuse_across_contexts, misuse_across_copies, misuse_of_memory,
    misuse_of_copies,   misuse_of_kernels,      misuse_of_streams,    misuse_of_graphs,
    misuse_of_nodes,    misuse_of_other,        misuse_of_faults,
};

/* A process reports a case when it begins, and again with its result. */
typedef struct report {
    int index;
    int is_done;
    CUresult result;
} report;

static const misuse_case *case_at(int index)
{
    for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
        for (const misuse_case *c = groups[i]; c->name; c++) {
            if (index-- == 0)
                return c;
        }
    }
    return NULL;
}

static void need(CUresult result, const char *what)
{
    if (result == CUDA_SUCCESS)
        return;
    fprintf(stderr, "misuse: %s: %s\n", what, driver_result_name(result));
    _exit(FIXTURE_FAILED);
}
#define NEED(call) need(cu.call, #call)

CUresult misuse_launch(CUfunction function, unsigned grid, unsigned block, unsigned shared,
                       CUstream stream)
{
    int value = 1;
    size_t n = 4;
    void *params[] = {&f.memory, &value, &n};

    return cu.cuLaunchKernel(function, grid, 1, 1, block, 1, 1, shared, stream, params, NULL);
}

CUstream misuse_capture(int mode)
{
    NEED(cuStreamBeginCapture_v2(f.capturing, mode));
    return f.capturing;
}

/* --- The fixture ---------------------------------------------------------------------------------
 */

static void set_up_memory(void)
{
    NEED(cuMemAlloc_v2(&f.memory, BYTES));
    NEED(cuMemAlloc_v2(&f.other, BYTES));
    NEED(cuMemHostAlloc((void **)&f.pinned, BYTES, 0));
    f.host = calloc(1, BYTES);
}

static void set_up_streams(void)
{
    NEED(cuStreamCreate(&f.stream, CU_STREAM_NON_BLOCKING));
    NEED(cuStreamCreate(&f.capturing, CU_STREAM_NON_BLOCKING));
    NEED(cuEventCreate(&f.event, 0));
    NEED(cuEventCreate(&f.recorded, 0));
    NEED(cuEventCreate(&f.timeless, CU_EVENT_DISABLE_TIMING));
    NEED(cuEventRecord(f.recorded, f.stream));
    NEED(cuEventRecord(f.timeless, f.stream));
    NEED(cuStreamSynchronize(f.stream));
}

static void set_up_kernels(void)
{
    NEED(cuLibraryLoadData(&f.library, driver_image(), NULL, NULL, 0, NULL, NULL, 0));
    NEED(cuModuleLoadData(&f.module, driver_image()));
    NEED(cuModuleGetFunction(&f.add, f.module, "add"));
    NEED(cuModuleGetFunction(&f.bounded, f.module, "bounded_kernel"));
    NEED(cuModuleGetFunction(&f.shared, f.module, "dynamic_shared"));
    NEED(cuModuleGetFunction(&f.none, f.module, "no_parameters"));
}

static void set_up_graphs(void)
{
    int value = 1;
    size_t n = 4;
    void *params[] = {&f.memory, &value, &n};
    CUDA_KERNEL_NODE_PARAMS node = {.func = f.add,
                                    .gridDimX = 1,
                                    .gridDimY = 1,
                                    .gridDimZ = 1,
                                    .blockDimX = 4,
                                    .blockDimY = 1,
                                    .blockDimZ = 1,
                                    .kernelParams = params};

    NEED(cuGraphCreate(&f.graph, 0));
    NEED(cuGraphCreate(&f.chain, 0));
    NEED(cuGraphAddEmptyNode(&f.a, f.chain, NULL, 0));
    NEED(cuGraphAddEmptyNode(&f.b, f.chain, &f.a, 1));
    NEED(cuGraphCreate(&f.kernel_graph, 0));
    NEED(cuGraphAddKernelNode_v2(&f.kernel_node, f.kernel_graph, NULL, 0, &node));
    NEED(cuGraphInstantiateWithFlags(&f.exec, f.kernel_graph, 0));
}

static void set_up(misuse_state state)
{
    CUdevice device;

    memset(&f, 0, sizeof(f));
    if (state == MISUSE_BARE)
        return;
    NEED(cuInit(0));
    if (state == MISUSE_EMPTY)
        return;
    NEED(cuDeviceGet(&device, 0));
    NEED(cuDevicePrimaryCtxRetain(&f.context, device));
    NEED(cuCtxSetCurrent(f.context));
    set_up_memory();
    set_up_streams();
    set_up_kernels();
    set_up_graphs();
    NEED(cuMemAlloc_v2(&f.freed, BYTES)); /* last, so that nothing is allocated there again */
    NEED(cuMemFree_v2(f.freed));
}

/* --- One process ---------------------------------------------------------------------------------
 */

static void tell(int pipe, int index, int is_done, CUresult result)
{
    report told = {index, is_done, result};

    if (write(pipe, &told, sizeof(told)) != (ssize_t)sizeof(told))
        _exit(FIXTURE_FAILED);
}

/* Runs cases until one leaves this process unusable. Each case makes a fixture of its own and
 * leaves it as it is, since cleaning up may not work after misuse. */
static void run_from(int first, int pipe)
{
    for (int index = first; case_at(index); index++) {
        const misuse_case *c = case_at(index);
        CUresult result;

        if (index > first && c->state != MISUSE_USUAL)
            return;
        tell(pipe, index, 0, CUDA_SUCCESS);
        alarm(SECONDS_AT_MOST);
        set_up(c->state);
        result = c->run();
        tell(pipe, index, 1, result);
        if (c->state != MISUSE_USUAL || cu.cuCtxSynchronize() != CUDA_SUCCESS)
            return;
    }
}

/* --- All of them ---------------------------------------------------------------------------------
 */

static const char *ending(int status)
{
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGALRM ? "hang" : "crash";
    return WEXITSTATUS(status) == FIXTURE_FAILED ? "the fixture failed" : "exit";
}

/* Returns the first case that is left to run. */
static int run_process(int first)
{
    int pipes[2];
    int status;
    int next = first;
    report heard;
    report last = {first, 1, CUDA_SUCCESS};
    pid_t child;

    fflush(stdout);
    if (pipe(pipes) != 0 || (child = fork()) < 0)
        exit(FIXTURE_FAILED);
    if (child == 0) {
        close(pipes[0]);
        run_from(first, pipes[1]);
        _exit(0);
    }
    close(pipes[1]);
    while (read(pipes[0], &heard, sizeof(heard)) == (ssize_t)sizeof(heard)) {
        last = heard;
        next = heard.index + 1;
        if (heard.is_done)
            printf("%s: %s\n", case_at(heard.index)->name, driver_result_name(heard.result));
    }
    close(pipes[0]);
    waitpid(child, &status, 0);
    if (!last.is_done && last.index > first && WIFEXITED(status))
        return last.index; /* runs it again: an earlier case may have disturbed it */
    if (!last.is_done)
        printf("%s: %s\n", case_at(last.index)->name, ending(status));
    return next > first ? next : first + 1;
}

/* Opens the driver here, so that the child processes inherit it. Only they initialize it. */
int main(void)
{
    pid_t child = fork();
    int status;

    if (child == 0)
        exit(driver_open(true) ? 0 : SKIPPED);
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return SKIPPED;
    driver_open(false);
    for (int index = 0; case_at(index);)
        index = run_process(index);
    return 0;
}
