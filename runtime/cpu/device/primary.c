/* The device's primary context. */
#define _POSIX_C_SOURCE 200809L

#include "api/fail.h"
#include "device/context_create.h"
#include "stream/stream_set.h"

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned int retained; /* is not changed by a reset */
static bool is_active;

static CUresult activate(void)
{
    CUcontext context = cpu_context_primary();

    atomic_store(&context->failure, CUDA_SUCCESS);
    context->id = cpu_context_new_number();
    if (!cpu_handle_add(&context->object))
        return CUDA_ERROR_OUT_OF_MEMORY;
    cpu_stream_set_initialize(&context->streams, context);
    cpu_context_open(context);
    is_active = true;
    return CUDA_SUCCESS;
}

static void deactivate(void)
{
    if (!is_active)
        return;
    is_active = false;
    cpu_handle_remove(cpu_context_primary(), CPU_KIND_CONTEXT);
    cpu_context_clear(cpu_context_primary());
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    CPU_ENTRY(cuDevicePrimaryCtxRetain);
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&lock);
    if (!is_active)
        result = activate();
    if (result == CUDA_SUCCESS) {
        retained++;
        *context = cpu_context_primary();
    }
    pthread_mutex_unlock(&lock);
    return result;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    CPU_ENTRY(cuDevicePrimaryCtxRelease_v2);
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    pthread_mutex_lock(&lock);
    if (retained == 0) {
        result = CUDA_ERROR_INVALID_CONTEXT;
    } else if (--retained == 0) {
        deactivate();
    }
    pthread_mutex_unlock(&lock);
    return result;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active)
{
    CPU_ENTRY(cuDevicePrimaryCtxGetState);
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (!flags || !active)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&lock);
    *flags = cpu_context_primary()->flags;
    *active = is_active;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice device)
{
    CPU_ENTRY(cuDevicePrimaryCtxReset_v2);
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    pthread_mutex_lock(&lock);
    deactivate();
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned int flags)
{
    CPU_ENTRY(cuDevicePrimaryCtxSetFlags_v2);
    CUresult result = cpu_check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (flags & ~(unsigned int)CU_CTX_FLAGS_MASK)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&lock);
    cpu_context_primary()->flags = flags;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}
