#include "misuse.h"

static CUdeviceptr address;
static CUdeviceptr base;
static size_t size;
static size_t pitch;
static void *pointer;
static uint64_t word;
static CUmemoryPool pool;
static int number;

static CUmemPoolProps pool_props(int type, int location, int id)
{
    CUmemPoolProps props = {.allocType = type, .location = {.type = location, .id = id}};

    return props;
}

static CUresult create_pool(int type, int location, int id)
{
    CUmemPoolProps props = pool_props(type, location, id);

    return cu.cuMemPoolCreate(&pool, &props);
}

static CUresult pool_made(void)
{
    return create_pool(CU_MEM_ALLOCATION_TYPE_PINNED, CU_MEM_LOCATION_TYPE_DEVICE, 0);
}

static CUresult destroyed_pool(void)
{
    CUresult result = pool_made();

    return result == CUDA_SUCCESS ? cu.cuMemPoolDestroy(pool) : result;
}

static CUresult destroy_pool_twice(void)
{
    CUresult result = destroyed_pool();

    return result == CUDA_SUCCESS ? cu.cuMemPoolDestroy(pool) : result;
}

static CUresult destroy_default_pool(void)
{
    CUresult result = cu.cuDeviceGetDefaultMemPool(&pool, 0);

    return result == CUDA_SUCCESS ? cu.cuMemPoolDestroy(pool) : result;
}

static CUresult allocate_from_destroyed_pool(void)
{
    CUresult result = destroyed_pool();

    return result == CUDA_SUCCESS ? cu.cuMemAllocFromPoolAsync(&address, 64, pool, f.stream)
                                  : result;
}

static CUresult pool_attribute(int attribute)
{
    CUresult result = pool_made();

    return result == CUDA_SUCCESS ? cu.cuMemPoolGetAttribute(pool, attribute, &word) : result;
}

static CUresult set_pool_attribute(int attribute, uint64_t value)
{
    CUresult result = pool_made();

    word = value;
    return result == CUDA_SUCCESS ? cu.cuMemPoolSetAttribute(pool, attribute, &word) : result;
}

static CUresult free_twice(void)
{
    CUresult result = cu.cuMemFree_v2(f.memory);

    return result == CUDA_SUCCESS ? cu.cuMemFree_v2(f.memory) : result;
}

static CUresult free_async_twice(void)
{
    CUresult result = cu.cuMemAllocAsync(&address, 64, f.stream);

    if (result == CUDA_SUCCESS)
        result = cu.cuMemFreeAsync(address, f.stream);
    return result == CUDA_SUCCESS ? cu.cuMemFreeAsync(address, f.stream) : result;
}

static CUresult free_what_was_freed_async(void)
{
    CUresult result = cu.cuMemAllocAsync(&address, 64, f.stream);

    if (result == CUDA_SUCCESS)
        result = cu.cuMemFreeAsync(address, f.stream);
    if (result == CUDA_SUCCESS)
        result = cu.cuStreamSynchronize(f.stream);
    return result == CUDA_SUCCESS ? cu.cuMemFree_v2(address) : result;
}

static CUresult free_plainly_what_was_async(void)
{
    CUresult result = cu.cuMemAllocAsync(&address, 64, f.stream);

    if (result == CUDA_SUCCESS)
        result = cu.cuStreamSynchronize(f.stream);
    return result == CUDA_SUCCESS ? cu.cuMemFree_v2(address) : result;
}

static CUresult free_host_twice(void)
{
    CUresult result = cu.cuMemFreeHost(f.pinned);

    return result == CUDA_SUCCESS ? cu.cuMemFreeHost(f.pinned) : result;
}

static CUresult register_twice(void)
{
    CUresult result = cu.cuMemHostRegister_v2(f.host, BYTES, 0);

    return result == CUDA_SUCCESS ? cu.cuMemHostRegister_v2(f.host, BYTES, 0) : result;
}

static CUresult unregister_twice(void)
{
    CUresult result = cu.cuMemHostRegister_v2(f.host, BYTES, 0);

    if (result == CUDA_SUCCESS)
        result = cu.cuMemHostUnregister(f.host);
    return result == CUDA_SUCCESS ? cu.cuMemHostUnregister(f.host) : result;
}

static CUresult unregister_inside(void)
{
    CUresult result = cu.cuMemHostRegister_v2(f.host, BYTES, 0);

    return result == CUDA_SUCCESS ? cu.cuMemHostUnregister(f.host + 64) : result;
}

static CUresult free_registered(void)
{
    CUresult result = cu.cuMemHostRegister_v2(f.host, BYTES, 0);

    return result == CUDA_SUCCESS ? cu.cuMemFreeHost(f.host) : result;
}

static CUresult attributes_of(CUdeviceptr at, int second)
{
    int attributes[2] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, second};
    void *data[2] = {&number, &word};

    return cu.cuPointerGetAttributes(2, attributes, data, at);
}

#define MEMORY_TABLE(X)                                                                            \
    X(allocate_into_null, USUAL, cu.cuMemAlloc_v2(NULL, 4))                                        \
    X(allocate_nothing, USUAL, cu.cuMemAlloc_v2(&address, 0))                                      \
    X(allocate_everything, USUAL, cu.cuMemAlloc_v2(&address, SIZE_MAX))                            \
    X(allocate_a_petabyte, USUAL, cu.cuMemAlloc_v2(&address, (size_t)1 << 50))                     \
    X(free_null, USUAL, cu.cuMemFree_v2(0))                                                        \
    X(free_freed, USUAL, cu.cuMemFree_v2(f.freed))                                                 \
    X(free_memory_twice, USUAL, free_twice())                                                      \
    X(free_inside, USUAL, cu.cuMemFree_v2(f.memory + 256))                                         \
    X(free_pageable, USUAL, cu.cuMemFree_v2((CUdeviceptr)(uintptr_t)f.host))                       \
    X(free_pinned_as_device, USUAL, cu.cuMemFree_v2((CUdeviceptr)(uintptr_t)f.pinned))             \
    X(free_wild, USUAL, cu.cuMemFree_v2(0x123))                                                    \
    X(pitch_into_null, USUAL, cu.cuMemAllocPitch_v2(NULL, &pitch, 100, 4, 4))                      \
    X(pitch_null_pitch, USUAL, cu.cuMemAllocPitch_v2(&address, NULL, 100, 4, 4))                   \
    X(pitch_of_no_width, USUAL, cu.cuMemAllocPitch_v2(&address, &pitch, 0, 4, 4))                  \
    X(pitch_of_no_height, USUAL, cu.cuMemAllocPitch_v2(&address, &pitch, 100, 0, 4))               \
    X(pitch_of_odd_element, USUAL, cu.cuMemAllocPitch_v2(&address, &pitch, 100, 4, 3))             \
    X(pinned_into_null, USUAL, cu.cuMemHostAlloc(NULL, 4, 0))                                      \
    X(pinned_nothing, USUAL, cu.cuMemHostAlloc(&pointer, 0, 0))                                    \
    X(pinned_flags_unknown, USUAL, cu.cuMemHostAlloc(&pointer, 4, 0x100))                          \
    X(pinned_everything, USUAL, cu.cuMemHostAlloc(&pointer, SIZE_MAX, 0))                          \
    X(plain_pinned_into_null, USUAL, cu.cuMemAllocHost_v2(NULL, 4))                                \
    X(plain_pinned_nothing, USUAL, cu.cuMemAllocHost_v2(&pointer, 0))                              \
    X(free_null_pinned, USUAL, cu.cuMemFreeHost(NULL))                                             \
    X(free_pinned_twice, USUAL, free_host_twice())                                                 \
    X(free_pageable_as_pinned, USUAL, cu.cuMemFreeHost(f.host))                                    \
    X(free_device_as_pinned, USUAL, cu.cuMemFreeHost((void *)(uintptr_t)f.memory))                 \
    X(free_inside_pinned, USUAL, cu.cuMemFreeHost(f.pinned + 64))                                  \
    X(free_registered_as_pinned, USUAL, free_registered())                                         \
    X(register_null, USUAL, cu.cuMemHostRegister_v2(NULL, 64, 0))                                  \
    X(register_nothing, USUAL, cu.cuMemHostRegister_v2(f.host, 0, 0))                              \
    X(register_flags_unknown, USUAL, cu.cuMemHostRegister_v2(f.host, 64, 0x100))                   \
    X(register_memory_twice, USUAL, register_twice())                                              \
    X(register_pinned, USUAL, cu.cuMemHostRegister_v2(f.pinned, BYTES, 0))                         \
    X(register_device, USUAL, cu.cuMemHostRegister_v2((void *)(uintptr_t)f.memory, BYTES, 0))      \
    X(unregister_null, USUAL, cu.cuMemHostUnregister(NULL))                                        \
    X(unregister_not_registered, USUAL, cu.cuMemHostUnregister(f.host))                            \
    X(unregister_memory_twice, USUAL, unregister_twice())                                          \
    X(unregister_in_the_middle, USUAL, unregister_inside())                                        \
    X(unregister_pinned, USUAL, cu.cuMemHostUnregister(f.pinned))                                  \
    X(device_pointer_into_null, USUAL, cu.cuMemHostGetDevicePointer_v2(NULL, f.pinned, 0))         \
    X(device_pointer_of_null, USUAL, cu.cuMemHostGetDevicePointer_v2(&address, NULL, 0))           \
    X(device_pointer_of_pageable, USUAL, cu.cuMemHostGetDevicePointer_v2(&address, f.host, 0))     \
    X(device_pointer_flags, USUAL, cu.cuMemHostGetDevicePointer_v2(&address, f.pinned, 1))         \
    X(managed_without_flags, USUAL, cu.cuMemAllocManaged(&address, 64, 0))                         \
    X(managed_both_flags, USUAL, cu.cuMemAllocManaged(&address, 64, 3))                            \
    X(managed_single, USUAL, cu.cuMemAllocManaged(&address, 64, CU_MEM_ATTACH_SINGLE))             \
    X(managed_nothing, USUAL, cu.cuMemAllocManaged(&address, 0, CU_MEM_ATTACH_GLOBAL))             \
    X(managed_into_null, USUAL, cu.cuMemAllocManaged(NULL, 64, CU_MEM_ATTACH_GLOBAL))              \
    X(allocate_async_into_null, USUAL, cu.cuMemAllocAsync(NULL, 64, f.stream))                     \
    X(allocate_async_nothing, USUAL, cu.cuMemAllocAsync(&address, 0, f.stream))                    \
    X(allocate_async_everything, USUAL, cu.cuMemAllocAsync(&address, (size_t)1 << 50, f.stream))   \
    X(free_async_null, USUAL, cu.cuMemFreeAsync(0, f.stream))                                      \
    X(free_async_plain, USUAL, cu.cuMemFreeAsync(f.memory, f.stream))                              \
    X(free_async_freed, USUAL, cu.cuMemFreeAsync(f.freed, f.stream))                               \
    X(free_async_pageable, USUAL, cu.cuMemFreeAsync((CUdeviceptr)(uintptr_t)f.host, f.stream))     \
    X(free_async_memory_twice, USUAL, free_async_twice())                                          \
    X(free_after_free_async, USUAL, free_what_was_freed_async())                                   \
    X(free_of_async_memory, USUAL, free_plainly_what_was_async())                                  \
    X(pool_into_null, USUAL, cu.cuDeviceGetDefaultMemPool(NULL, 0))                                \
    X(pool_of_other_device, USUAL, cu.cuDeviceGetDefaultMemPool(&pool, 99))                        \
    X(create_pool_into_null, USUAL, cu.cuMemPoolCreate(NULL, NULL))                                \
    X(create_pool_without_properties, USUAL, cu.cuMemPoolCreate(&pool, NULL))                      \
    X(create_pool_of_no_type, USUAL, create_pool(0, CU_MEM_LOCATION_TYPE_DEVICE, 0))               \
    X(create_pool_nowhere, USUAL, create_pool(CU_MEM_ALLOCATION_TYPE_PINNED, 0, 0))                \
    X(create_pool_on_other_device, USUAL,                                                          \
      create_pool(CU_MEM_ALLOCATION_TYPE_PINNED, CU_MEM_LOCATION_TYPE_DEVICE, 99))                 \
    X(destroy_null_pool, USUAL, cu.cuMemPoolDestroy(NULL))                                         \
    X(destroy_the_default_pool, MARRING, destroy_default_pool())                                   \
    X(destroy_a_pool_twice, MARRING, destroy_pool_twice())                                         \
    X(allocate_from_a_destroyed_pool, MARRING, allocate_from_destroyed_pool())                     \
    X(allocate_from_null_pool, USUAL, cu.cuMemAllocFromPoolAsync(&address, 64, NULL, f.stream))    \
    X(pool_attribute_unknown, USUAL, pool_attribute(99))                                           \
    X(pool_attribute_zero, USUAL, pool_attribute(0))                                               \
    X(pool_set_read_only, USUAL, set_pool_attribute(CU_MEMPOOL_ATTR_USED_MEM_CURRENT, 0))          \
    X(pool_set_high_to_one, USUAL, set_pool_attribute(CU_MEMPOOL_ATTR_USED_MEM_HIGH, 1))           \
    X(pool_trim_null, USUAL, cu.cuMemPoolTrimTo(NULL, 0))                                          \
    X(range_into_nulls, USUAL, cu.cuMemGetAddressRange_v2(NULL, NULL, f.memory))                   \
    X(range_of_freed, USUAL, cu.cuMemGetAddressRange_v2(&base, &size, f.freed))                    \
    X(range_of_null, USUAL, cu.cuMemGetAddressRange_v2(&base, &size, 0))                           \
    X(range_of_pageable, USUAL,                                                                    \
      cu.cuMemGetAddressRange_v2(&base, &size, (CUdeviceptr)(uintptr_t)f.host))                    \
    X(info_into_nulls, USUAL, cu.cuMemGetInfo_v2(NULL, NULL))                                      \
    X(pointer_into_null, USUAL,                                                                    \
      cu.cuPointerGetAttribute(NULL, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, f.memory))                  \
    X(pointer_attribute_zero, USUAL, cu.cuPointerGetAttribute(&word, 0, f.memory))                 \
    X(pointer_attribute_unknown, USUAL, cu.cuPointerGetAttribute(&word, 999, f.memory))            \
    X(pointer_of_freed, USUAL,                                                                     \
      cu.cuPointerGetAttribute(&word, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, f.freed))                  \
    X(pointer_of_null, USUAL,                                                                      \
      cu.cuPointerGetAttribute(&word, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, 0))                        \
    X(pointer_of_pageable, USUAL,                                                                  \
      cu.cuPointerGetAttribute(&word, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,                            \
                               (CUdeviceptr)(uintptr_t)f.host))                                    \
    X(host_pointer_of_device, USUAL,                                                               \
      cu.cuPointerGetAttribute(&word, CU_POINTER_ATTRIBUTE_HOST_POINTER, f.memory))                \
    X(pointer_attributes_of_freed, USUAL,                                                          \
      attributes_of(f.freed, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL))                                 \
    X(pointer_attributes_unknown, USUAL, attributes_of(f.memory, 999))                             \
    X(pointer_attributes_none, USUAL, cu.cuPointerGetAttributes(0, NULL, NULL, f.memory))          \
    X(pointer_set_read_only, USUAL,                                                                \
      cu.cuPointerSetAttribute(&number, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, f.memory))

MISUSE_TABLE(misuse_of_memory, MEMORY_TABLE);
