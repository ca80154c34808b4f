#define _POSIX_C_SOURCE 200809L

#include "driver_table.h"

#include "api_kernels.custub.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

driver_table cu;

static void load(void *library, void *function, const char *name)
{
    void *address = dlsym(library, name);

    memcpy(function, &address, sizeof(address));
}

bool driver_open(bool initialize)
{
    const char *choice = getenv("CUSTUB_DRIVER");
    void *library;
    CUresult result;
    int count = 0;

    cu.is_cpu = choice && strcmp(choice, "cpu") == 0;
    library = dlopen(cu.is_cpu ? DRIVER_TEST_CPU : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        printf("skipped: %s\n", dlerror());
        return false;
    }
#define LOAD(name, version, exported, parameters) load(library, &cu.exported, #exported);
    CPU_FUNCTION_TABLE(LOAD)
#undef LOAD
    if (!initialize)
        return true;
    result = cu.cuInit(0);
    if (result == CUDA_SUCCESS)
        result = cu.cuDeviceGetCount(&count);
    if (result != CUDA_SUCCESS || count == 0) {
        printf("skipped: no device: %s\n", driver_result_name(result));
        return false;
    }
    if (!driver_image()) {
        printf("skipped: without nvcc the build has no image for a GPU\n");
        return false;
    }
    return true;
}

const char *driver_result_name(CUresult result)
{
    switch (result) {
#define NAME(name, number, text)                                                                   \
    case name:                                                                                     \
        return #name;
        CPU_RESULT_TABLE(NAME)
#undef NAME
    default:
        return "a result that cuda.h does not know";
    }
}

static const void *image_with_tag(const char *prefix)
{
    for (const custub_image *image = api_kernels_custub_images; image->data; image++) {
        if (strncmp(image->tag, prefix, strlen(prefix)) == 0)
            return image->data;
    }
    return NULL;
}

const void *driver_image(void)
{
    const void *image = cu.is_cpu ? image_with_tag("cpu-") : image_with_tag("fatbin");

    if (!image && !cu.is_cpu)
        image = image_with_tag("ptx");
    return image;
}
