/* Attributes of kernels and functions. */
#include "context/context.h"
#include "image/module.h"
#include "api/fail.h"

#define BINARY_VERSION 90 /* compute capability 9.0, as cuFuncGetAttribute says it */

static CUresult get_attribute(int *value, int attribute, cpu_kernel *kernel)
{
    if (!value)
        return CUDA_ERROR_INVALID_VALUE;
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = (int)cpu_kernel_max_threads(kernel);
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
        *value = (int)kernel->entry->static_shared;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = (int)atomic_load(&kernel->max_dynamic_shared);
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
        *value = BINARY_VERSION;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        *value = -1; /* the driver chooses */
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        *value = 0;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

static CUresult set_attribute(int attribute, int value, cpu_kernel *kernel)
{
    unsigned int taken = kernel->entry->static_shared;
    unsigned int most = taken < CUSTUB_CPU_SHARED_LIMIT ? CUSTUB_CPU_SHARED_LIMIT - taken : 0;

    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        if (value < 0 || (unsigned int)value > most)
            return CUDA_ERROR_INVALID_VALUE;
        atomic_store(&kernel->max_dynamic_shared, (unsigned int)value);
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: /* a hint, ignored */
        return value >= -1 && value <= 100 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        return CUDA_ERROR_NOT_SUPPORTED;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

/* `size` may be null. */
static CUresult get_param(const cpu_kernel *kernel, size_t index, size_t *offset, size_t *size)
{
    if (!offset || index >= kernel->entry->param_count)
        return CUDA_ERROR_INVALID_VALUE;
    *offset = kernel->entry->params[index].offset;
    if (size)
        *size = kernel->entry->params[index].size;
    return CUDA_SUCCESS;
}

/* --- Kernels: in no context ----------------------------------------------------------------------
 */

CUresult cuKernelGetAttribute(int *value, int attribute, CUkernel handle, CUdevice device)
{
    CPU_ENTRY(cuKernelGetAttribute);
    cpu_kernel *kernel;
    CUresult result = cpu_kernel_find(&kernel, handle);

    if (result == CUDA_SUCCESS)
        result = cpu_check_device(device);
    return result == CUDA_SUCCESS ? get_attribute(value, attribute, kernel) : result;
}

CUresult cuKernelSetAttribute(int attribute, int value, CUkernel handle, CUdevice device)
{
    CPU_ENTRY(cuKernelSetAttribute);
    cpu_kernel *kernel;
    CUresult result = cpu_kernel_find(&kernel, handle);

    if (result == CUDA_SUCCESS)
        result = cpu_check_device(device);
    return result == CUDA_SUCCESS ? set_attribute(attribute, value, kernel) : result;
}

CUresult cuKernelGetParamInfo(CUkernel handle, size_t index, size_t *offset, size_t *size)
{
    CPU_ENTRY(cuKernelGetParamInfo);
    cpu_kernel *kernel;
    CUresult result = handle ? cpu_kernel_find(&kernel, handle) : CUDA_ERROR_INVALID_VALUE;
    CUcontext context;

    if (result == CUDA_SUCCESS)
        result =
            cpu_context_current(&context); /* like the CUDA driver, which loads the kernel then */
    return result == CUDA_SUCCESS ? get_param(kernel, index, offset, size) : result;
}

/* --- Functions: in a context, which need not be current ------------------------------------------
 */

static CUresult find_function(cpu_kernel **kernel, CUfunction handle)
{
    CUresult result = cpu_context_check();

    return result == CUDA_SUCCESS ? cpu_kernel_find(kernel, handle) : result;
}

CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction handle)
{
    CPU_ENTRY(cuFuncGetAttribute);
    cpu_kernel *kernel;
    CUresult result = find_function(&kernel, handle);

    return result == CUDA_SUCCESS ? get_attribute(value, attribute, kernel) : result;
}

CUresult cuFuncSetAttribute(CUfunction handle, int attribute, int value)
{
    CPU_ENTRY(cuFuncSetAttribute);
    cpu_kernel *kernel;
    CUresult result = find_function(&kernel, handle);

    return result == CUDA_SUCCESS ? set_attribute(attribute, value, kernel) : result;
}

CUresult cuFuncGetParamInfo(CUfunction handle, size_t index, size_t *offset, size_t *size)
{
    CPU_ENTRY(cuFuncGetParamInfo);
    cpu_kernel *kernel;
    CUresult result = handle ? find_function(&kernel, handle) : CUDA_ERROR_INVALID_VALUE;

    return result == CUDA_SUCCESS ? get_param(kernel, index, offset, size) : result;
}
