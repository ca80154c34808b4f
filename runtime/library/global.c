#include <custub/global.h>

#include "driver/driver.h"
#include "driver/result.h"
#include "library/function.h"
#include "library/library.h"

static custub_status fail(const custub_library *library, custub_status status, custub_error *error)
{
    if (error)
        custubi_error_name(error->file, library->info->file);
    return status;
}

static custub_status fail_unknown(const custub_library *library, const char *symbol,
                                  custub_error *error)
{
    custubi_error_set(error, CUSTUB_ERROR_GLOBAL_UNKNOWN,
                      "%s: the loaded image has no variable '%.128s'%s", library->info->file,
                      symbol, library->image ? "" : " (no image was loaded)");
    return fail(library, CUSTUB_ERROR_GLOBAL_UNKNOWN, error);
}

static custub_status check_context(const custub_library *library, custub_error *error)
{
    CUcontext context = NULL;

    if (!library->is_module || custubi_cu.context_get(&context) || context == library->context)
        return CUSTUB_OK;
    custubi_error_set(error, CUSTUB_ERROR_WRONG_CONTEXT, "%s: ", library->info->file);
    custubi_function_append_limit(library, error);
    custubi_error_append(error, " the variables are in the context that was current when the "
                                "kernels were loaded");
    return fail(library, CUSTUB_ERROR_WRONG_CONTEXT, error);
}

static int ask(const custub_library *library, const char *symbol, CUdeviceptr *address,
               size_t *bytes)
{
    if (!library->image)
        return CUSTUBI_NOT_FOUND;
    if (library->is_module)
        return custubi_cu.module_get_global(address, bytes, library->image, symbol);
    if (!custubi_cu.library_get_global)
        return CUSTUBI_NOT_SUPPORTED;
    return custubi_cu.library_get_global(address, bytes, library->image, symbol);
}

static custub_status find(const custub_library *library, const char *symbol, CUdeviceptr *address,
                          size_t *bytes, custub_error *error)
{
    int result;

    if (custub_failed(error))
        return error->status;
    if (!library || !symbol)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "finding a variable: %s",
                                 library ? "the name is null"
                                         : "the kernels are not loaded: call the generated load "
                                           "function first");
    if (check_context(library, error))
        return CUSTUB_ERROR_WRONG_CONTEXT;
    result = ask(library, symbol, address, bytes);
    if (!result)
        return CUSTUB_OK;
    *address = 0;
    if (result == CUSTUBI_NOT_FOUND)
        return fail_unknown(library, symbol, error);
    custubi_error_driver(error, library->is_module ? "cuModuleGetGlobal" : "cuLibraryGetGlobal",
                         result, "%s: finding the variable '%.128s'", library->info->file, symbol);
    return fail(library, CUSTUB_ERROR_DRIVER, error);
}

CUdeviceptr custub_library_global(const custub_library *library, const char *symbol,
                                  uint64_t *bytes, custub_error *error)
{
    CUdeviceptr address = 0;
    size_t size = 0;
    custub_status status = find(library, symbol, &address, &size, error);

    if (bytes)
        *bytes = status ? 0 : size;
    return address;
}

custub_memory custub_global_memory(const custub_library *library, const char *symbol,
                                   uint64_t count, uint64_t element_size, custub_error *error)
{
    const custub_memory none = {0, 0, 0};
    CUdeviceptr address = 0;
    size_t size = 0;

    if (find(library, symbol, &address, &size, error))
        return none;
    if (size == count * element_size) /* the compiler made the variable: no overflow */
        return custub_memory_of(address, count, element_size);
    custubi_error_set(error, CUSTUB_ERROR_GLOBAL_MISMATCH,
                      "%s: the variable '%.128s' has %zu bytes in the image, the header was "
                      "generated for %llu; generate the header and build the image again from one "
                      "source",
                      library->info->file, symbol, size,
                      (unsigned long long)(count * element_size));
    fail(library, CUSTUB_ERROR_GLOBAL_MISMATCH, error);
    if (error) {
        error->needed = count * element_size;
        error->found = size;
    }
    return none;
}
