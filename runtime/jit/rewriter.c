#include "jit/rewriter.h"

#include <string.h>

#include <custub/bounds_rewriter.h>

#include "driver/driver_find.h"
#include "error/error.h"
#include "platform/platform.h"

static custubi_mutex opening = CUSTUBI_MUTEX_INITIALIZER;
static custub_bounds_rewrite_function *opened; /* guarded by `opening`; it stays open */

static custub_status open_library(custub_error *error)
{
    custub_error failed;
    void *shared, *symbol;

    custubi_error_set(&failed, CUSTUB_ERROR_NO_IMAGE,
                      "bounds checks of kernels that are compiled at run time need custub's "
                      "library " CUSTUB_BOUNDS_REWRITER_FILE
                      ", which was not found: put it next to the program or on the library path. "
                      "Tried:");
    shared = custubi_find_own_library(CUSTUB_BOUNDS_REWRITER_FILE, custubi_rewriter_path, &failed);
    if (!shared) {
        *error = failed;
        return failed.status;
    }
    symbol = custubi_shared_symbol(shared, CUSTUB_BOUNDS_REWRITER_NAME);
    memcpy(&opened, &symbol, sizeof(symbol));
    if (opened)
        return CUSTUB_OK;
    custubi_shared_close(shared);
    return custubi_error_set(error, CUSTUB_ERROR_NO_IMAGE,
                             CUSTUB_BOUNDS_REWRITER_FILE
                             " has no function " CUSTUB_BOUNDS_REWRITER_NAME
                             ": it is not custub's");
}

custub_status custubi_rewrite(const custub_library_info *info, const char *ptx,
                              custub_bounds_rewritten *out, custub_error *error)
{
    custub_status status = CUSTUB_OK;
    char message[512];

    memset(out, 0, sizeof(*out));
    custubi_mutex_lock(&opening);
    if (!opened)
        status = open_library(error);
    custubi_mutex_unlock(&opening);
    if (status || opened(out, info, ptx, message, sizeof(message)))
        return status;
    custubi_error_set(error, CUSTUB_ERROR_COMPILATION, "%s: its bounds cannot be checked: %s",
                      info->file, message);
    custubi_error_name(error->file, info->file);
    return CUSTUB_ERROR_COMPILATION;
}
