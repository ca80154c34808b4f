/* The CUDA runtime (cudart) keeps its last error for each thread. All calls that may fail are made
 * on another thread, so the program's cudaGetLastError() shows the program's errors only, and loses
 * none. */
#include "library/linked.h"

#include "driver/driver.h"
#include "driver/result.h"
#include "error/fault.h"
#include "library/image.h"

typedef struct request {
    const custub_library_info *info;
    const custub_linked *linked;
    custub_kernel *kernels;
    CUcontext context;
    int device;
    uint32_t index; /* the kernel that was not found */
    int error;      /* a cudaError_t */
} request;

static custub_status run(void (*step)(void *user), request *from, custub_error *error)
{
    if (custubi_run_apart(step, from))
        return CUSTUB_OK;
    return custubi_error_set(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY,
                             "%s: no thread on which to call the CUDA runtime", from->info->file);
}

/* --- The context ----------------------------------------------------------------------------- */

static void probe(void *user)
{
    request *from = user;

    from->error = from->linked->device(&from->device);
}

static void start(void *user)
{
    request *from = user;

    from->error = from->linked->start(from->device);
    if (!from->error && custubi_cu.context_get(&from->context))
        from->context = NULL;
}

static custub_status fail_start(const request *from, custub_error *error)
{
    custubi_error_set(error, CUSTUB_ERROR_DRIVER,
                      "%s: the CUDA runtime that the program is linked with does not start: %s "
                      "(error %d)",
                      from->info->file, from->linked->text(from->error), from->error);
    if (error)
        custubi_error_name(error->file, from->info->file);
    return CUSTUB_ERROR_DRIVER;
}

/* After cudaDeviceReset() the context is still current on this thread, but destroyed until the CUDA
 * runtime starts again (H200, driver 580). A driver before 12.0 does not tell. */
static bool is_current(void)
{
    CUcontext current = NULL;
    unsigned long long id;

    if (custubi_cu.context_get(&current) || !current)
        return false;
    return !custubi_cu.context_get_id ||
           custubi_cu.context_get_id(NULL, &id) != CUSTUBI_CONTEXT_IS_DESTROYED;
}

custub_status custubi_linked_enter(const custub_library_info *info, const custub_linked *linked,
                                   custub_error *error)
{
    request from = {.info = info, .linked = linked};
    custub_status status;

    if (custubi_driver_is_cpu())
        return custubi_error_set(
            error, CUSTUB_ERROR_NO_IMAGE,
            "%s: its kernels were compiled into the program by nvcc, for GPUs alone, and "
            "custub's CPU driver is in use, which takes CPU images alone: %s_load_images() loads "
            "them",
            info->file, info->name);
    if (is_current())
        return CUSTUB_OK;
    status = run(probe, &from, error);
    /* Only this thread knows its device. This call succeeds where `probe` has. */
    if (!status && !from.error)
        from.error = linked->device(&from.device);
    if (!status && !from.error)
        status = run(start, &from, error);
    if (status)
        return status;
    return from.error || custubi_cu.context_set(from.context) ? fail_start(&from, error)
                                                              : CUSTUB_OK;
}

/* --- The kernels ----------------------------------------------------------------------------- */

static void find(void *user)
{
    request *from = user;

    if (custubi_cu.context_set(from->context))
        return;
    for (; from->index < from->info->kernel_count; from->index++) {
        const void *function = from->linked->functions[from->index];
        if (!function)
            continue;
        from->error = from->linked->find(&from->kernels[from->index].function, function);
        if (from->error) {
            from->kernels[from->index].function = NULL;
            return;
        }
    }
}

static custub_status fail_find(const request *from, custub_error *error)
{
    const custub_kernel_info *kernel = &from->info->kernels[from->index];

    custubi_fault_begin(kernel, error, CUSTUB_ERROR_NO_IMAGE);
    custubi_error_append(error, "the program has no code of the kernel for ");
    custubi_image_append_device(error);
    custubi_error_append(error, ": %s (error %d of the CUDA runtime); compile %s for it",
                         from->linked->text(from->error), from->error, from->info->file);
    return custubi_fault_end(error, CUSTUB_ERROR_NO_IMAGE);
}

/* cudart may hand out a kernel that has no code for the device. */
static custub_status prove(const custub_kernel *kernel, custub_error *error)
{
    void *function = NULL;
    int result = custubi_cu.kernel_get_function(&function, kernel->function);

    if (!result)
        return CUSTUB_OK;
    custubi_fault_begin(kernel->info, error, CUSTUB_ERROR_NO_IMAGE);
    custubi_error_append(error, "the program has no code of the kernel for ");
    custubi_image_append_device(error);
    custubi_error_append(error, ": ");
    custubi_error_append_result(error, "cuKernelGetFunction", result);
    return custubi_fault_end(error, CUSTUB_ERROR_NO_IMAGE);
}

/* The image of the kernels and of the file's variables; null if the driver does not tell. */
static void *image_of(const custub_library *library, const custub_kernel *kernel)
{
    void *image = NULL;

    if (library->is_module)
        return custubi_cu.function_get_module &&
                       !custubi_cu.function_get_module(&image, kernel->function)
                   ? image
                   : NULL;
    return custubi_cu.kernel_get_library && !custubi_cu.kernel_get_library(&image, kernel->function)
               ? image
               : NULL;
}

custub_status custubi_linked_load(custub_library *library, custub_kernel *kernels,
                                  custub_error *error)
{
    request from = {.info = library->info,
                    .linked = library->linked,
                    .kernels = kernels,
                    .context = library->context};
    custub_status status = run(find, &from, error);
    const custub_kernel *first = kernels;

    if (status)
        return status;
    library->is_module = library->linked->in_context;
    if (from.error)
        return fail_find(&from, error);
    while (first < kernels + library->info->kernel_count && !first->function)
        first++;
    if (first == kernels + library->info->kernel_count)
        return CUSTUB_OK;
    library->image = image_of(library, first);
    return library->is_module ? CUSTUB_OK : prove(first, error);
}
