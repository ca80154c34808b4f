/* A program that calls the driver itself and also launches through custub. Both have to use the
 * same driver. Built three times: linked with -lcuda; linked with custub::cpu; and, with OWN_OPENED
 * defined, opening the library that its second argument names.
 *
 *   own_calls cpu|cuda|refused [DRIVER [custub]]
 *
 * "cpu" and "cuda": custub has to use the program's driver, which is this one. "refused": custub
 * has to refuse, because CUSTUB_DRIVER asks for the other one. With a third argument custub opens
 * its driver first. Exits with 77 if the driver is missing or has no device. */
#define _POSIX_C_SOURCE 200809L

#include "api_kernels.custub.h"

#include <custub/custub.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 1000

#define OWN_TABLE(X)                                                                               \
    X(cuInit, (unsigned int flags))                                                                \
    X(cuDeviceGetCount, (int *count))                                                              \
    X(cuDevicePrimaryCtxRetain, (CUcontext * context, int device))                                 \
    X(cuCtxSetCurrent, (CUcontext context))                                                        \
    X(cuMemAlloc_v2, (CUdeviceptr * address, size_t bytes))                                        \
    X(cuMemsetD8Async, (CUdeviceptr address, unsigned char value, size_t bytes, CUstream stream))  \
    X(cuMemcpyDtoHAsync_v2, (void *target, CUdeviceptr source, size_t bytes, CUstream stream))     \
    X(cuStreamSynchronize, (CUstream stream))                                                      \
    X(cuMemFree_v2, (CUdeviceptr address))

#ifdef OWN_OPENED
#define POINTER(name, parameters) static int(*name) parameters;
OWN_TABLE(POINTER)

static int open_own(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    if (!library) {
        printf("skipped: %s\n", dlerror());
        return 77;
    }
#define LOAD(name, parameters) *(void **)(void *)&name = dlsym(library, #name);
    OWN_TABLE(LOAD)
    return 0;
}
#else
#define DECLARATION(name, parameters) int name parameters;
OWN_TABLE(DECLARATION)

static int open_own(const char *path)
{
    (void)path;
    return 0;
}
#endif

#define CHECK(call) check(call, #call)
static void check(int result, const char *what)
{
    if (result) {
        fprintf(stderr, "%s: %d\n", what, result);
        exit(1);
    }
}

static CUdeviceptr begin_own(void)
{
    CUcontext context = NULL;
    CUdeviceptr data = 0;

    CHECK(cuDevicePrimaryCtxRetain(&context, 0));
    CHECK(cuCtxSetCurrent(context));
    CHECK(cuMemAlloc_v2(&data, COUNT * sizeof(int)));
    CHECK(cuMemsetD8Async(data, 1, COUNT * sizeof(int), NULL));
    return data;
}

/* Launches through custub, in the program's context and at its memory. */
static void add_with_custub(CUdeviceptr data)
{
    custub_error error = custub_error_none();
    custub_launch launch = custub_launch_of((COUNT + 127) / 128, 128);
    api_kernels_kernels kernels = api_kernels_load(&error);
    int values[COUNT];

    launch_add(&kernels, &launch, custub_i32_view_of(data, COUNT), 4, COUNT, &error);
    if (custub_failed(&error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    CHECK(cuMemcpyDtoHAsync_v2(values, data, sizeof(values), NULL));
    CHECK(cuStreamSynchronize(NULL));
    for (size_t i = 0; i < COUNT; i++)
        CHECK(values[i] != 0x01010101 + 4);
    api_kernels_unload(&kernels, NULL);
}

static int open_custub(const char *expected)
{
    custub_error error = custub_error_none();
    custub_status status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, &error);

    printf("%s%s\n", status ? "" : custub_driver_name(), error.message);
    if (strcmp(expected, "refused") == 0)
        return status != CUSTUB_ERROR_DRIVER_CONFLICT;
    return status || strcmp(custub_driver_name(), expected) != 0;
}

int main(int argc, char **argv)
{
    const char *path = argc > 2 ? argv[2] : "libcuda.so.1";
    int count = 0;
    CUdeviceptr data;

    if (argc > 3 && open_custub(argv[1]))
        return 1;
    if (open_own(path))
        return 77;
    if (cuInit(0) || cuDeviceGetCount(&count) || count == 0) {
        puts("skipped: no device");
        return 77;
    }
    data = begin_own();
    if (open_custub(argv[1]))
        return 1;
    if (strcmp(argv[1], "refused") != 0)
        add_with_custub(data);
    CHECK(cuMemFree_v2(data));
    return 0;
}
