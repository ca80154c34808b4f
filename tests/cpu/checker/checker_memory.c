#include "checker_memory.h"

#include "checker_life.h"
#include "checker_texture.h"

#include "api/api.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE (CHECKER_COUNT * sizeof(int32_t))

enum { PITCH = 128 * sizeof(int32_t), WIDTH = 25 * sizeof(int32_t), ROWS = 8 };

void checker_require(const custub_error *error)
{
    if (!custub_failed(error))
        return;
    printf("%s\n", error->message);
    exit(error->status == CUSTUB_ERROR_DRIVER_NOT_FOUND || error->status == CUSTUB_ERROR_NO_DEVICE
             ? 77
             : 1);
}

void checker_find_function(const char *name, void *out)
{
    static const char *const libraries[] = {"libcuda.so.1", "libcustub_cpu.so.1"};

    for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++) {
        void *library = dlopen(libraries[i], RTLD_NOW | RTLD_NOLOAD);
        void *function = library ? dlsym(library, name) : NULL;
        if (function) {
            memcpy(out, &function, sizeof(function));
            return;
        }
    }
    printf("the driver has no %s\n", name);
    exit(1);
}

void checker_succeed(int result, const char *call)
{
    if (result == CUDA_SUCCESS)
        return;
    printf("%s: %d\n", call, result);
    exit(1);
}

const int32_t *checker_numbers(void)
{
    static int32_t values[CHECKER_COUNT];

    for (int i = 0; i < CHECKER_COUNT; i++)
        values[i] = i;
    return values;
}

/* Allocates `size` bytes and writes the first `written` of them. */
static CUdeviceptr allocate(size_t size, size_t written)
{
    CUresult (*copy)(CUdeviceptr, const void *, size_t);
    CUresult (*create)(CUdeviceptr *, size_t);
    CUdeviceptr address = 0;

    checker_find_function("cuMemAlloc_v2", &create);
    checker_find_function("cuMemcpyHtoD_v2", &copy);
    checker_succeed(create(&address, size), "cuMemAlloc");
    if (written > 0)
        checker_succeed(copy(address, checker_numbers(), written), "cuMemcpyHtoD");
    return address;
}

static void release(CUdeviceptr address)
{
    CUresult (*destroy)(CUdeviceptr);

    checker_find_function("cuMemFree_v2", &destroy);
    checker_succeed(destroy(address), "cuMemFree");
}

static CUdeviceptr allocate_async(void)
{
    CUresult (*create)(CUdeviceptr *, size_t, CUstream);
    CUdeviceptr address = 0;

    checker_find_function("cuMemAllocAsync", &create);
    checker_succeed(create(&address, SIZE, NULL), "cuMemAllocAsync");
    return address;
}

static void release_async(CUdeviceptr address)
{
    CUresult (*destroy)(CUdeviceptr, CUstream);

    checker_find_function("cuMemFreeAsync", &destroy);
    checker_succeed(destroy(address, NULL), "cuMemFreeAsync");
}

static CUdeviceptr pinned(void)
{
    CUresult (*create)(void **, size_t, unsigned);
    void *memory = NULL;

    checker_find_function("cuMemHostAlloc", &create);
    checker_succeed(create(&memory, SIZE, 0), "cuMemHostAlloc");
    memcpy(memory, checker_numbers(), SIZE);
    return (CUdeviceptr)(uintptr_t)memory;
}

static CUdeviceptr registered(void)
{
    CUresult (*enter)(void *, size_t, unsigned);
    void *memory = aligned_alloc(4096, 4 * 4096);

    checker_find_function("cuMemHostRegister_v2", &enter);
    if (!memory)
        exit(1);
    memcpy(memory, checker_numbers(), SIZE);
    checker_succeed(enter(memory, SIZE, 0), "cuMemHostRegister");
    return (CUdeviceptr)(uintptr_t)memory;
}

static CUdeviceptr managed(void)
{
    CUresult (*create)(CUdeviceptr *, size_t, unsigned);
    CUdeviceptr address = 0;

    checker_find_function("cuMemAllocManaged", &create);
    checker_succeed(create(&address, SIZE, 1 /* CU_MEM_ATTACH_GLOBAL */), "cuMemAllocManaged");
    memcpy((void *)(uintptr_t)address, checker_numbers(), SIZE);
    return address;
}

static CUdeviceptr pitched(void)
{
    CUresult (*copy)(const CUDA_MEMCPY2D *);
    CUDA_MEMCPY2D what = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = checker_numbers(),
                          .srcPitch = WIDTH,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstPitch = PITCH,
                          .WidthInBytes = WIDTH,
                          .Height = ROWS};

    checker_find_function("cuMemcpy2D_v2", &copy);
    what.dstDevice = allocate((size_t)PITCH * ROWS, 0);
    checker_succeed(copy(&what), "cuMemcpy2D");
    return what.dstDevice;
}

static CUdeviceptr freed(CUdeviceptr address)
{
    release(address);
    return address;
}

static CUdeviceptr freed_async(void)
{
    CUdeviceptr address = allocate_async();

    release_async(address);
    return address;
}

CUdeviceptr checker_memory_create(checker_state state)
{
    CUdeviceptr address;

    switch (state) {
    case NOTHING:
        return 0;
    case OF_HOST:
        return (CUdeviceptr)(uintptr_t)calloc(CHECKER_COUNT, sizeof(int32_t));
    case UNWRITTEN:
        return allocate(SIZE, 0);
    case HALF_WRITTEN:
        return allocate(SIZE, SIZE / 2);
    case WITHOUT_LAST_INTS:
        return allocate(SIZE - 2 * sizeof(int32_t), SIZE - 2 * sizeof(int32_t));
    case WITHOUT_LAST_BYTES:
        return allocate(SIZE - 2, SIZE - 2);
    case FREED:
        return freed(allocate(SIZE, SIZE));
    case FREED_AND_REUSED:
        address = freed(allocate(SIZE, SIZE));
        allocate(SIZE, SIZE);
        return address;
    case FREED_ASYNC:
        return freed_async();
    case FREED_ASYNC_AND_REUSED:
        address = freed_async();
        allocate_async();
        return address;
    case GIVEN_AGAIN:
        freed_async();
        return allocate_async();
    case PINNED:
        return pinned();
    case REGISTERED:
        return registered();
    case MANAGED:
        return managed();
    case PITCHED:
        return pitched();
    case WRITTEN:
    case FREED_AFTER_THE_FIRST_LAUNCH:
        return allocate(SIZE, SIZE);
    default:
        return state < LINEAR_TEXTURE ? checker_life_create(state) : checker_texture_create(state);
    }
}

void checker_memory_free(checker_state state, CUdeviceptr address)
{
    if (state == FREED_AFTER_THE_FIRST_LAUNCH)
        release(address);
}
