#include <custub/image.h>

#include "driver/driver.h"
#include "driver/result.h"
#include "error/fault.h"
#include "library/function.h"
#include "library/library.h"

/* `handle`: the kernel's, or that of the kernel without its bounds checks. */
static custub_status preload(const custub_kernel *kernel, void *handle, custub_error *error)
{
    void *function = handle;
    const char *call = "cuKernelGetFunction";
    int result = 0;

    if (!kernel->library->is_module)
        result = custubi_cu.kernel_get_function(&function, handle);
    if (!result && custubi_cu.function_load) {
        call = "cuFuncLoad";
        result = custubi_cu.function_load(function);
    }
    if (result)
        return custubi_fault_driver(kernel->info, error, call, result, "loading the kernel's code");
    return CUSTUB_OK;
}

custub_status custub_library_preload(custub_library *library, custub_error *error)
{
    custub_status status = CUSTUB_OK;

    if (custub_failed(error))
        return error->status;
    if (!library)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "loading kernels' code: the kernels are not loaded: call the "
                                 "generated load function first");
    for (uint32_t i = 0; i < library->info->kernel_count && !status; i++) {
        const custub_kernel *kernel = &library->kernels[i];
        if (!kernel->function)
            continue;
        status = custubi_function_check_context(kernel, error);
        if (!status)
            status = preload(kernel, kernel->function, error);
        if (!status && kernel->state->bounds && kernel->state->bounds->plain)
            status = preload(kernel, kernel->state->bounds->plain, error);
    }
    return status;
}
