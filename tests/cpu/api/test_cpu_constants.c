/* The CPU driver's own constants and layouts are those of cuda.h, where that is installed. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>

#if defined(__has_include)
#if __has_include(<cuda.h>)
#include <cuda.h>
#endif
#endif

#if defined(CUDA_VERSION)
#include "api/constant_table.h"
#include "api/result_table.h"

/* An older cuda.h has fewer of them. */
#if CUDA_VERSION >= 13000
static void has_the_values_of_cuda_h(void **state)
{
    (void)state;
#define COMPARE(name, number, text) assert_int_equal(name, number);
    CPU_RESULT_TABLE(COMPARE)
#undef COMPARE
#define COMPARE(name, value) assert_int_equal(name, value);
    CPU_CONSTANT_TABLE(COMPARE)
#undef COMPARE
}

#include "api/device_attribute_table.h"

static void has_the_device_attributes_of_cuda_h(void **state)
{
    (void)state;
#define COMPARE(name, number, value) assert_int_equal(name, number);
    CPU_ATTRIBUTE_TABLE(COMPARE)
#undef COMPARE
}
#else
static void has_the_values_of_cuda_h(void **state)
{
    (void)state;
    skip();
}
static void has_the_device_attributes_of_cuda_h(void **state)
{
    (void)state;
    skip();
}
#endif

static void lays_out_launch_configurations_as_cuda_h(void **state)
{
    (void)state;
    assert_int_equal(sizeof(CUlaunchConfig), 56);
    assert_int_equal(offsetof(CUlaunchConfig, sharedMemBytes), 24);
    assert_int_equal(offsetof(CUlaunchConfig, hStream), 32);
    assert_int_equal(offsetof(CUlaunchConfig, attrs), 40);
    assert_int_equal(offsetof(CUlaunchConfig, numAttrs), 48);
    assert_int_equal(sizeof(CUlaunchAttribute), 72);
    assert_int_equal(offsetof(CUlaunchAttribute, value), 8);
    assert_int_equal((uintptr_t)CU_STREAM_LEGACY, 1);
    assert_int_equal((uintptr_t)CU_STREAM_PER_THREAD, 2);
    assert_int_equal((uintptr_t)CU_LAUNCH_PARAM_END, 0);
    assert_int_equal((uintptr_t)CU_LAUNCH_PARAM_BUFFER_POINTER, 1);
    assert_int_equal((uintptr_t)CU_LAUNCH_PARAM_BUFFER_SIZE, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_the_values_of_cuda_h),
        cmocka_unit_test(has_the_device_attributes_of_cuda_h),
        cmocka_unit_test(lays_out_launch_configurations_as_cuda_h),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
    puts("skipped: no cuda.h in the include path");
    return 77;
}
#endif
