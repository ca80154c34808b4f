/* Errors about the buffers of launches at the contract level, found without a driver call. */
#include "contract_fixture.h"

static void count_too_small(void **state)
{
    (void)state;
    shape(4, 256);
    refused(saxpy(1000, custub_f32_view_of(X, 1000), custub_f32_view_of(Y, 999)),
            CUSTUB_ERROR_COUNT_TOO_SMALL,
            "saxpy: 'y' has a count of 999 floats, the kernel needs n = 1000 floats (4000 bytes) "
            "[sample.cu:15]");
    assert_string_equal(error.parameter, "y");
    assert_int_equal(error.parameter_index, 3);
    assert_int_equal(error.line, 15);
    assert_string_equal(error.file, "sample.cu");
    assert_int_equal(error.needed, 4000);
    assert_int_equal(error.found, 3996);
    refused(plain(3, custub_bytes_view_of(0, 0), custub_bytes_view_of(Y, 1)),
            CUSTUB_ERROR_COUNT_TOO_SMALL,
            "plain: 'scratch' has a count of 1 byte, the kernel needs n * 8 = 24 bytes "
            "[sample.cu:45]");
    launched(saxpy(1000, custub_f32_view_of(X, 1001), custub_f32_view_of(Y, CUSTUB_COUNT_UNKNOWN)));
}

static void null_where_memory_is_needed(void **state)
{
    (void)state;
    shape(4, 256);
    refused(saxpy(1000, custub_f32_view_of(0, 1000), custub_f32_view_of(Y, 1000)),
            CUSTUB_ERROR_NULL_POINTER,
            "saxpy: 'x' is null, the kernel needs n = 1000 floats (4000 bytes) [sample.cu:14]");
    assert_int_equal(error.parameter_index, 2);
    launched(plain(3, custub_bytes_view_of(0, 5),
                   custub_bytes_view_of(0, 0))); /* not annotated; OR_NULL */
    launched(
        plain(-3, custub_bytes_view_of(0, 5), custub_bytes_view_of(0, 0))); /* whatever the count */
}

static void buffers_that_the_kernel_does_not_need_are_not_checked(void **state)
{
    (void)state;
    shape(1, 32);
    launched(saxpy(0, custub_f32_view_of(3, 0), custub_f32_view_of(0, 0)));
}

static void misaligned_address(void **state)
{
    (void)state;
    shape(4, 256);
    refused(saxpy(1000, custub_f32_view_of(X + 2, 1000), custub_f32_view_of(Y, 1000)),
            CUSTUB_ERROR_MISALIGNED,
            "saxpy: 'x' is at 0x10002, the kernel needs an address that is a multiple of 4 "
            "[sample.cu:14]");
    refused(plain(0, custub_bytes_view_of(X + 1, 0), custub_bytes_view_of(0, 0)),
            CUSTUB_ERROR_MISALIGNED,
            "plain: 'x' is at 0x10001, the kernel needs an address that is a multiple of 4 "
            "[sample.cu:44]");
}

static void overlap_of_restrict_buffers(void **state)
{
    (void)state;
    shape(4, 256);
    refused(saxpy(1000, custub_f32_view_of(X, 1000), custub_f32_view_of(X + 3600, 1000)),
            CUSTUB_ERROR_OVERLAP,
            "saxpy: 'y' (4000 bytes at 0x10e10) overlaps 'x' (4000 bytes at 0x10000) by 400 bytes; "
            "the kernel writes 'y' and declares 'x' __restrict__ [sample.cu:15]");
    assert_int_equal(error.found, 400);
    refused(
        saxpy(1000, custub_f32_view_of(X, 1000), custub_f32_view_of(X, 1000)), CUSTUB_ERROR_OVERLAP,
        "saxpy: 'y' (4000 bytes at 0x10000) overlaps 'x' (4000 bytes at 0x10000) by 4000 bytes; "
        "the kernel writes 'y' and declares 'x' __restrict__ [sample.cu:15]");
    /* Side by side; larger than needed; at the end of the address space. */
    launched(saxpy(1000, custub_f32_view_of(X, 9999), custub_f32_view_of(X + 4000, 9999)));
    launched(saxpy(1000, custub_f32_view_of(X + 4000, 9999), custub_f32_view_of(X, 9999)));
    launched(saxpy(1000, custub_f32_view_of(0 - 4000ull, 1000), custub_f32_view_of(4, 1000)));
}

static void overlap_without_restrict_is_legal(void **state)
{
    (void)state;
    shape(1, 32);
    launched(sample_launch_block_sum(kernels, &launch, 32, custub_f32_view_of(X, 32),
                                     custub_f32_view_of(X, 32), fresh(&error)));
}

static void overlap_of_read_only_buffers_is_legal(void **state)
{
    custub_kernel_info all[SAMPLE_COUNT];
    custub_pointer_info pointers[2];
    custub_library_info info = sample_library;
    custub_kernel readers[SAMPLE_COUNT];
    custub_library *library;

    (void)state;
    memcpy(all, sample_library.kernels, sizeof(all));
    memcpy(pointers, all[SAXPY].pointers, sizeof(pointers));
    pointers[1].flags |= CUSTUB_POINTER_READ_ONLY; /* both are const and __restrict__ now */
    all[SAXPY].pointers = pointers;
    info.kernels = all;
    library = sample_open(readers, &info, sample_images, fresh(&error));
    assert_non_null(library);
    recording_clear_log();
    shape(4, 256);
    launched(sample_launch_saxpy(readers, &launch, 1000, 2, custub_f32_view_of(X, 1000),
                                 custub_f32_view_of(X, 1000), fresh(&error)));
    launched(sample_launch_saxpy(readers, &launch, 1000, 2, custub_f32_view_of(X + 400, 1000),
                                 custub_f32_view_of(X, 1000), fresh(&error)));
    custub_library_close(library, NULL);
}

static void needs_follow_the_grid(void **state)
{
    (void)state;
    shape(4, 128);
    refused(sample_launch_block_sum(kernels, &launch, 500, custub_f32_view_of(X, 500),
                                    custub_f32_view_of(Y, 3), fresh(&error)),
            CUSTUB_ERROR_COUNT_TOO_SMALL,
            "block_sum: 'sums' has a count of 3 floats, the kernel needs gridDim.x = 4 floats (16 "
            "bytes) [sample.cu:25]");
}

static void needs_beyond_64_bits(void **state)
{
    uint64_t n = UINT64_MAX / 2;
    custub_bytes_view data = custub_bytes_view_of(X, CUSTUB_COUNT_UNKNOWN);
    void *arguments[] = {&n, &data.ptr};

    (void)state;
    shape(1, 32);
    refused(
        sample_launch(&kernels[STRIDE], &launch, arguments, fresh(&error)),
        CUSTUB_ERROR_NOT_COMPUTABLE,
        "stride: 'data' needs n = 9223372036854775807 elements of 8 bytes, more than 64 bits can "
        "count [sample.cu:54]");
}

static void cold_path_overrules_a_wrong_value_of_the_stub(void **state)
{
    size_t n = 100;
    float a = 1;
    custub_f32_view x = custub_f32_view_of(X, 100);
    custub_f32_view y = custub_f32_view_of(Y, 100);
    custub_need needs[2];
    const uint64_t needed[] = {UINT64_MAX, 101, UINT64_MAX};
    void *arguments[] = {&n, &a, &x, &y};

    (void)state;
    shape(1, 128);
    launched(
        custub_call_launch(&kernels[SAXPY], &launch, arguments, needs, needed, 0, fresh(&error)));
    launched(custub_call_launch(&kernels[SAXPY], &launch, arguments, needs, needed,
                                CUSTUB_CALL_HOLDS, fresh(&error)));
    assert_int_equal(needs[0].bytes, 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(count_too_small),
        TEST(null_where_memory_is_needed),
        TEST(buffers_that_the_kernel_does_not_need_are_not_checked),
        TEST(misaligned_address),
        TEST(overlap_of_restrict_buffers),
        TEST(overlap_without_restrict_is_legal),
        TEST(overlap_of_read_only_buffers_is_legal),
        TEST(needs_follow_the_grid),
        TEST(needs_beyond_64_bits),
        TEST(cold_path_overrules_a_wrong_value_of_the_stub),
    };

    return cmocka_run_group_tests(tests, load, unload);
}
