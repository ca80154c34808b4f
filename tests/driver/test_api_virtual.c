/* Virtual memory: addresses are reserved, memory is mapped there, and the device gets access. */
#define _POSIX_C_SOURCE 200809L

#include "api_fixture.h"

#include <string.h>
#include <unistd.h>

static const CUmemLocation location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};

static size_t piece; /* bytes */

static CUmemAllocationProp properties(void)
{
    CUmemAllocationProp made;

    memset(&made, 0, sizeof(made));
    made.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    made.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    made.location = location;
    return made;
}

static CUmemGenericAllocationHandle new_handle(void)
{
    CUmemAllocationProp asked = properties();
    CUmemGenericAllocationHandle handle = 0;

    succeed(cu.cuMemCreate(&handle, piece, &asked, 0));
    return handle;
}

static CUresult give_access(CUdeviceptr address, size_t size, int flags)
{
    CUmemAccessDesc access = {location, flags};

    return cu.cuMemSetAccess(address, size, &access, 1);
}

/* Memsets, copies on the device and small copies from pageable memory return before they are done;
 * their memory must stay mapped until then. */
static void wait_for_copies(void)
{
    succeed(cu.cuCtxSynchronize());
}

/* Maps two pieces side by side, and returns the address of the first. */
static CUdeviceptr map_two(CUmemGenericAllocationHandle *handles)
{
    CUdeviceptr address = 0;

    succeed(cu.cuMemAddressReserve(&address, 2 * piece, 0, 0, 0));
    assert_int_equal(address % piece, 0);
    for (size_t i = 0; i < 2; i++) {
        handles[i] = new_handle();
        succeed(cu.cuMemMap(address + i * piece, piece, 0, handles[i], 0));
    }
    succeed(give_access(address, 2 * piece, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
    return address;
}

static void give_back(CUdeviceptr address, const CUmemGenericAllocationHandle *handles)
{
    succeed(cu.cuMemUnmap(address, 2 * piece));
    for (size_t i = 0; i < 2; i++)
        succeed(cu.cuMemRelease(handles[i]));
    succeed(cu.cuMemAddressFree(address, 2 * piece));
}

/* Fills, kernels and copies across the boundary of two mappings. */
static void works_across_the_boundary_of_two_mappings(void **state)
{
    CUmemGenericAllocationHandle handles[2];
    CUdeviceptr address = map_two(handles);
    CUdeviceptr begin = address + piece - COUNT / 2 * sizeof(int);
    CUdeviceptr base = 0;
    size_t size = 0;
    int value = 5;
    size_t n = COUNT;
    void *params[] = {&begin, &value, &n};
    int found[COUNT];

    (void)state;
    succeed(cu.cuMemsetD32Async(begin, 10, COUNT, f.first));
    succeed(cu.cuLaunchKernel(f.add, COUNT / 128, 1, 1, 128, 1, 1, 0, f.first, params, NULL));
    succeed(cu.cuStreamSynchronize(f.first));
    succeed(cu.cuMemcpyDtoH_v2(found, begin, sizeof(found)));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(found[i], 15);
    succeed(cu.cuMemcpyDtoD_v2(address, begin, sizeof(found)));
    assert_int_equal(cu.cuMemcpyHtoD_v2(address + 2 * piece - 4, found, 8),
                     CUDA_ERROR_INVALID_VALUE);
    succeed(cu.cuMemGetAddressRange_v2(&base, &size, begin));
    assert_true(base == address && size == piece);
    wait_for_copies();
    give_back(address, handles);
    assert_int_equal(cu.cuMemGetAddressRange_v2(&base, &size, begin), CUDA_ERROR_NOT_FOUND);
}

static void memory_outlives_its_handle_and_its_addresses(void **state)
{
    CUmemGenericAllocationHandle handle = new_handle();
    CUmemGenericAllocationHandle again = 0;
    CUdeviceptr address = 0;
    CUdeviceptr other = 0;
    int found = 0;

    (void)state;
    succeed(cu.cuMemAddressReserve(&address, piece, 0, 0, 0));
    succeed(cu.cuMemAddressReserve(&other, piece, 0, 0, 0));
    succeed(cu.cuMemMap(address, piece, 0, handle, 0));
    succeed(give_access(address, piece, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
    succeed(cu.cuMemRelease(handle)); /* it is still mapped */
    succeed(cu.cuMemsetD32_v2(address, 77, 1));
    succeed(cu.cuMemRetainAllocationHandle(&again, (void *)(uintptr_t)(address + 4)));
    wait_for_copies();
    succeed(cu.cuMemUnmap(address, piece));
    succeed(cu.cuMemMap(other, piece, 0, again, 0));
    succeed(give_access(other, piece, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
    succeed(cu.cuMemcpyDtoH_v2(&found, other, sizeof(found)));
    assert_int_equal(found, 77);
    succeed(cu.cuMemUnmap(other, piece));
    succeed(cu.cuMemRelease(again));
    succeed(cu.cuMemAddressFree(address, piece));
    succeed(cu.cuMemAddressFree(other, piece));
}

static void shares_memory_by_a_file_descriptor(void **state)
{
    CUmemGenericAllocationHandle handles[2];
    CUmemGenericAllocationHandle imported = 0;
    CUdeviceptr address = map_two(handles);
    CUdeviceptr other = 0;
    int file = -1;
    int found = 0;

    (void)state;
    succeed(cu.cuMemExportToShareableHandle(&file, handles[1],
                                            CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    succeed(cu.cuMemImportFromShareableHandle(&imported, (void *)(uintptr_t)file,
                                              CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    close(file);
    succeed(cu.cuMemAddressReserve(&other, piece, 0, 0, 0));
    succeed(cu.cuMemMap(other, piece, 0, imported, 0));
    succeed(give_access(other, piece, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
    succeed(cu.cuMemsetD32_v2(address + piece, 33, 1));
    succeed(cu.cuMemcpyDtoH_v2(&found, other, sizeof(found)));
    assert_int_equal(found, 33);
    succeed(cu.cuMemUnmap(other, piece));
    succeed(cu.cuMemRelease(imported));
    succeed(cu.cuMemAddressFree(other, piece));
    give_back(address, handles);
}

static void tells_of_access_and_properties(void **state)
{
    CUmemGenericAllocationHandle handles[2];
    CUdeviceptr address = map_two(handles);
    CUmemAllocationProp found;
    unsigned long long flags = 0;

    (void)state;
    succeed(cu.cuMemGetAccess(&flags, &location, address));
    assert_int_equal(flags, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    succeed(cu.cuMemGetAllocationPropertiesFromHandle(&found, handles[0]));
    assert_int_equal(found.type, CU_MEM_ALLOCATION_TYPE_PINNED);
    assert_int_equal(found.location.type, CU_MEM_LOCATION_TYPE_DEVICE);
    assert_int_equal(found.location.id, 0);
    give_back(address, handles);
}

static void memory_without_access_is_not_copied(void **state)
{
    CUmemGenericAllocationHandle handle = new_handle();
    CUdeviceptr address = 0;
    int word = 0;

    (void)state;
    succeed(cu.cuMemAddressReserve(&address, piece, 0, 0, 0));
    assert_int_not_equal(cu.cuMemcpyHtoD_v2(address, &word, 4), CUDA_SUCCESS);
    succeed(cu.cuMemMap(address, piece, 0, handle, 0));
    assert_int_not_equal(cu.cuMemcpyHtoD_v2(address, &word, 4), CUDA_SUCCESS);
    succeed(give_access(address, piece, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
    succeed(cu.cuMemcpyHtoD_v2(address, &word, 4));
    wait_for_copies();
    succeed(cu.cuMemUnmap(address, piece));
    assert_int_not_equal(cu.cuMemcpyHtoD_v2(address, &word, 4), CUDA_SUCCESS);
    succeed(cu.cuMemRelease(handle));
    succeed(cu.cuMemAddressFree(address, piece));
}

static void refuses_what_does_not_fit(void **state)
{
    CUmemGenericAllocationHandle handles[2];
    CUmemGenericAllocationHandle more = 0;
    CUdeviceptr address = map_two(handles);
    CUmemAllocationProp asked = properties();
    CUdeviceptr other = 0;

    (void)state;
    assert_int_not_equal(cu.cuMemCreate(&more, piece / 2 + 1, &asked, 0), CUDA_SUCCESS);
    assert_int_not_equal(cu.cuMemCreate(&more, 0, &asked, 0), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemCreate(&more, (size_t)1 << 50, &asked, 0), CUDA_ERROR_OUT_OF_MEMORY);
    assert_int_not_equal(cu.cuMemAddressReserve(&other, piece + 1, 0, 0, 0), CUDA_SUCCESS);
    assert_int_not_equal(cu.cuMemAddressReserve(NULL, piece, 0, 0, 0), CUDA_SUCCESS);
    assert_int_not_equal(cu.cuMemMap(address, piece, 0, handles[0], 0), CUDA_SUCCESS);
    assert_int_not_equal(cu.cuMemMap(f.data, piece, 0, handles[0], 0), CUDA_SUCCESS);
    assert_int_not_equal(cu.cuMemUnmap(f.data, piece), CUDA_SUCCESS);
    assert_int_not_equal(cu.cuMemFree_v2(address), CUDA_SUCCESS);
    assert_int_not_equal(cu.cuMemRetainAllocationHandle(&more, (void *)(uintptr_t)f.data),
                         CUDA_SUCCESS);
    if (cu.is_cpu) {
        assert_int_equal(cu.cuMemAddressFree(address, 2 * piece), CUDA_ERROR_INVALID_VALUE);
        assert_int_equal(cu.cuMemRelease(1), CUDA_ERROR_INVALID_VALUE);
    }
    give_back(address, handles);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, api_begin, api_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(works_across_the_boundary_of_two_mappings),
        TEST(memory_outlives_its_handle_and_its_addresses),
        TEST(shares_memory_by_a_file_descriptor),
        TEST(tells_of_access_and_properties),
        TEST(memory_without_access_is_not_copied),
        TEST(refuses_what_does_not_fit),
    };
    CUmemAllocationProp asked = properties();

    if (!driver_open(true))
        return SKIPPED;
    if (!cu.cuMemGetAllocationGranularity ||
        cu.cuMemGetAllocationGranularity(&piece, &asked, CU_MEM_ALLOC_GRANULARITY_MINIMUM) !=
            CUDA_SUCCESS) {
        print_message("skipped: the device has no virtual memory\n");
        return SKIPPED;
    }
    return cmocka_run_group_tests(tests, api_open, api_close);
}
