#include "cpu_module.h"

#include "cpu_context.h"
#include "image_loader.h"

#include <stdlib.h>
#include <string.h>

typedef struct cpu_module {
    cpu_object object;
    cpu_image image;
    uint32_t kernel_count;
    cpu_kernel *kernels;
} cpu_module;

cpu_kernel *cpu_kernel_of(const void *handle)
{
    return cpu_handle_is(handle, CPU_KIND_KERNEL) ? (cpu_kernel *)(uintptr_t)handle : NULL;
}

void cpu_module_destroy(cpu_object *object)
{
    cpu_module *module = (cpu_module *)object;

    for (uint32_t i = 0; i < module->kernel_count; i++)
        cpu_handle_remove(&module->kernels[i], CPU_KIND_KERNEL);
    free(module->kernels);
    cpu_image_unload(&module->image);
    free(module);
}

/* On failure the caller destroys the module, with the kernels that were added so far. */
static CUresult add_kernels(cpu_module *module)
{
    uint32_t count = module->image.table->kernel_count;

    if (count == 0)
        return CUDA_SUCCESS;
    module->kernels = calloc(count, sizeof(*module->kernels));
    if (!module->kernels)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        cpu_kernel *kernel = &module->kernels[i];
        kernel->object.kind = CPU_KIND_KERNEL;
        kernel->object.context = module->object.context;
        kernel->entry = cpu_image_kernel(&module->image, i);
        atomic_init(&kernel->max_dynamic_shared, CPU_SHARED_PER_BLOCK);
        if (!cpu_handle_add(&kernel->object))
            return CUDA_ERROR_OUT_OF_MEMORY;
        module->kernel_count++;
    }
    return CUDA_SUCCESS;
}

static CUresult load(cpu_module **out, const void *image, CUcontext context)
{
    cpu_module *module;
    CUresult result;

    if (!image)
        return CUDA_ERROR_INVALID_VALUE;
    module = calloc(1, sizeof(*module));
    if (!module)
        return CUDA_ERROR_OUT_OF_MEMORY;
    module->object.kind = CPU_KIND_MODULE;
    module->object.context = context;
    result = cpu_image_load(&module->image, image);
    if (result != CUDA_SUCCESS) {
        free(module);
        return result;
    }
    result = add_kernels(module);
    if (result == CUDA_SUCCESS && !cpu_handle_add(&module->object))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    if (result != CUDA_SUCCESS) {
        cpu_module_destroy(&module->object);
        return result;
    }
    *out = module;
    return CUDA_SUCCESS;
}

/* A module belongs to a context, a library to none. */
static cpu_module *module_of(const void *handle, bool is_library)
{
    cpu_module *module = (cpu_module *)(uintptr_t)handle;

    if (!cpu_handle_is(handle, CPU_KIND_MODULE) || (module->object.context == NULL) != is_library)
        return NULL;
    return module;
}

static cpu_kernel *find_kernel(const cpu_module *module, const char *name)
{
    for (uint32_t i = 0; i < module->kernel_count; i++) {
        if (strcmp(module->kernels[i].entry->name, name) == 0)
            return &module->kernels[i];
    }
    return NULL;
}

/* --- Modules -------------------------------------------------------------------------------------
 */

static CUresult load_module(CUmodule *out, const void *image)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    cpu_module *module;

    if (result != CUDA_SUCCESS)
        return result;
    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    result = load(&module, image, context);
    if (result == CUDA_SUCCESS)
        *out = (CUmodule)(void *)module;
    return result;
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    return load_module(module, image);
}

/* The options are of the compiler of PTX, which a CPU image does not pass through. */
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int count, int *options,
                            void **values)
{
    if (count > 0 && (!options || !values))
        return CUDA_ERROR_INVALID_VALUE;
    return load_module(module, image);
}

CUresult cuModuleUnload(CUmodule handle)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    cpu_module *module;

    if (result != CUDA_SUCCESS)
        return result;
    module = module_of(handle, false);
    if (!module || !cpu_handle_remove(module, CPU_KIND_MODULE))
        return CUDA_ERROR_INVALID_HANDLE;
    cpu_module_destroy(&module->object);
    return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule handle, const char *name)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    cpu_module *module;
    cpu_kernel *kernel;

    if (result != CUDA_SUCCESS)
        return result;
    module = module_of(handle, false);
    if (!module)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!function || !name)
        return CUDA_ERROR_INVALID_VALUE;
    kernel = find_kernel(module, name);
    if (!kernel)
        return CUDA_ERROR_NOT_FOUND;
    *function = (CUfunction)(void *)kernel;
    return CUDA_SUCCESS;
}

/* --- Libraries -----------------------------------------------------------------------------------
 */

CUresult cuLibraryLoadData(CUlibrary *out, const void *image, int *jit_options, void **jit_values,
                           unsigned int jit_count, int *options, void **values, unsigned int count)
{
    CUresult result = cpu_check_initialized();
    cpu_module *module;

    if (result != CUDA_SUCCESS)
        return result;
    if (!out || (jit_count > 0 && (!jit_options || !jit_values)) ||
        (count > 0 && (!options || !values)))
        return CUDA_ERROR_INVALID_VALUE;
    result = load(&module, image, NULL);
    if (result == CUDA_SUCCESS)
        *out = (CUlibrary)(void *)module;
    return result;
}

CUresult cuLibraryUnload(CUlibrary handle)
{
    CUresult result = cpu_check_initialized();
    cpu_module *module;

    if (result != CUDA_SUCCESS)
        return result;
    module = module_of(handle, true);
    if (!module || !cpu_handle_remove(module, CPU_KIND_MODULE))
        return CUDA_ERROR_INVALID_HANDLE;
    cpu_module_destroy(&module->object);
    return CUDA_SUCCESS;
}

CUresult cuLibraryGetKernel(CUkernel *out, CUlibrary handle, const char *name)
{
    CUresult result = cpu_check_initialized();
    cpu_module *module;
    cpu_kernel *kernel;

    if (result != CUDA_SUCCESS)
        return result;
    module = module_of(handle, true);
    if (!module)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!out || !name)
        return CUDA_ERROR_INVALID_VALUE;
    kernel = find_kernel(module, name);
    if (!kernel)
        return CUDA_ERROR_NOT_FOUND;
    *out = (CUkernel)(void *)kernel;
    return CUDA_SUCCESS;
}

CUresult cuKernelGetFunction(CUfunction *function, CUkernel handle)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    cpu_kernel *kernel;

    if (result != CUDA_SUCCESS)
        return result;
    kernel = cpu_kernel_of(handle);
    if (!kernel)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!function)
        return CUDA_ERROR_INVALID_VALUE;
    *function = (CUfunction)(void *)kernel;
    return CUDA_SUCCESS;
}
