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

/* --- Loading: everything is loaded at once -------------------------------------------------------
 */

CUresult cuFuncLoad(CUfunction function)
{
    CPU_ENTRY(cuFuncLoad);
    cpu_kernel *kernel;

    return cpu_kernel_find(&kernel, function);
}

/* --- Cache configurations: accepted, without effect ---------------------------------------------
 */

CUresult cuFuncSetCacheConfig(CUfunction function, int config)
{
    CPU_ENTRY(cuFuncSetCacheConfig);
    cpu_kernel *kernel;
    CUresult result = cpu_kernel_find(&kernel, function);

    if (result != CUDA_SUCCESS)
        return result;
    return config >= CU_FUNC_CACHE_PREFER_NONE && config <= CU_FUNC_CACHE_PREFER_EQUAL
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}
