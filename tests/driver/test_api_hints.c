/* What a program tells the driver of its streams and its memory, which changes no result. */
#include "api_fixture.h"

static CUlaunchAttributeValue attribute_of(CUstream stream, int attribute)
{
    CUlaunchAttributeValue value = {{0}};

    succeed(cu.cuStreamGetAttribute(stream, attribute, &value));
    return value;
}

static void set_policy(CUstream stream, int policy)
{
    CUlaunchAttributeValue value = {{0}};

    value.policy = policy;
    succeed(cu.cuStreamSetAttribute(stream, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
}

static void keeps_the_attributes_of_streams(void **state)
{
    CUlaunchAttributeValue value = {{0}};
    int priority = 0;

    (void)state;
    if (cu.is_cpu) /* an H200's driver answers -1 before one was set */
        assert_int_equal(attribute_of(f.first, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY).policy,
                         CU_SYNC_POLICY_AUTO);
    set_policy(f.first, CU_SYNC_POLICY_BLOCKING_SYNC);
    assert_int_equal(attribute_of(f.first, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY).policy,
                     CU_SYNC_POLICY_BLOCKING_SYNC);
    value.priority = -1;
    succeed(cu.cuStreamSetAttribute(f.first, CU_LAUNCH_ATTRIBUTE_PRIORITY, &value));
    succeed(cu.cuStreamGetPriority(f.first, &priority));
    assert_int_equal(priority, -1);
    assert_int_equal(attribute_of(f.first, CU_LAUNCH_ATTRIBUTE_PRIORITY).priority, -1);
    succeed(cu.cuStreamCopyAttributes(f.second, f.first));
    assert_int_equal(attribute_of(f.second, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY).policy,
                     CU_SYNC_POLICY_BLOCKING_SYNC);
    api_add(f.second, 2);
    api_expect(f.second, 2);
}

static void keeps_the_window_of_the_cache(void **state)
{
    CUlaunchAttributeValue value = {{0}};

    (void)state;
    value.window.base_ptr = (void *)(uintptr_t)f.data;
    value.window.num_bytes = COUNT * sizeof(int);
    value.window.hitRatio = 1.0f;
    value.window.hitProp = CU_ACCESS_PROPERTY_STREAMING;
    value.window.missProp = CU_ACCESS_PROPERTY_NORMAL;
    succeed(cu.cuStreamSetAttribute(f.first, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value));
    assert_int_equal(attribute_of(f.first, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW).window.hitProp,
                     CU_ACCESS_PROPERTY_STREAMING);
    api_add(f.first, 3);
    api_expect(f.first, 3);
    value.window.hitRatio = 2.0f;
    assert_int_not_equal(
        cu.cuStreamSetAttribute(f.first, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value),
        CUDA_SUCCESS);
}

static void refuses_attributes_that_streams_have_not(void **state)
{
    CUlaunchAttributeValue value = {{0}};

    (void)state;
    if (!cu.is_cpu) { /* an H200's driver writes through a null pointer */
        print_message("skipped: a GPU's driver does not check these\n");
        skip();
    }
    assert_int_not_equal(cu.cuStreamSetAttribute(f.first, 9999, &value), CUDA_SUCCESS);
    assert_int_not_equal(cu.cuStreamGetAttribute(f.first, 9999, &value), CUDA_SUCCESS);
    assert_int_not_equal(cu.cuStreamGetAttribute(f.first, CU_LAUNCH_ATTRIBUTE_PRIORITY, NULL),
                         CUDA_SUCCESS);
    value.policy = 99;
    assert_int_not_equal(
        cu.cuStreamSetAttribute(f.first, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value),
        CUDA_SUCCESS);
    assert_int_equal(attribute_of(f.first, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY).policy,
                     CU_SYNC_POLICY_AUTO);
}

#define BYTES (COUNT * sizeof(int))

static const CUmemLocation device = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
static const CUmemLocation host = {CU_MEM_LOCATION_TYPE_HOST, 0};

/* Null where an older libcuda has no other than the first versions. */
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
        TEST(keeps_the_attributes_of_streams),
        TEST(keeps_the_window_of_the_cache),
        TEST(refuses_attributes_that_streams_have_not),
        TEST(takes_hints_of_managed_memory),
        TEST(makes_memory_synchronous),
        TEST(refuses_hints_of_other_memory),
    };

    if (!driver_open(true))
        return SKIPPED;
    return cmocka_run_group_tests(tests, api_open, api_close);
}
