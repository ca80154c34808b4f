/* Queries about modules, libraries and kernels. */
#include "context/context.h"
#include "api/fail.h"
#include "image/module.h"

#include <string.h>

/* --- Variables -----------------------------------------------------------------------------------
 */

static bool is_kernel(const cpu_module *module, const char *name)
{
    for (uint32_t i = 0; i < module->kernel_count; i++) {
        if (strcmp(module->kernels[i].entry->name, name) == 0)
            return true;
    }
    return false;
}

/* One of the outputs may be null. */
static CUresult find_global(CUdeviceptr *address, size_t *bytes, const cpu_module *module,
                            const char *name)
{
    if (!module)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!name || (!address && !bytes))
        return CUDA_ERROR_INVALID_VALUE;
    for (uint32_t i = 0; i < module->global_count; i++) {
        const custub_cpu_global *global = cpu_image_global(&module->image, i);
        if (strcmp(global->name, name) != 0)
            continue;
        if (address)
            *address = (uintptr_t)global->address;
        if (bytes)
            *bytes = (size_t)global->size;
        return CUDA_SUCCESS;
    }
    return is_kernel(module, name) || cpu_image_find_unfit(&module->image, name)
               ? CUDA_ERROR_INVALID_VALUE
               : CUDA_ERROR_NOT_FOUND;
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, CUmodule module,
                              const char *name)
{
    CPU_ENTRY(cuModuleGetGlobal_v2);
    CUresult result = cpu_context_check();

    return result == CUDA_SUCCESS ? find_global(address, bytes, cpu_module_of(module, false), name)
                                  : result;
}

CUresult cuLibraryGetGlobal(CUdeviceptr *address, size_t *bytes, CUlibrary library,
                            const char *name)
{
    CPU_ENTRY(cuLibraryGetGlobal);
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    return result == CUDA_SUCCESS ? find_global(address, bytes, cpu_module_of(library, true), name)
                                  : result;
}

/* --- Kernels -------------------------------------------------------------------------------------
 */

static CUresult count(unsigned int *out, const cpu_module *module)
{
    if (!module)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    *out = module->kernel_count;
    return CUDA_SUCCESS;
}

CUresult cuModuleGetFunctionCount(unsigned int *out, CUmodule module)
{
    CPU_ENTRY(cuModuleGetFunctionCount);
    CUresult result = cpu_check_initialized();

    return result == CUDA_SUCCESS ? count(out, cpu_module_of(module, false)) : result;
}

CUresult cuLibraryGetKernelCount(unsigned int *out, CUlibrary library)
{
    CPU_ENTRY(cuLibraryGetKernelCount);
    CUresult result = cpu_check_initialized();

    return result == CUDA_SUCCESS ? count(out, cpu_module_of(library, true)) : result;
}

CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int functions_count,
                                    CUmodule handle)
{
    CPU_ENTRY(cuModuleEnumerateFunctions);
    CUresult result = cpu_check_initialized();
    cpu_module *module = cpu_module_of(handle, false);

    if (result != CUDA_SUCCESS)
        return result;
    if (!module)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!functions)
        return CUDA_ERROR_INVALID_VALUE;
    for (uint32_t i = 0; i < functions_count && i < module->kernel_count; i++)
        functions[i] = (CUfunction)(void *)&module->kernels[i];
    return CUDA_SUCCESS;
}

CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int kernels_count, CUlibrary handle)
{
    CPU_ENTRY(cuLibraryEnumerateKernels);
    CUresult result = cpu_check_initialized();
    cpu_module *module = cpu_module_of(handle, true);

    if (result != CUDA_SUCCESS)
        return result;
    if (!module)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!kernels)
        return CUDA_ERROR_INVALID_VALUE;
    for (uint32_t i = 0; i < kernels_count && i < module->kernel_count; i++)
        kernels[i] = (CUkernel)(void *)&module->kernels[i];
    return CUDA_SUCCESS;
}

static CUresult check_kernel(const void *handle, const void *out, cpu_kernel **kernel)
{
    CUresult result = cpu_kernel_find(kernel, handle);

    return result == CUDA_SUCCESS && !out ? CUDA_ERROR_INVALID_VALUE : result;
}

CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel handle)
{
    CPU_ENTRY(cuKernelGetLibrary);
    cpu_kernel *kernel;
    CUresult result = check_kernel(handle, library, &kernel);

    if (result == CUDA_SUCCESS && kernel->object.context)
        result = CUDA_ERROR_INVALID_HANDLE;
    if (result == CUDA_SUCCESS)
        *library = (CUlibrary)(void *)kernel->module;
    return result;
}

/* A library's kernel has no module here. */
CUresult cuFuncGetModule(CUmodule *module, CUfunction function)
{
    CPU_ENTRY(cuFuncGetModule);
    cpu_kernel *kernel;
    CUresult result = check_kernel(function, module, &kernel);

    if (result == CUDA_SUCCESS && !kernel->object.context)
        result = CUDA_ERROR_NOT_SUPPORTED;
    if (result == CUDA_SUCCESS)
        *module = (CUmodule)(void *)kernel->module;
    return result;
}

static CUresult get_name(const char **name, const void *handle)
{
    cpu_kernel *kernel;
    CUresult result = handle ? check_kernel(handle, name, &kernel) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *name = kernel->entry->name;
    return result;
}

CUresult cuKernelGetName(const char **name, CUkernel kernel)
{
    CPU_ENTRY(cuKernelGetName);
    return get_name(name, kernel);
}

CUresult cuFuncGetName(const char **name, CUfunction function)
{
    CPU_ENTRY(cuFuncGetName);
    return get_name(name, function);
}

/* --- Loading: everything is loaded at once -------------------------------------------------------
 */

CUresult cuModuleGetLoadingMode(int *mode)
{
    CPU_ENTRY(cuModuleGetLoadingMode);
    CUresult result = cpu_check_initialized();

    if (result != CUDA_SUCCESS)
        return result;
    if (!mode)
        return CUDA_ERROR_INVALID_VALUE;
    *mode = CU_MODULE_EAGER_LOADING;
    return CUDA_SUCCESS;
}

CUresult cuFuncIsLoaded(int *state, CUfunction function)
{
    CPU_ENTRY(cuFuncIsLoaded);
    cpu_kernel *kernel;
    CUresult result = check_kernel(function, state, &kernel);

    if (result == CUDA_SUCCESS)
        *state = CU_FUNCTION_LOADING_STATE_LOADED;
    return result;
}

CUresult cuFuncLoad(CUfunction function)
{
    CPU_ENTRY(cuFuncLoad);
    cpu_kernel *kernel;

    return cpu_kernel_find(&kernel, function);
}

/* --- Cache configurations: accepted, without effect ---------------------------------------------
 */

static CUresult check_cache(const void *handle, int config)
{
    cpu_kernel *kernel;
    CUresult result = cpu_kernel_find(&kernel, handle);

    if (result != CUDA_SUCCESS)
        return result;
    return config >= CU_FUNC_CACHE_PREFER_NONE && config <= CU_FUNC_CACHE_PREFER_EQUAL
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuFuncSetCacheConfig(CUfunction function, int config)
{
    CPU_ENTRY(cuFuncSetCacheConfig);
    return check_cache(function, config);
}

CUresult cuKernelSetCacheConfig(CUkernel kernel, int config, CUdevice device)
{
    CPU_ENTRY(cuKernelSetCacheConfig);
    CUresult result = cpu_check_device(device);

    return result == CUDA_SUCCESS ? check_cache(kernel, config) : result;
}
