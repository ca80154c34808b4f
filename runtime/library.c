#include "library.h"

#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "error.h"
#include "image.h"
#include "signature.h"

static bool add_size(size_t *total, size_t count, size_t size)
{
    if (count && size > (SIZE_MAX - *total) / count)
        return false;
    *total += count * size;
    return true;
}

/* The library and its tables are one allocation, the strictest alignment first. */
static struct custub_library *allocate(uint32_t kernels, uint32_t devices)
{
    struct custub_library *library;
    size_t total = sizeof(*library);
    size_t facts = (size_t)kernels * devices; /* 32 bits each */
    custubi_kernel_facts *next;

    if (!add_size(&total, devices, sizeof(custubi_device_facts)) ||
        !add_size(&total, facts, sizeof(custubi_kernel_facts)) ||
        !add_size(&total, kernels, sizeof(atomic_uint)))
        return NULL;
    library = calloc(1, total);
    if (!library)
        return NULL;
    library->device_count = devices;
    library->devices = (custubi_device_facts *)(library + 1);
    next = (custubi_kernel_facts *)(library->devices + devices);
    for (uint32_t i = 0; i < devices; i++, next += kernels)
        library->devices[i].kernels = next;
    library->plain_shared = (atomic_uint *)next;
    for (uint32_t i = 0; i < kernels; i++)
        atomic_init(&library->plain_shared[i], CUSTUBI_PLAIN_SHARED);
    return library;
}

static custub_status create(struct custub_library **out, const custub_library_info *info,
                            custub_error *error)
{
    struct custub_library *library;
    int count = 0;
    int result = custubi_cu.device_get_count(&count);

    *out = NULL;
    if (result)
        return custubi_error_driver(error, "cuDeviceGetCount", result, "loading the kernels of %s",
                                    info->file);
    library = allocate(info->kernel_count, count > 0 ? (uint32_t)count : 0);
    if (!library || !custubi_mutex_initialize(&library->filling)) {
        free(library);
        return custubi_error_set(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY,
                                 "%s: no memory to load %u kernels", info->file,
                                 (unsigned int)info->kernel_count);
    }
    library->info = info;
    *out = library;
    for (int i = 0; i < count; i++) {
        result = custubi_cu.device_get(&library->devices[i].device, i);
        if (result)
            return custubi_error_driver(error, "cuDeviceGet", result, "loading the kernels of %s",
                                        info->file);
    }
    return CUSTUB_OK;
}

static custub_status fill(struct custub_library *library, custub_kernel *kernels,
                          const custub_image *images, custub_error *error)
{
    custub_status status;

    for (uint32_t i = 0; i < library->info->kernel_count; i++) {
        kernels[i].info = &library->info->kernels[i];
        kernels[i].function = NULL;
        kernels[i].library = library;
    }
    if (!library->info->kernel_count)
        return CUSTUB_OK;
    status = custubi_image_load(library, kernels, images, error);
    if (!status)
        status = custubi_signature_check(library, kernels, error);
    return status;
}

static custub_status check_context(const custub_library_info *info, CUcontext *context,
                                   custub_error *error)
{
    const char *call = "cuCtxGetDevice";
    int device = 0;
    int result = custubi_cu.context_get_device(&device);

    if (!result) {
        call = "cuCtxGetCurrent";
        result = custubi_cu.context_get(context);
    }
    if (result)
        return custubi_error_driver(error, call, result, "loading the kernels of %s", info->file);
    return CUSTUB_OK;
}

custub_status custub_library_load(struct custub_library **out, custub_kernel *kernels,
                                  const custub_library_info *info, const custub_image *images,
                                  custub_error *error)
{
    struct custub_library *library = NULL;
    CUcontext context = NULL;
    custub_status status;

    if (!out || !info || (!kernels && info->kernel_count) || !images)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "loading kernels: a null argument");
    *out = NULL;
    /* What an older or newer generator laid out differently may not be written to. */
    if (info->abi != CUSTUB_ABI)
        return custubi_error_set(error, CUSTUB_ERROR_ABI_MISMATCH,
                                 "the kernels' header was generated for custub's ABI %u, this "
                                 "runtime has %u: generate it again",
                                 (unsigned int)info->abi, (unsigned int)CUSTUB_ABI);
    if (info->kernel_count)
        memset(kernels, 0, info->kernel_count * sizeof(*kernels));
    status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
    if (!status)
        status = check_context(info, &context, error);
    if (!status)
        status = create(&library, info, error);
    if (!status) {
        library->context = context;
        status = fill(library, kernels, images, error);
    }
    if (status) {
        custub_library_unload(library);
        if (info->kernel_count)
            memset(kernels, 0, info->kernel_count * sizeof(*kernels));
        return status;
    }
    *out = library;
    return CUSTUB_OK;
}

void custub_library_unload(struct custub_library *library)
{
    if (!library)
        return;
    custubi_image_unload(library);
    custubi_mutex_deinitialize(&library->filling);
    free(library);
}
