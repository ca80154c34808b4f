#include "driver/result.h"
#include "error/fault.h"
#include "library/absence.h"
#include "library/facts.h"
#include "library/function.h"

static custub_status read_all(const custub_kernel *kernel, custub_kernel_attributes *out,
                              custub_error *error)
{
    uint32_t static_shared = 0, constant = 0, local = 0;
    const struct {
        uint32_t *out;
        int attribute;
    } wanted[] = {
        {&out->max_threads, CUSTUBI_FUNCTION_MAX_THREADS_PER_BLOCK},
        {&static_shared, CUSTUBI_FUNCTION_SHARED_SIZE_BYTES},
        {&constant, CUSTUBI_FUNCTION_CONST_SIZE_BYTES},
        {&local, CUSTUBI_FUNCTION_LOCAL_SIZE_BYTES},
        {&out->registers, CUSTUBI_FUNCTION_NUM_REGS},
        {&out->ptx_version, CUSTUBI_FUNCTION_PTX_VERSION},
        {&out->binary_version, CUSTUBI_FUNCTION_BINARY_VERSION},
    };
    int device = -1;
    int result = custubi_cu.context_get_device(&device);
    custub_status status = CUSTUB_OK;

    if (result)
        return custubi_fault_driver(kernel->info, error, "cuCtxGetDevice", result,
                                    "asking for the current device");
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]) && !status; i++)
        status = custubi_facts_attribute(kernel, device, wanted[i].attribute, wanted[i].out, error);
    out->static_shared = static_shared;
    out->constant_memory = constant;
    out->local_memory = local;
    return status;
}

custub_kernel_attributes custub_kernel_attributes_get(const custub_kernel *kernel,
                                                      custub_error *error)
{
    static const custub_kernel_attributes none;
    custub_kernel_attributes found = none;

    if (custub_failed(error) || custubi_absence_check(kernel, error) ||
        custubi_function_check_context(kernel, error) || read_all(kernel, &found, error))
        return none;
    return found;
}
