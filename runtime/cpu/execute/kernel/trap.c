#include "execute/kernel/trap.h"

#include "execute/kernel/output.h"

#include <stdio.h>
#include <stdlib.h>

_Thread_local kernel_run *kernel_running;

static CUresult failure_of(custub_cpu_trap kind)
{
    switch (kind) {
    case CUSTUB_CPU_TRAP_ASSERT:
        return CUDA_ERROR_ASSERT;
    case CUSTUB_CPU_TRAP_UNFIT:
        return CUDA_ERROR_NOT_SUPPORTED;
    case CUSTUB_CPU_TRAP_HANG:
        return CUDA_ERROR_LAUNCH_TIMEOUT;
    case CUSTUB_CPU_TRAP_FAULT:
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    case CUSTUB_CPU_TRAP_INSTRUCTION:
        return CUDA_ERROR_ILLEGAL_INSTRUCTION;
    case CUSTUB_CPU_TRAP_EXIT:
    case CUSTUB_CPU_TRAP_INTERNAL:
        break;
    }
    return CUDA_ERROR_LAUNCH_FAILED;
}

_Noreturn void cpu_kernel_trap(custub_cpu_trap kind, const char *text)
{
    kernel_run *run = kernel_running;

    if (!run) {
        fprintf(stderr, "custub: device code outside of a launch: %s\n", text);
        abort();
    }
    kernel_say(run->kernel, &run->block, text);
    run->failure = failure_of(kind);
    if (run->threads)
        run->abandon(run->threads);
    longjmp(run->escape, 1);
}

bool cpu_in_kernel(void)
{
    return kernel_running != NULL;
}
