#define _POSIX_C_SOURCE 200809L

#include "api/driver_state.h"

#include <pthread.h>
#include <stdatomic.h>

static atomic_bool is_open;
static atomic_bool is_forked;
static _Thread_local bool is_forbidden;

/* A forked child has none of the driver's threads, and the locks that they held stay locked. */
static void forked(void)
{
    atomic_store(&is_forked, true);
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, forked);
}

void cpu_driver_open(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, watch_forks);
    atomic_store(&is_open, true);
}

bool cpu_driver_is_open(void)
{
    return atomic_load(&is_open);
}

bool cpu_driver_is_forked(void)
{
    return atomic_load(&is_forked);
}

void cpu_driver_forbid_calls(void)
{
    is_forbidden = true;
}

CUresult cpu_check_initialized(void)
{
    if (!atomic_load(&is_open) || atomic_load(&is_forked))
        return CUDA_ERROR_NOT_INITIALIZED;
    return is_forbidden ? CUDA_ERROR_NOT_PERMITTED : CUDA_SUCCESS;
}

CUresult cpu_check_device(CUdevice device)
{
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
