/* The driver as a whole: whether it is initialized, and its version. */
#define _POSIX_C_SOURCE 200809L

#include "context/context.h"
#include "api/fail.h"
#include "stream/pool.h"
#include "api/settings.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define DRIVER_VERSION 13000

static atomic_bool initialized;
static atomic_bool is_forked;

/* The threads stayed in the other process, and what they held locked stays locked. */
static void forked(void)
{
    atomic_store(&is_forked, true);
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, forked);
}

CUresult cuInit(unsigned int flags)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    CPU_ENTRY(cuInit);
    const char *fault;

    if (flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (atomic_load(&initialized))
        return cpu_check_initialized();
    fault = cpu_settings_fault();
    if (fault) {
        fprintf(stderr, "custub: %s\n", fault);
        return CUDA_ERROR_INVALID_VALUE;
    }
    pthread_once(&once, watch_forks);
    atomic_store(&initialized, true);
    return CUDA_SUCCESS;
}

CUresult cpu_check_initialized(void)
{
    if (!atomic_load(&initialized) || atomic_load(&is_forked))
        return CUDA_ERROR_NOT_INITIALIZED;
    return cpu_pool_in_host_function() ? CUDA_ERROR_NOT_PERMITTED : CUDA_SUCCESS;
}

CUresult cpu_check_device(CUdevice device)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDriverGetVersion(int *version)
{
    CPU_ENTRY(cuDriverGetVersion);
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = DRIVER_VERSION;
    return CUDA_SUCCESS;
}
