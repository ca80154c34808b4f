#include "image/module.h"

#include "image/held_kernel.h"

#include "api/fail.h"
#include "context/context.h"
#include "heap/allocation.h"
#include "task/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cpu_kernel *cpu_kernel_of(const void *handle)
{
    return cpu_handle_is(handle, CPU_KIND_KERNEL) ? (cpu_kernel *)(uintptr_t)handle : NULL;
}

bool cpu_kernel_is_loaded(const cpu_kernel *kernel, uint64_t serial)
{
    return cpu_kernel_of(kernel) && kernel->serial == serial;
}

static CUresult find_kernel(cpu_kernel **out, const void *handle)
{
    *out = cpu_kernel_of(handle);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cpu_kernel_find(cpu_kernel **out, const void *handle)
{
    CUresult result = cpu_check_initialized();

    return result == CUDA_SUCCESS ? find_kernel(out, handle) : result;
}

CUresult cpu_function_find(cpu_kernel **out, const void *handle)
{
    CUcontext context;
    CUresult result = cpu_context_current(&context);

    return result == CUDA_SUCCESS ? find_kernel(out, handle) : result;
}

unsigned int cpu_kernel_max_threads(const cpu_kernel *kernel)
{
    unsigned int bound = kernel->entry->max_threads;

    return bound > 0 && bound < CUSTUB_CPU_BLOCK_LIMIT ? bound : CUSTUB_CPU_BLOCK_LIMIT;
}

static void forget_globals(cpu_module *module)
{
    for (uint32_t i = 0; i < module->global_count; i++) {
        const custub_cpu_global *global = cpu_image_global(&module->image, i);
        cpu_memory_forget((uintptr_t)global->address, 1u << CPU_MEMORY_GLOBAL, NULL);
    }
}

/* Copies may access the image's variables. */
static CUresult add_globals(cpu_module *module)
{
    uint32_t count = cpu_image_global_count(&module->image);
    CUresult result = CUDA_SUCCESS;

    for (uint32_t i = 0; i < count && result == CUDA_SUCCESS; i++) {
        const custub_cpu_global *global = cpu_image_global(&module->image, i);
        cpu_allocation allocation = {.base = (uintptr_t)global->address,
                                     .size = (size_t)global->size,
                                     .kind = CPU_MEMORY_GLOBAL,
                                     .context = module->object.context};
        result = cpu_memory_register(&allocation);
        if (result == CUDA_SUCCESS)
            module->global_count++;
    }
    return result;
}

static void destroy_kernel(cpu_kernel *kernel)
{
    cpu_handle_remove(kernel, CPU_KIND_KERNEL);
    cpu_held_kernel_destroy(kernel->held);
}

void cpu_module_destroy(cpu_object *object)
{
    cpu_module *module = (cpu_module *)object;

    for (uint32_t i = 0; i < module->kernel_count; i++)
        destroy_kernel(&module->kernels[i]);
    forget_globals(module);
    free(module->kernels);
    cpu_image_unload(&module->image);
    free(module);
}

/* By default, static and dynamic shared memory are at most 48 KiB together (CUDA C++ Programming
 * Guide, "Shared Memory"). */
static unsigned int default_dynamic_shared(const custub_cpu_kernel *kernel)
{
    return kernel->static_shared < CPU_SHARED_PER_BLOCK
               ? CPU_SHARED_PER_BLOCK - kernel->static_shared
               : 0;
}

static uint64_t new_serial(void)
{
    static _Atomic uint64_t last;

    return atomic_fetch_add(&last, 1) + 1;
}

/* Adds the kernels that can run here; a module does not have the others. On failure the caller
 * destroys the module, with the kernels that were added so far. */
static CUresult add_kernels(cpu_module *module)
{
    uint32_t count = module->image.table->kernel_count;

    if (count == 0)
        return CUDA_SUCCESS;
    module->kernels = calloc(count, sizeof(*module->kernels));
    if (!module->kernels)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        const custub_cpu_kernel *entry = cpu_image_kernel(&module->image, i);
        cpu_kernel *kernel = &module->kernels[module->kernel_count];
        if (!cpu_image_can_run(entry))
            continue;
        kernel->object.kind = CPU_KIND_KERNEL;
        kernel->object.context = module->object.context;
        kernel->module = module;
        kernel->entry = entry;
        kernel->serial = new_serial();
        atomic_init(&kernel->max_dynamic_shared, default_dynamic_shared(entry));
        if (!cpu_handle_add(&kernel->object))
            return CUDA_ERROR_OUT_OF_MEMORY;
        module->kernel_count++;
    }
    return CUDA_SUCCESS;
}

CUresult cpu_module_load(cpu_module **out, const void *image, CUcontext context)
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
    if (result == CUDA_SUCCESS)
        result = add_globals(module);
    if (result == CUDA_SUCCESS && !cpu_handle_add(&module->object))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    if (result != CUDA_SUCCESS) {
        cpu_module_destroy(&module->object);
        return result;
    }
    *out = module;
    return CUDA_SUCCESS;
}

cpu_module *cpu_module_of(const void *handle, bool is_library)
{
    cpu_module *module = (cpu_module *)(uintptr_t)handle;

    if (!cpu_handle_is(handle, CPU_KIND_MODULE) || (module->object.context == NULL) != is_library)
        return NULL;
    return module;
}

CUresult cpu_module_find_kernel(cpu_kernel **out, const cpu_module *module, const char *name)
{
    const custub_cpu_kernel *unfit;

    for (uint32_t i = 0; i < module->kernel_count; i++) {
        if (strcmp(module->kernels[i].entry->name, name) == 0) {
            *out = &module->kernels[i];
            return CUDA_SUCCESS;
        }
    }
    unfit = cpu_image_find_unfit(&module->image, name);
    if (!unfit)
        return CUDA_ERROR_NOT_FOUND;
    fprintf(stderr, "custub: kernel '%s' cannot run on the CPU: %s\n", name,
            cpu_image_reason(unfit));
    return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult custub_cpu_kernel_unfit(void *handle, const char *name, const char **reason)
{
    CUresult result = cpu_check_initialized();
    const custub_cpu_kernel *unfit;
    const cpu_module *module;

    if (result != CUDA_SUCCESS)
        return result;
    module = cpu_module_of(handle, false);
    if (!module)
        module = cpu_module_of(handle, true);
    if (!module)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!name || !reason)
        return CUDA_ERROR_INVALID_VALUE;
    unfit = cpu_image_find_unfit(&module->image, name);
    *reason = unfit ? cpu_image_reason(unfit) : NULL;
    return CUDA_SUCCESS;
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
    result = cpu_module_load(&module, image, context);
    if (result == CUDA_SUCCESS)
        *out = (CUmodule)(void *)module;
    return result;
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    CPU_ENTRY(cuModuleLoadData);
    return load_module(module, image);
}

/* The options are for the PTX compiler, which a CPU image does not need. */
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int count, int *options,
                            void **values)
{
    CPU_ENTRY(cuModuleLoadDataEx);
    if (count > 0 && (!options || !values))
        return CUDA_ERROR_INVALID_VALUE;
    return load_module(module, image);
}

CUresult cuModuleLoad(CUmodule *module, const char *fname)
{
    CPU_ENTRY(cuModuleLoad);
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    void *image;

    if (result != CUDA_SUCCESS)
        return result;
    if (!module || !fname)
        return CUDA_ERROR_INVALID_VALUE;
    result = cpu_image_file_read(&image, fname);
    if (result != CUDA_SUCCESS)
        return result;
    result = load_module(module, image);
    free(image);
    return result;
}

CUresult cuModuleUnload(CUmodule handle)
{
    CPU_ENTRY(cuModuleUnload);
    CUresult result = cpu_context_check();
    cpu_module *module;

    if (result != CUDA_SUCCESS)
        return result;
    module = cpu_module_of(handle, false);
    if (!module || !cpu_handle_remove(module, CPU_KIND_MODULE))
        return CUDA_ERROR_INVALID_HANDLE;
    cpu_context_wait(module->object.context);
    cpu_module_destroy(&module->object);
    return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule handle, const char *name)
{
    CPU_ENTRY(cuModuleGetFunction);
    CUresult result = cpu_context_check();
    cpu_module *module;
    cpu_kernel *kernel;

    if (result != CUDA_SUCCESS)
        return result;
    module = cpu_module_of(handle, false);
    if (!module)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!function || !name || !name[0])
        return CUDA_ERROR_INVALID_VALUE;
    result = cpu_module_find_kernel(&kernel, module, name);
    if (result == CUDA_SUCCESS)
        *function = (CUfunction)(void *)kernel;
    return result;
}
