#include "library/absence.h"

#include "error/fault.h"

#define NOT_IN_IMAGE                                                                               \
    "no loaded image has the kernel: it was unloaded, or it is compiled only for other "           \
    "architectures"
#define NOT_GIVEN                                                                                  \
    "no loaded image has the kernel: it was unloaded, or the image that was given has no entry "   \
    "of this name"

/* The loaded libraries with kernels that cannot run. A kernel may outlive its library and keep its
 * address: only a library in this list may be read. */
static custub_library *libraries;
static custubi_mutex listing = CUSTUBI_MUTEX_INITIALIZER;

void custubi_absence_begin(custub_library *library)
{
    custubi_mutex_lock(&listing);
    library->next = libraries;
    libraries = library;
    custubi_mutex_unlock(&listing);
}

void custubi_absence_end(custub_library *library)
{
    custubi_mutex_lock(&listing);
    for (custub_library **link = &libraries; *link; link = &(*link)->next) {
        if (*link != library)
            continue;
        *link = library->next;
        break;
    }
    custubi_mutex_unlock(&listing);
}

static const char *not_loaded(const custub_kernel *kernel)
{
    return kernel->info->flags & CUSTUB_KERNEL_PROTOTYPE ? NOT_GIVEN : NOT_IN_IMAGE;
}

/* The caller holds `listing`. The kernel's library may be gone, and another one may have its
 * address. */
static const char *find_reason(const custub_kernel *kernel)
{
    const custub_library *library = libraries;

    while (library && library != kernel->library)
        library = library->next;
    for (uint32_t i = 0; library && i < library->info->kernel_count; i++) {
        if (&library->info->kernels[i] == kernel->info)
            return library->reasons[i];
    }
    return NULL;
}

/* Its address does not tell it: a program that is linked to the shared library has a copy. */
static custub_kernel_state unloaded;
const custub_kernel custub_kernel_unloaded = {.state = &unloaded};

custub_status custubi_absence_check(const custub_kernel *kernel, custub_error *error)
{
    const char *reason;
    custub_status status;

    if (!kernel || !kernel->info)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "%s: call the generated load function first, and see if it "
                                 "failed",
                                 kernel && kernel->state == &unloaded
                                     ? "the struct of loaded kernels is null"
                                     : "the kernel is not loaded");
    if (kernel->function)
        return CUSTUB_OK;
    custubi_mutex_lock(&listing);
    reason = find_reason(kernel);
    status = custubi_fault(kernel->info, error, CUSTUB_ERROR_KERNEL_ABSENT, "%s%s",
                           reason ? "the kernel cannot run on the CPU: " : not_loaded(kernel),
                           reason ? reason : "");
    custubi_mutex_unlock(&listing);
    return status;
}

const char *custub_kernel_absence(const custub_kernel *kernel)
{
    const char *reason;

    if (!kernel || !kernel->info)
        return "the kernel is not loaded";
    if (kernel->function)
        return NULL;
    custubi_mutex_lock(&listing);
    reason = find_reason(kernel);
    custubi_mutex_unlock(&listing);
    return reason ? reason : not_loaded(kernel);
}
