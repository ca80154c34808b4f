#include <custub/launch.h>

#include "error/error.h"

int custub_library_matches(const custub_library_info *library, uint64_t fingerprint,
                           custub_error *error)
{
    if (library->fingerprint == fingerprint)
        return 1;
    custubi_error_set(
        error, CUSTUB_ERROR_HEADER_MISMATCH,
        "the header that is included is not of the %s whose description '%s' is linked: "
        "two sources have this stem, or one was generated anew without the other; "
        "generate both, and give each of two sources a --unit of its own",
        library->file, library->name);
    return 0;
}
