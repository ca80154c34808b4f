/* The CPU driver's memory, addresses, streams, events, occupancy and entry points. */
#include "cpu_harness.h"

#include <stdlib.h>
#include <string.h>

static void knows_the_exact_range_of_an_address(void **state)
{
    CUdeviceptr address;
    CUdeviceptr base = 0;
    size_t size = 0;

    (void)state;
    assert_success(cu.cuMemAlloc_v2(&address, 1000));
    assert_int_equal(address % 256, 0);
    assert_success(cu.cuMemGetAddressRange_v2(&base, &size, address + 999));
    assert_true(base == address);
    assert_int_equal(size, 1000);
    assert_success(cu.cuMemGetAddressRange_v2(NULL, &size, address));
    assert_int_equal(cu.cuMemGetAddressRange_v2(&base, &size, address + 1000),
                     CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cu.cuMemGetAddressRange_v2(&base, &size, address - 1), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cu.cuMemGetAddressRange_v2(&base, &size, 0), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cu.cuMemGetAddressRange_v2(&base, &size, UINT64_MAX), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cu.cuMemGetAddressRange_v2(&base, &size, (uintptr_t)&base),
                     CUDA_ERROR_NOT_FOUND);
    assert_success(cu.cuMemFree_v2(address));
    assert_int_equal(cu.cuMemGetAddressRange_v2(&base, &size, address), CUDA_ERROR_NOT_FOUND);
}

static void finds_each_of_many_allocations(void **state)
{
    enum { COUNT = 500 };
    CUdeviceptr addresses[COUNT];
    CUdeviceptr base;
    size_t size;

    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        assert_success(cu.cuMemAlloc_v2(&addresses[i], i + 1));
    for (size_t i = 0; i < COUNT; i += 2)
        assert_success(cu.cuMemFree_v2(addresses[i]));
    for (size_t i = 1; i < COUNT; i += 2) {
        assert_success(cu.cuMemGetAddressRange_v2(&base, &size, addresses[i] + i));
        assert_true(base == addresses[i]);
        assert_int_equal(size, i + 1);
        assert_success(cu.cuMemFree_v2(addresses[i]));
        assert_int_equal(cu.cuMemGetAddressRange_v2(&base, &size, addresses[i]),
                         CUDA_ERROR_NOT_FOUND);
    }
}

static void refuses_wrong_allocations_and_frees(void **state)
{
    CUdeviceptr address = 0;
    void *host = NULL;

    (void)state;
    assert_int_equal(cu.cuMemAlloc_v2(&address, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemAlloc_v2(NULL, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemAlloc_v2(&address, SIZE_MAX / 2), CUDA_ERROR_OUT_OF_MEMORY);
    assert_success(cu.cuMemAlloc_v2(&address, 64));
    assert_int_equal(cu.cuMemFree_v2(address + 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemFreeHost((void *)(uintptr_t)address), CUDA_ERROR_INVALID_VALUE);
    assert_success(cu.cuMemFree_v2(address));
    assert_int_equal(cu.cuMemFree_v2(address), CUDA_ERROR_INVALID_VALUE);
    assert_success(cu.cuMemFree_v2(0));
    assert_success(cu.cuMemHostAlloc(&host, 10, CU_MEMHOSTALLOC_PORTABLE));
    assert_int_equal(cu.cuMemFree_v2((uintptr_t)host), CUDA_ERROR_INVALID_VALUE);
    assert_success(cu.cuMemFreeHost(host));
    assert_int_equal(cu.cuMemHostAlloc(&host, 10, 64), CUDA_ERROR_INVALID_VALUE);
    assert_success(cu.cuMemAllocHost_v2(&host, 0));
    assert_null(host);
    assert_success(cu.cuMemFreeHost(NULL));
    assert_int_equal(cu.cuMemAllocManaged(&address, 10, 0), CUDA_ERROR_INVALID_VALUE);
}

static void checks_what_copies_and_fills_touch(void **state)
{
    unsigned char bytes[64];
    unsigned words[16];
    CUdeviceptr a = harness_upload(NULL, 64);
    CUdeviceptr b = harness_upload(NULL, 64);

    (void)state;
    for (unsigned i = 0; i < 64; i++)
        bytes[i] = (unsigned char)i;
    assert_success(cu.cuMemcpyHtoDAsync_v2(a, bytes, 64, NULL));
    assert_success(cu.cuMemcpyDtoD_v2(b + 8, a, 56));
    assert_success(cu.cuMemcpyDtoH_v2(bytes, b + 8, 1));
    assert_success(cu.cuMemcpy((uintptr_t)bytes, b + 9, 2));
    assert_int_equal(bytes[0], 1);
    assert_int_equal(bytes[1], 2);
    assert_success(cu.cuMemcpy((uintptr_t)&bytes[60], (uintptr_t)bytes, 1)); /* host to host */
    assert_int_equal(bytes[60], 1);
    assert_success(cu.cuMemcpy(a, (uintptr_t)bytes, 2));
    assert_success(cu.cuMemsetD8_v2(a, 0xab, 4));
    assert_success(cu.cuMemsetD32Async(a + 4, 0x01020304u, 15, NULL));
    harness_download(words, a, 64);
    assert_int_equal(words[0], 0xabababab);
    assert_int_equal(words[15], 0x01020304);
    assert_int_equal(cu.cuMemcpyHtoD_v2(a, bytes, 65), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemcpyHtoD_v2(a + 64, bytes, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemcpyDtoH_v2(bytes, a + 60, 5), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemcpyDtoD_v2(a, b, SIZE_MAX), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemcpyDtoH_v2(NULL, a, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemsetD8_v2(a, 0, 65), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemsetD32_v2(a + 2, 0, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemsetD32_v2(a, 0, SIZE_MAX / 2), CUDA_ERROR_INVALID_VALUE);
    assert_success(cu.cuMemcpyHtoD_v2(a, NULL, 0));
    assert_success(cu.cuMemFree_v2(a));
    assert_success(cu.cuMemFree_v2(b));
}

static void tells_attributes_of_an_address(void **state)
{
    CUdeviceptr device;
    CUdeviceptr managed;
    CUdeviceptr seen = 0;
    CUcontext context;
    CUcontext current;
    void *host;
    unsigned type;
    unsigned is_managed;
    size_t size;
    int ordinal = -1;

    (void)state;
    assert_success(cu.cuMemAllocAsync(&device, 12, NULL));
    assert_success(cu.cuMemAllocManaged(&managed, 16, CU_MEM_ATTACH_GLOBAL));
    assert_success(cu.cuMemAllocHost_v2(&host, 20));
    assert_success(cu.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device));
    assert_int_equal(type, CU_MEMORYTYPE_DEVICE);
    assert_success(
        cu.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (uintptr_t)host));
    assert_int_equal(type, CU_MEMORYTYPE_HOST);
    assert_success(cu.cuPointerGetAttribute(&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, managed));
    assert_int_equal(is_managed, 1);
    assert_success(cu.cuPointerGetAttribute(&size, CU_POINTER_ATTRIBUTE_RANGE_SIZE, device + 3));
    assert_int_equal(size, 12);
    assert_success(
        cu.cuPointerGetAttribute(&seen, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, device + 3));
    assert_true(seen == device);
    assert_success(
        cu.cuPointerGetAttribute(&seen, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, managed + 1));
    assert_true(seen == managed + 1);
    assert_success(cu.cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, device));
    assert_int_equal(ordinal, 0);
    assert_success(cu.cuCtxGetCurrent(&current));
    assert_success(cu.cuPointerGetAttribute(&context, CU_POINTER_ATTRIBUTE_CONTEXT, managed));
    assert_ptr_equal(context, current);
    assert_success(cu.cuPointerGetAttribute(&context, CU_POINTER_ATTRIBUTE_CONTEXT, device));
    assert_null(context); /* a pool's memory belongs to no context */
    assert_int_equal(cu.cuPointerGetAttribute(&seen, CU_POINTER_ATTRIBUTE_HOST_POINTER, device),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(
        cu.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (uintptr_t)&type),
        CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuPointerGetAttribute(&type, 5, device), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cu.cuPointerGetAttribute(&type, 22, device), CUDA_ERROR_INVALID_VALUE);
    assert_success(cu.cuMemFreeAsync(device, NULL));
    assert_success(cu.cuMemFree_v2(managed));
    assert_success(cu.cuMemFreeHost(host));
}

static void tells_how_much_memory_there_is(void **state)
{
    size_t available = 0;
    size_t total = 0;
    size_t of_device = 0;

    (void)state;
    assert_success(cu.cuMemGetInfo_v2(&available, &total));
    assert_success(cu.cuDeviceTotalMem_v2(&of_device, 0));
    assert_int_equal(total, of_device);
    assert_in_range(available, 1, total);
}

static void orders_streams_and_events(void **state)
{
    CUstream stream;
    CUevent start;
    CUevent end;
    CUevent untimed;
    float milliseconds = -1.0f;
    int status = -1;

    (void)state;
    assert_success(cu.cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, -5));
    assert_success(cu.cuEventCreate(&start, 0));
    assert_success(cu.cuEventCreate(&end, CU_EVENT_BLOCKING_SYNC));
    assert_success(cu.cuEventCreate(&untimed, CU_EVENT_DISABLE_TIMING));
    assert_success(cu.cuStreamIsCapturing(stream, &status));
    assert_int_equal(status, CU_STREAM_CAPTURE_STATUS_NONE);
    assert_int_equal(cu.cuEventElapsedTime_v2(&milliseconds, start, end),
                     CUDA_ERROR_INVALID_HANDLE); /* not recorded yet */
    assert_success(cu.cuEventRecord(start, stream));
    assert_success(cu.cuEventRecord(end, stream));
    assert_success(cu.cuStreamWaitEvent((CUstream)(uintptr_t)2, end, 0));
    assert_success(cu.cuEventQuery(end));
    assert_success(cu.cuEventSynchronize(end));
    assert_success(cu.cuStreamQuery(stream));
    assert_success(cu.cuStreamSynchronize((CUstream)(uintptr_t)1));
    assert_success(cu.cuEventElapsedTime(&milliseconds, start, end));
    assert_true(milliseconds >= 0.0f && milliseconds < 60000.0f);
    assert_success(cu.cuEventRecord(untimed, NULL));
    assert_int_equal(cu.cuEventElapsedTime(&milliseconds, start, untimed),
                     CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cu.cuEventCreate(&untimed, CU_EVENT_INTERPROCESS), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuStreamCreate(&stream, 2), CUDA_ERROR_INVALID_VALUE);
    assert_success(cu.cuStreamDestroy_v2(stream));
    assert_int_equal(cu.cuStreamDestroy_v2(stream), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cu.cuStreamSynchronize(stream), CUDA_ERROR_INVALID_HANDLE);
    assert_success(cu.cuEventDestroy_v2(start));
    assert_int_equal(cu.cuEventDestroy_v2(start), CUDA_ERROR_INVALID_HANDLE);
    assert_success(cu.cuEventDestroy_v2(end));
    assert_success(cu.cuEventDestroy_v2(untimed));
}

static size_t eight_bytes_a_thread(int threads)
{
    return (size_t)threads * 8;
}

static void computes_occupancy(void **state)
{
    CUfunction kernel = harness_kernel(harness_library, "no_parameters");
    CUfunction bounded = harness_kernel(harness_library, "bounded");
    int blocks = 0;
    int size = 0;
    int cores = 0;

    (void)state;
    assert_success(cu.cuDeviceGetAttribute(&cores, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
    assert_success(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0));
    assert_int_equal(blocks, 8);
    assert_success(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 1, 0));
    assert_int_equal(blocks, 32);
    assert_success(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 33, 40000));
    assert_int_equal(blocks, 5);
    assert_success(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 65, 0));
    assert_int_equal(blocks, 21); /* like the CUDA driver, ignores launch bounds */
    assert_success(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 1025, 0));
    assert_int_equal(blocks, 0);
    assert_success(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 32, 49153));
    assert_int_equal(blocks, 0);
    assert_int_equal(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 0, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_success(cu.cuOccupancyMaxPotentialBlockSize(&blocks, &size, kernel, NULL, 0, 0));
    assert_int_equal(size, 1024);
    assert_int_equal(blocks, 2 * cores);
    assert_success(cu.cuOccupancyMaxPotentialBlockSize(&blocks, &size, bounded, NULL, 0, 0));
    assert_int_equal(size, 64);
    assert_success(
        cu.cuOccupancyMaxPotentialBlockSize(&blocks, &size, kernel, eight_bytes_a_thread, 0, 600));
    assert_int_equal(size, 512);
}

static void finds_entry_points_by_version(void **state)
{
    void *function = NULL;
    void *older = NULL;
    int status = -1;
    CUresult (*alloc)(CUdeviceptr *, size_t) = cu.cuMemAlloc_v2;

    (void)state;
    assert_success(cu.cuGetProcAddress_v2("cuMemAlloc", &function, 13000, 0, &status));
    assert_int_equal(status, CU_GET_PROC_ADDRESS_SUCCESS);
    assert_memory_equal(&function, &alloc, sizeof(function));
    assert_success(cu.cuGetProcAddress_v2("cuCtxCreate", &function, 13000, 0, NULL));
    assert_success(cu.cuGetProcAddress_v2("cuCtxCreate", &older, 12090, 0, NULL));
    assert_ptr_not_equal(function, older);
    assert_success(cu.cuGetProcAddress_v2("cuLibraryLoadData", &function, 11080, 0, &status));
    assert_int_equal(status, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
    assert_null(function);
    assert_success(cu.cuGetProcAddress_v2("cuMemAlloc_v2", &function, 13000, 0, &status));
    assert_int_equal(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    assert_success(cu.cuGetProcAddress_v2("cuMipmappedArrayCreate", &function, 13000, 0, &status));
    assert_int_equal(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    assert_int_equal(cu.cuGetProcAddress_v2(NULL, &function, 13000, 0, &status),
                     CUDA_ERROR_INVALID_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_the_exact_range_of_an_address),
        cmocka_unit_test(finds_each_of_many_allocations),
        cmocka_unit_test(refuses_wrong_allocations_and_frees),
        cmocka_unit_test(checks_what_copies_and_fills_touch),
        cmocka_unit_test(tells_attributes_of_an_address),
        cmocka_unit_test(tells_how_much_memory_there_is),
        cmocka_unit_test(orders_streams_and_events),
        cmocka_unit_test(computes_occupancy),
        cmocka_unit_test(finds_entry_points_by_version),
    };

    return cmocka_run_group_tests(tests, harness_set_up, harness_tear_down);
}
