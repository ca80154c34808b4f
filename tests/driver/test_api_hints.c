/* Hints about memory: they change no result. */
#include "api_fixture.h"

#define BYTES (COUNT * sizeof(int))

static const CUmemLocation device = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
static const CUmemLocation host = {CU_MEM_LOCATION_TYPE_HOST, 0};

/* An older libcuda has only the first versions. */
static void prefetch_with_locations(CUdeviceptr managed)
{
    if (!cu.cuMemPrefetchAsync_v2)
        return;
    succeed(cu.cuMemPrefetchAsync_v2(managed, BYTES, device, 0, f.first));
    succeed(cu.cuMemPrefetchAsync_v2(managed, BYTES, host, 0, f.first));
    assert_int_not_equal(cu.cuMemPrefetchAsync_v2(managed, BYTES, device, 1, f.first),
                         CUDA_SUCCESS);
}

static void takes_hints_of_managed_memory(void **state)
{
    CUdeviceptr managed;
    int *values;
    int value = 4;
    size_t n = COUNT;
    void *params[] = {&managed, &value, &n};

    (void)state;
    succeed(cu.cuMemAllocManaged(&managed, BYTES, CU_MEM_ATTACH_GLOBAL));
    values = (int *)(uintptr_t)managed;
    for (int i = 0; i < COUNT; i++)
        values[i] = i;
    succeed(cu.cuMemPrefetchAsync(managed + 256, 512, 0, f.first));
    prefetch_with_locations(managed);
    succeed(cu.cuLaunchKernel(f.add, COUNT / 128, 1, 1, 128, 1, 1, 0, f.first, params, NULL));
    succeed(cu.cuMemPrefetchAsync(managed, BYTES, CU_DEVICE_CPU, f.first));
    succeed(cu.cuStreamSynchronize(f.first));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(values[i], i + 4);
    succeed(cu.cuMemFree_v2(managed));
}

static void makes_memory_synchronous(void **state)
{
    unsigned value = 1;
    unsigned read = 0;

    (void)state;
    succeed(cu.cuPointerSetAttribute(&value, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, f.data));
    succeed(cu.cuPointerGetAttribute(&read, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, f.data));
    assert_int_equal(read, 1);
    succeed(cu.cuMemsetD32_v2(f.data, 3, COUNT));
    api_expect(f.first, 3); /* the stream does not wait for the fill */
    value = 0;
    succeed(cu.cuPointerSetAttribute(&value, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, f.data));
}

static void refuses_hints_of_other_memory(void **state)
{
    CUdeviceptr managed;

    (void)state;
    succeed(cu.cuMemAllocManaged(&managed, BYTES, CU_MEM_ATTACH_GLOBAL));
    assert_int_equal(cu.cuMemPrefetchAsync(f.data, BYTES, 0, f.first), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemPrefetchAsync(managed, 0, 0, f.first), CUDA_ERROR_INVALID_VALUE);
    assert_int_not_equal(cu.cuMemPrefetchAsync(managed, BYTES, 99, f.first), CUDA_SUCCESS);
    succeed(cu.cuMemFree_v2(managed));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, api_begin, api_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(takes_hints_of_managed_memory),
        TEST(makes_memory_synchronous),
        TEST(refuses_hints_of_other_memory),
    };

    if (!driver_open(true))
        return SKIPPED;
    return cmocka_run_group_tests(tests, api_open, api_close);
}
