#include "library/signature.h"

#include "driver/driver.h"
#include "driver/result.h"
#include "error/fault.h"

#define ADVICE "; generate the header and build the image again from one source"

static int read_param(const custub_kernel *kernel, size_t index, size_t *offset, size_t *size)
{
    if (kernel->library->is_module)
        return custubi_cu.function_get_param(kernel->function, index, offset, size);
    return custubi_cu.kernel_get_param(kernel->function, index, offset, size);
}

static custub_status fail_read(const custub_kernel *kernel, int result, custub_error *error)
{
    return custubi_fault_driver(kernel->info, error,
                                kernel->library->is_module ? "cuFuncGetParamInfo"
                                                           : "cuKernelGetParamInfo",
                                result, "comparing the parameters with the image's");
}

/* True for the answer of an older CPU driver, which lacks custub_cpu_kernel_unfit(), about a kernel
 * of which the image has only the name. Such a kernel cannot be launched. */
static bool is_unknown(int result)
{
    return result == CUSTUBI_NOT_SUPPORTED;
}

/* The driver answers CUDA_ERROR_INVALID_VALUE to an index past the last parameter. `further`: the
 * parameters of custub's own. */
static custub_status check_count(const custub_kernel *kernel, uint32_t further, custub_error *error)
{
    uint32_t count = kernel->info->param_count + further;
    size_t offset = 0, size = 0;
    int result = read_param(kernel, count, &offset, &size);

    if (result == CUSTUBI_INVALID_VALUE || is_unknown(result))
        return CUSTUB_OK;
    if (result)
        return fail_read(kernel, result, error);
    custubi_fault_begin(kernel->info, error, CUSTUB_ERROR_SIGNATURE_MISMATCH);
    custubi_fault_numbers(error, count, (uint64_t)count + 1);
    custubi_error_append(error,
                         "the image's kernel has more than the %u parameters that the header was "
                         "generated for" ADVICE,
                         (unsigned int)count);
    return custubi_fault_end(error, CUSTUB_ERROR_SIGNATURE_MISMATCH);
}

/* True if a parameter can begin at this offset, after one that ends at `end`. An image for GPUs
 * aligns parameters in its constant bank, where the first one begins at 0x160 (sm_80), 0x210
 * (sm_90) or another multiple of 16. So the gap before a parameter that is aligned to more than 16
 * bytes depends on the architecture, and all other gaps are those of a struct in C. The driver
 * copies every parameter to its place in the image. */
static bool is_place(size_t offset, size_t end, const custub_param_info *param)
{
    size_t align = param->align ? param->align : 1;

    return align > 16 ? offset >= end : offset == (end + align - 1) / align * align;
}

/* `end` is where the previous parameter ends in the image. */
static custub_status check_param(const custub_kernel *kernel, uint32_t index, size_t *end,
                                 custub_error *error)
{
    const custub_param_info *param = &kernel->info->params[index];
    size_t offset = 0, size = 0;
    int result = read_param(kernel, index, &offset, &size);

    if (is_unknown(result))
        return CUSTUB_OK;
    if (result && result != CUSTUBI_INVALID_VALUE)
        return fail_read(kernel, result, error);
    if (!result && size == param->size && is_place(offset, *end, param)) {
        *end = offset + size;
        return CUSTUB_OK;
    }
    custubi_fault_begin_parameter(kernel->info, index, error, CUSTUB_ERROR_SIGNATURE_MISMATCH);
    if (result) {
        custubi_fault_numbers(error, kernel->info->param_count, index);
        custubi_error_append(error,
                             "is not in the image, whose kernel has only %u parameters" ADVICE,
                             (unsigned int)index);
    } else {
        custubi_fault_numbers(error, param->size, size);
        custubi_error_append(
            error,
            "has %zu bytes at offset %zu in the image, the header was generated for "
            "%u bytes at offset %u" ADVICE,
            size, offset, (unsigned int)param->size, (unsigned int)param->offset);
    }
    return custubi_fault_end(error, CUSTUB_ERROR_SIGNATURE_MISMATCH);
}

/* The parameter that bounds checks add. `end` is where the kernel's own parameters end. */
static custub_status check_further(const custub_kernel *kernel, size_t end, custub_error *error)
{
    const uint32_t bytes = kernel->state->bounds->checked->param_bytes;
    size_t offset = 0, size = 0;
    int result = read_param(kernel, kernel->info->param_count, &offset, &size);

    if (result && result != CUSTUBI_INVALID_VALUE)
        return fail_read(kernel, result, error);
    if (!result && size == bytes && offset == (end + 7) / 8 * 8)
        return CUSTUB_OK;
    custubi_fault_begin(kernel->info, error, CUSTUB_ERROR_SIGNATURE_MISMATCH);
    custubi_fault_numbers(error, bytes, size);
    custubi_error_append(error,
                         "the parameter of its bounds checks has %zu bytes in the image and %u in "
                         "their table; build both again",
                         size, (unsigned int)bytes);
    return custubi_fault_end(error, CUSTUB_ERROR_SIGNATURE_MISMATCH);
}

static custub_status check_kernel(const custub_kernel *kernel, custub_error *error)
{
    custub_status status;
    size_t end = 0;

    for (uint32_t i = 0; i < kernel->info->param_count; i++) {
        status = check_param(kernel, i, &end, error);
        if (status)
            return status;
    }
    status = kernel->state->bounds ? check_further(kernel, end, error) : CUSTUB_OK;
    return status ? status : check_count(kernel, kernel->state->bounds != NULL, error);
}

custub_status custubi_signature_check(custub_library *library, const custub_kernel *kernels,
                                      custub_error *error)
{
    if (library->is_module ? !custubi_cu.function_get_param : !custubi_cu.kernel_get_param)
        return CUSTUB_OK;
    for (uint32_t i = 0; i < library->info->kernel_count; i++) {
        custub_status status;
        if (!kernels[i].function)
            continue;
        status = check_kernel(&kernels[i], error);
        if (status)
            return status;
    }
    library->signatures_checked = true;
    return CUSTUB_OK;
}
