#include "trial/launches/loaded.h"

#include "trial/launches/memory.h"

#include <custub/bounds.h>

#include <stdint.h>
#include <stdio.h>

/* An image with symbols that are unique in the process is never unloaded, and keeps a file open. */
#define RENEWALS 200

static struct {
    const trial_library *source;
    const char *name;
    custub_library *library;
    const custub_kernel *kernel;
    unsigned renewals;
} loaded;

static void load(custub_error *error)
{
    custub_device_open(0, error);
    loaded.library = custub_library_open(loaded.source->info, loaded.source->images, error);
    loaded.kernel = custub_library_find(loaded.library, loaded.name, error);
}

bool trial_loaded_open(const trial_library *library, const char *name, char failure[512])
{
    custub_error error = custub_error_none();
    const char *absence, *unchecked;

    loaded.source = library;
    loaded.name = name;
    load(&error);
    absence = custub_failed(&error) ? error.message : custub_kernel_absence(loaded.kernel);
    unchecked = absence ? NULL : custub_kernel_unchecked(loaded.kernel);
    if (absence)
        snprintf(failure, 512, "%s", absence);
    if (unchecked)
        snprintf(failure, 512, "its accesses cannot be checked: %s", unchecked);
    return !absence && !unchecked;
}

const custub_kernel *trial_loaded_kernel(void)
{
    return loaded.kernel;
}

typedef int reset_function(int device); /* CUresult, CUdevice */

bool trial_loaded_renew(void)
{
    reset_function *reset =
        (reset_function *)(uintptr_t)custub_driver_symbol("cuDevicePrimaryCtxReset");
    custub_error error = custub_error_none();

    if (!reset || loaded.renewals++ == RENEWALS)
        return false;
    custub_library_close(loaded.library, NULL);
    if (reset(0) != 0)
        return false;
    trial_memory_forget();
    load(&error);
    return !custub_failed(&error);
}
