/* Libraries: modules that belong to no context. */
#include "api/fail.h"
#include "context/context.h"
#include "image/module.h"
#include "task/task.h"

static CUresult load_library(CUlibrary *out, const void *image, const int *jit_options,
                             void *const *jit_values, unsigned int jit_count, const int *options,
                             void *const *values, unsigned int count)
{
    CUresult result = cpu_check_initialized();
    cpu_module *module;

    if (result != CUDA_SUCCESS)
        return result;
    if (!out || (jit_count > 0 && (!jit_options || !jit_values)) ||
        (count > 0 && (!options || !values)))
        return CUDA_ERROR_INVALID_VALUE;
    result = cpu_module_load(&module, image, NULL);
    if (result == CUDA_SUCCESS)
        *out = (CUlibrary)(void *)module;
    return result;
}

CUresult cuLibraryLoadData(CUlibrary *out, const void *image, int *jit_options, void **jit_values,
                           unsigned int jit_count, int *options, void **values, unsigned int count)
{
    CPU_ENTRY(cuLibraryLoadData);
    return load_library(out, image, jit_options, jit_values, jit_count, options, values, count);
}

CUresult cuLibraryUnload(CUlibrary handle)
{
    CPU_ENTRY(cuLibraryUnload);
    CUresult result = cpu_check_initialized();
    cpu_module *module;

    if (result != CUDA_SUCCESS)
        return result;
    module = cpu_module_of(handle, true);
    if (!module || !cpu_handle_remove(module, CPU_KIND_MODULE))
        return CUDA_ERROR_INVALID_HANDLE;
    cpu_context_wait_for_all();
    cpu_module_destroy(&module->object);
    return CUDA_SUCCESS;
}

CUresult cuLibraryGetKernel(CUkernel *out, CUlibrary handle, const char *name)
{
    CPU_ENTRY(cuLibraryGetKernel);
    CUresult result = cpu_check_initialized();
    cpu_module *module;
    cpu_kernel *kernel;

    if (result != CUDA_SUCCESS)
        return result;
    module = cpu_module_of(handle, true);
    if (!module)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!out || !name)
        return CUDA_ERROR_INVALID_VALUE;
    result = cpu_module_find_kernel(&kernel, module, name);
    if (result == CUDA_SUCCESS)
        *out = (CUkernel)(void *)kernel;
    return result;
}

CUresult cuKernelGetFunction(CUfunction *function, CUkernel handle)
{
    CPU_ENTRY(cuKernelGetFunction);
    cpu_kernel *kernel;
    CUresult result = cpu_function_find(&kernel, handle);

    if (result != CUDA_SUCCESS)
        return result;
    if (!function)
        return CUDA_ERROR_INVALID_VALUE;
    *function = (CUfunction)(void *)kernel;
    return CUDA_SUCCESS;
}
