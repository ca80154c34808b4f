/* The driver as a whole: cuInit, the version, and the environment's settings. */
#include "api/driver_state.h"
#include "api/fail.h"
#include "api/memory_checker.h"
#include "api/settings.h"
#include "execute/block_order.h"
#include "execute/kernel/time_limit.h"
#include "task/ready_queue.h"

#include <custub/cpu_checks.h>

#include <stdio.h>

#define DRIVER_VERSION 13000

/* Reads all variables, so that a wrong one is reported before anything runs. */
static const char *read_settings(void)
{
    cpu_fail_read_setting();
    cpu_pool_threads();
    kernel_limit_seconds();
    block_order_read(1);
    cpu_memory_checker_open();
    return cpu_setting_fault();
}

CUresult cuInit(unsigned int flags)
{
    CPU_ENTRY(cuInit);
    const char *fault;

    if (flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (cpu_driver_is_open())
        return cpu_check_initialized();
    fault = read_settings();
    if (fault) {
        fprintf(stderr, "custub: %s\n", fault);
        return CUDA_ERROR_INVALID_VALUE;
    }
    cpu_driver_open();
    return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version)
{
    CPU_ENTRY(cuDriverGetVersion);
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = DRIVER_VERSION;
    return CUDA_SUCCESS;
}

static int checks_of(unsigned kinds)
{
    if (kinds & CPU_CHECK_CONTRACT)
        return CUSTUB_CPU_CHECKS_CONTRACTS;
    return kinds ? CUSTUB_CPU_CHECKS_KERNELS : 0;
}

CUresult custub_cpu_settings(int *checks, const char **out)
{
    const char *fault = read_settings();

    if (checks)
        *checks = checks_of(cpu_memory_checker_kinds());
    if (out)
        *out = fault;
    return CUDA_SUCCESS;
}
