/* What a launch is told at the contract level, without any call of the driver. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "contract.h"
#include "recording_driver.h"
#include "sample_library.h"

#define X 0x10000u /* addresses, far apart */
#define Y 0x20000u

static custub_error error;
static custub_kernel kernels[SAMPLE_COUNT];
static custub_launch launch;

static int load(void **state)
{
    recording_reset();
    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL))
        return 1;
    *state = sample_load(kernels);
    return 0;
}

static int unload(void **state)
{
    custub_library_unload(*state);
    return recording_alive() != 0;
}

static int start(void **state)
{
    (void)state;
    memset(&error, 0, sizeof(error));
    launch = custub_launch_default();
    launch.check = CUSTUB_CHECK_CONTRACT;
    launch.error = &error;
    recording_use_device(0);
    recording_clear_log();
    return 0;
}

static void shape(uint64_t blocks, uint64_t threads)
{
    launch.grid = custub_grid(blocks, 1, 1);
    launch.block = custub_block(threads, 1, 1);
}

static void shape2(uint64_t grid_x, uint64_t grid_y, uint64_t block_x, uint64_t block_y)
{
    launch.grid = custub_grid(grid_x, grid_y, 1);
    launch.block = custub_block(block_x, block_y, 1);
}

static custub_status saxpy(size_t n, custub_f32 x, custub_f32 y)
{
    return sample_launch_saxpy(kernels, &launch, n, 2, x, y);
}

static custub_status scale(int width, int height, custub_bytes image)
{
    void *arguments[] = {&width, &height, &image.ptr};

    return sample_launch(&kernels[SCALE], &launch, arguments, &image);
}

static custub_status plain(int n, custub_bytes x, custub_bytes scratch)
{
    custub_bytes views[] = {x, scratch};
    void *arguments[] = {&n, &views[0].ptr, &views[1].ptr};

    return sample_launch(&kernels[PLAIN], &launch, arguments, views);
}

static custub_status tile(int n)
{
    void *arguments[] = {&n};

    return sample_launch(&kernels[TILE], &launch, arguments, NULL);
}

static custub_status pair(long long n)
{
    void *arguments[] = {&n};

    return sample_launch(&kernels[PAIR], &launch, arguments, NULL);
}

static void launched(custub_status status)
{
    assert_int_equal(status, CUSTUB_OK);
    assert_int_equal(recording_launch_count(), 1);
    recording_clear_log();
}

/* Refused, in these words, and the driver's launch was not called. */
static void refused(custub_status found, custub_status status, const char *message)
{
    assert_string_equal(error.message, message);
    assert_int_equal(found, status);
    assert_int_equal(error.status, status);
    assert_int_equal(recording_launch_count(), 0);
}

static void valid_launch_costs_one_driver_call(void **state)
{
    (void)state;
    shape(4, 256);
    assert_int_equal(saxpy(1000, custub_f32_of(X, 1000), custub_f32_of(Y, 1000)), CUSTUB_OK);
    assert_int_equal(recording_call_count(), 1);
    assert_string_equal(recording_call(0), "cuLaunchKernel");
    assert_int_equal(error.status, 0);
}

static void coverage_too_small(void **state)
{
    (void)state;
    shape(2048, 256);
    refused(saxpy(1048576, custub_f32_of(X << 8, 1048576), custub_f32_of(Y << 8, 1048576)),
            CUSTUB_ERROR_COVERAGE,
            "saxpy: grid 2048 x block 256 covers 524288 threads in x, the kernel needs n = 1048576 "
            "[sample.cu:12]");
    assert_int_equal(error.needed, 1048576);
    assert_int_equal(error.found, 524288);
    assert_string_equal(error.kernel, "saxpy");
    assert_null(error.parameter);
    assert_int_equal(error.parameter_index, -1);
    shape2(2, 2, 16, 16);
    refused(scale(32, 100, custub_bytes_of(X, 3200)), CUSTUB_ERROR_COVERAGE,
            "scale: grid 2x2 x block 16x16 covers 32 threads in y, the kernel needs height = 100 "
            "[sample.cu:32]");
}

static void more_threads_than_needed_are_legal(void **state)
{
    (void)state;
    shape(1000, 1024);
    launched(saxpy(1, custub_f32_of(X, 1), custub_f32_of(Y, 1)));
    launched(saxpy(0, custub_f32_of(0, 0), custub_f32_of(1, 0)));
}

static void second_dimension_of_a_one_dimensional_kernel(void **state)
{
    (void)state;
    shape2(32, 2, 16, 16);
    refused(
        saxpy(100, custub_f32_of(X, 100), custub_f32_of(Y, 100)), CUSTUB_ERROR_DIMENSIONS,
        "saxpy: grid 32x2 x block 16x16 has 2 dimensions, the kernel uses 1: the threads of the "
        "others would repeat its work [sample.cu:12]");
    launch.grid = custub_grid(1, 1, 2);
    launch.block = custub_block(16, 16, 1);
    refused(scale(1, 1, custub_bytes_of(X, 1)), CUSTUB_ERROR_DIMENSIONS,
            "scale: grid 1x1x2 x block 16x16x1 has 3 dimensions, the kernel uses 2: the threads of "
            "the others would repeat its work [sample.cu:32]");
    launched(plain(0, custub_bytes_of(0, 0), custub_bytes_of(0, 0)));
}

static void count_too_small(void **state)
{
    (void)state;
    shape(4, 256);
    refused(saxpy(1000, custub_f32_of(X, 1000), custub_f32_of(Y, 999)),
            CUSTUB_ERROR_COUNT_TOO_SMALL,
            "saxpy: 'y' has a count of 999 floats, the kernel needs n = 1000 floats (4000 bytes) "
            "[sample.cu:15]");
    assert_string_equal(error.parameter, "y");
    assert_int_equal(error.parameter_index, 3);
    assert_int_equal(error.line, 15);
    assert_string_equal(error.file, "sample.cu");
    assert_int_equal(error.needed, 4000);
    assert_int_equal(error.found, 3996);
    refused(plain(3, custub_bytes_of(0, 0), custub_bytes_of(Y, 1)), CUSTUB_ERROR_COUNT_TOO_SMALL,
            "plain: 'scratch' has a count of 1 byte, the kernel needs n * 8 = 24 bytes "
            "[sample.cu:45]");
    launched(saxpy(1000, custub_f32_of(X, 1001), custub_f32_of(Y, CUSTUB_COUNT_UNKNOWN)));
}

static void null_where_memory_is_needed(void **state)
{
    (void)state;
    shape(4, 256);
    refused(saxpy(1000, custub_f32_of(0, 1000), custub_f32_of(Y, 1000)), CUSTUB_ERROR_NULL_POINTER,
            "saxpy: 'x' is null, the kernel needs n = 1000 floats (4000 bytes) [sample.cu:14]");
    assert_int_equal(error.parameter_index, 2);
    launched(plain(3, custub_bytes_of(0, 5), custub_bytes_of(0, 0)));  /* not annotated; OR_NULL */
    launched(plain(-3, custub_bytes_of(0, 5), custub_bytes_of(0, 0))); /* whatever the count */
}

static void buffers_of_no_need_are_not_looked_at(void **state)
{
    (void)state;
    shape(1, 32);
    launched(saxpy(0, custub_f32_of(3, 0), custub_f32_of(0, 0)));
}

static void misaligned_address(void **state)
{
    (void)state;
    shape(4, 256);
    refused(saxpy(1000, custub_f32_of(X + 2, 1000), custub_f32_of(Y, 1000)),
            CUSTUB_ERROR_MISALIGNED,
            "saxpy: 'x' is at 0x10002, the kernel needs an address that is a multiple of 4 "
            "[sample.cu:14]");
    refused(plain(0, custub_bytes_of(X + 1, 0), custub_bytes_of(0, 0)), CUSTUB_ERROR_MISALIGNED,
            "plain: 'x' is at 0x10001, the kernel needs an address that is a multiple of 4 "
            "[sample.cu:44]");
}

static void overlap_of_restrict_buffers(void **state)
{
    (void)state;
    shape(4, 256);
    refused(saxpy(1000, custub_f32_of(X, 1000), custub_f32_of(X + 3600, 1000)),
            CUSTUB_ERROR_OVERLAP,
            "saxpy: 'y' (4000 bytes at 0x10e10) overlaps 'x' (4000 bytes at 0x10000) by 400 bytes; "
            "the kernel writes 'y' and declares 'x' __restrict__ [sample.cu:15]");
    assert_int_equal(error.found, 400);
    refused(
        saxpy(1000, custub_f32_of(X, 1000), custub_f32_of(X, 1000)), CUSTUB_ERROR_OVERLAP,
        "saxpy: 'y' (4000 bytes at 0x10000) overlaps 'x' (4000 bytes at 0x10000) by 4000 bytes; "
        "the kernel writes 'y' and declares 'x' __restrict__ [sample.cu:15]");
    /* Side by side; larger than needed; at the end of the address space. */
    launched(saxpy(1000, custub_f32_of(X, 9999), custub_f32_of(X + 4000, 9999)));
    launched(saxpy(1000, custub_f32_of(X + 4000, 9999), custub_f32_of(X, 9999)));
    launched(saxpy(1000, custub_f32_of(0 - 4000ull, 1000), custub_f32_of(4, 1000)));
}

static void overlap_without_restrict_is_legal(void **state)
{
    (void)state;
    shape(1, 32);
    launched(
        sample_launch_block_sum(kernels, &launch, 32, custub_f32_of(X, 32), custub_f32_of(X, 32)));
}

static void overlap_of_what_is_only_read_is_legal(void **state)
{
    custub_kernel_info all[SAMPLE_COUNT];
    custub_param_info params[4];
    custub_library_info info = sample_library;
    custub_kernel readers[SAMPLE_COUNT];
    struct custub_library *library;

    (void)state;
    memcpy(all, sample_library.kernels, sizeof(all));
    memcpy(params, all[SAXPY].params, sizeof(params));
    params[3].flags |= CUSTUB_PARAM_READ_ONLY; /* both are const and __restrict__ now */
    all[SAXPY].params = params;
    info.kernels = all;
    assert_int_equal(custub_library_load(&library, readers, &info, sample_images, &error), 0);
    recording_clear_log();
    shape(4, 256);
    launched(sample_launch_saxpy(readers, &launch, 1000, 2, custub_f32_of(X, 1000),
                                 custub_f32_of(X, 1000)));
    launched(sample_launch_saxpy(readers, &launch, 1000, 2, custub_f32_of(X + 400, 1000),
                                 custub_f32_of(X, 1000)));
    custub_library_unload(library);
}

static void block_over_the_launch_bounds(void **state)
{
    (void)state;
    shape2(4, 4, 32, 16);
    refused(
        scale(64, 64, custub_bytes_of(X, 4096)), CUSTUB_ERROR_LAUNCH_BOUNDS,
        "scale: block 32x16 has 512 threads, the kernel's limit is 256 by its __launch_bounds__ "
        "[sample.cu:32]");
    assert_int_equal(error.needed, 256);
    assert_int_equal(error.found, 512);
}

static void shapes_over_the_devices_limits(void **state)
{
    (void)state;
    shape(1, 1025);
    refused(saxpy(1, custub_f32_of(X, 1), custub_f32_of(Y, 1)), CUSTUB_ERROR_BLOCK_LIMIT,
            "saxpy: block 1025 has 1025 threads in x, the device's limit is 1024 [sample.cu:12]");
    shape(3000000000u, 1);
    refused(saxpy(1, custub_f32_of(X, 1), custub_f32_of(Y, 1)), CUSTUB_ERROR_GRID_LIMIT,
            "saxpy: grid 3000000000 has 3000000000 blocks in x, the device's limit is 2147483647 "
            "[sample.cu:12]");
    shape2(1, 65536, 1, 1);
    refused(
        scale(1, 1, custub_bytes_of(X, 1)), CUSTUB_ERROR_GRID_LIMIT,
        "scale: grid 1x65536 has 65536 blocks in y, the device's limit is 65535 [sample.cu:32]");
    launch.grid = custub_grid(1, 1, 1);
    launch.block = custub_block(1, 1, 65);
    refused(plain(0, custub_bytes_of(0, 0), custub_bytes_of(0, 0)), CUSTUB_ERROR_BLOCK_LIMIT,
            "plain: block 1x1x65 has 65 threads in z, the device's limit is 64 [sample.cu:42]");
    launch.block = custub_block(64, 64, 1);
    refused(plain(0, custub_bytes_of(0, 0), custub_bytes_of(0, 0)), CUSTUB_ERROR_BLOCK_LIMIT,
            "plain: block 64x64 has 4096 threads, the device's limit is 1024 [sample.cu:42]");
    launch.grid = custub_grid(UINT64_MAX, UINT64_MAX, UINT64_MAX);
    launch.block = custub_block(UINT64_MAX, UINT64_MAX, UINT64_MAX);
    assert_int_equal(plain(0, custub_bytes_of(0, 0), custub_bytes_of(0, 0)),
                     CUSTUB_ERROR_GRID_LIMIT);
    launch.grid = custub_grid((uint64_t)1 << 32, 1, 1);
    launch.block = custub_block((uint64_t)1 << 32, (uint64_t)1 << 32, 1);
    launch.check = CUSTUB_CHECK_NONE; /* no level cuts numbers off */
    assert_int_equal(plain(0, custub_bytes_of(0, 0), custub_bytes_of(0, 0)),
                     CUSTUB_ERROR_GRID_LIMIT);
    assert_int_equal(recording_launch_count(), 0);
}

static void block_that_is_not_the_exact_one(void **state)
{
    (void)state;
    shape2(1, 1, 16, 8);
    refused(tile(8), CUSTUB_ERROR_BLOCK_MISMATCH,
            "tile: block 16x8 has 8 threads in y, the kernel needs exactly 16 [sample.cu:62]");
    assert_int_equal(error.needed, 16);
    assert_int_equal(error.found, 8);
    shape2(1, 1, 16, 16);
    launched(tile(16));
}

static void condition_that_does_not_hold(void **state)
{
    (void)state;
    shape(4, 100);
    refused(
        sample_launch_block_sum(kernels, &launch, 400, custub_f32_of(X, 400), custub_f32_of(Y, 4)),
        CUSTUB_ERROR_REQUIRES,
        "block_sum: the kernel requires is_pow2(blockDim.x), which does not hold for grid 4 x "
        "block 100 [sample.cu:22]");
}

/* Launches tile with other parameters and the condition. */
static custub_status require(custub_param_info *params, uint32_t count,
                             const custub_expr *condition, void **arguments)
{
    custub_kernel_info all[SAMPLE_COUNT];
    custub_library_info info = sample_library;
    custub_kernel own[SAMPLE_COUNT];
    struct custub_library *library;
    custub_status status;

    memcpy(all, sample_library.kernels, sizeof(all));
    memset(&all[TILE].threads, 0, sizeof(all[TILE].threads));
    memset(&all[TILE].block, 0, sizeof(all[TILE].block));
    all[TILE].params = params;
    all[TILE].param_count = count;
    all[TILE].requirements = condition;
    all[TILE].requirement_count = 1;
    info.kernels = all;
    recording_describe(&info, NULL);
    assert_int_equal(custub_library_load(&library, own, &info, sample_images, &error), 0);
    recording_describe(&sample_library, NULL);
    recording_clear_log();
    status = sample_launch(&own[TILE], &launch, arguments, NULL);
    custub_library_unload(library);
    return status;
}

#define PARAMETER(index, offset, scalar) CUSTUB_OP_PARAMETER, index, offset, scalar
#define CONSTANT(value)                  CUSTUB_OP_CONSTANT, value, 0
#define EXPR(text, code)                                                                           \
    {                                                                                              \
        text, code, sizeof(code) / sizeof((code)[0])                                               \
    }

static void conditions_say_what_they_found(void **state)
{
    static const uint32_t divides[] = {PARAMETER(1, 0, CUSTUB_SCALAR_I32),
                                       CONSTANT(0),
                                       CUSTUB_OP_NOT_EQUAL,
                                       PARAMETER(0, 0, CUSTUB_SCALAR_I32),
                                       PARAMETER(1, 0, CUSTUB_SCALAR_I32),
                                       CUSTUB_OP_REMAINDER,
                                       CONSTANT(0),
                                       CUSTUB_OP_EQUAL,
                                       CUSTUB_OP_AND};
    static const uint32_t field[] = {PARAMETER(2, 4, CUSTUB_SCALAR_I16),
                                     PARAMETER(2, 0, CUSTUB_SCALAR_U32),
                                     CUSTUB_OP_LESS,
                                     CUSTUB_OP_GRID,
                                     0,
                                     CUSTUB_OP_AND,
                                     CUSTUB_OP_NOT};
    static const uint32_t quotient[] = {PARAMETER(0, 0, CUSTUB_SCALAR_I32),
                                        PARAMETER(1, 0, CUSTUB_SCALAR_I32), CUSTUB_OP_DIVIDE};
    static const uint32_t never[] = {CONSTANT(0)};
    const custub_expr conditions[] = {EXPR("b != 0 && a % b == 0", divides),
                                      EXPR("!(s.x < s.y && gridDim.x)", field),
                                      EXPR("a / b", quotient), EXPR("0", never)};
    custub_param_info params[3] = {sample_library.kernels[SCALE].params[0],
                                   sample_library.kernels[SCALE].params[1],
                                   sample_library.kernels[SCALE].params[0]};
    int a = 4;
    int b = 0;
    const struct {
        uint32_t y;
        int16_t x;
    } s = {7, -3};
    void *arguments[] = {&a, &b, (void *)(uintptr_t)&s};

    (void)state;
    params[0].name = "a";
    params[1].name = "b";
    params[2].name = "s";
    params[2].kind = CUSTUB_PARAM_STRUCT;
    params[2].offset = 8;
    params[2].size = 8;
    shape(1, 1024);
    refused(require(params, 3, &conditions[0], arguments), CUSTUB_ERROR_REQUIRES,
            "tile: the kernel requires b != 0 && a % b == 0, which does not hold for b = 0, a = 4 "
            "[sample.cu:62]");
    refused(require(params, 3, &conditions[1], arguments), CUSTUB_ERROR_REQUIRES,
            "tile: the kernel requires !(s.x < s.y && gridDim.x), which does not hold for s (bytes "
            "4 to 5) = -3, s (bytes 0 to 3) = 7 and grid 1 x block 1024 [sample.cu:62]");
    refused(require(params, 3, &conditions[2], arguments), CUSTUB_ERROR_NOT_COMPUTABLE,
            "tile: the kernel requires a / b, which has no value for a = 4, b = 0 [sample.cu:62]");
    refused(require(params, 3, &conditions[3], arguments), CUSTUB_ERROR_REQUIRES,
            "tile: the kernel requires 0, which does not hold [sample.cu:62]");
    launch.error = NULL;
    assert_int_equal(require(params, 3, &conditions[0], arguments), CUSTUB_ERROR_REQUIRES);
}

static void many_values_leave_room_for_the_place(void **state)
{
    enum { COUNT = 40 };
    static uint32_t code[COUNT * 5 - 1];
    const custub_expr condition = EXPR("all", code);
    custub_param_info params[COUNT];
    void *arguments[COUNT];
    int zero = 0;
    size_t used = 0;

    (void)state;
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint32_t read[] = {PARAMETER(i, 0, CUSTUB_SCALAR_I32)};
        params[i] = sample_library.kernels[TILE].params[0];
        params[i].name = "a_name_of_some_length";
        params[i].offset = 4 * i;
        arguments[i] = &zero;
        memcpy(code + used, read, sizeof(read));
        used += 4;
        if (i)
            code[used++] = CUSTUB_OP_ADD;
    }
    shape(1, 1);
    assert_int_equal(require(params, COUNT, &condition, arguments), CUSTUB_ERROR_REQUIRES);
    assert_non_null(strstr(error.message, "does not hold for a_name_of_some_length = 0, a_name"));
    assert_string_equal(strchr(error.message, '['), "[sample.cu:62]");
}

static void needs_follow_the_grid(void **state)
{
    (void)state;
    shape(4, 128);
    refused(
        sample_launch_block_sum(kernels, &launch, 500, custub_f32_of(X, 500), custub_f32_of(Y, 3)),
        CUSTUB_ERROR_COUNT_TOO_SMALL,
        "block_sum: 'sums' has a count of 3 floats, the kernel needs gridDim.x = 4 floats (16 "
        "bytes) [sample.cu:25]");
}

static void shared_memory_by_the_contract(void **state)
{
    custub_f32 values = custub_f32_of(X, 128);
    custub_f32 sums = custub_f32_of(Y, 1);

    (void)state;
    shape(1, 128);
    launched(sample_launch_block_sum(kernels, &launch, 128, values, sums));
    assert_int_equal(recording_last_launch()->shared, 512);
    launch.shared = 511;
    refused(sample_launch_block_sum(kernels, &launch, 128, values, sums),
            CUSTUB_ERROR_SHARED_TOO_SMALL,
            "block_sum: the launch gives 511 bytes of dynamic shared memory, the kernel needs "
            "blockDim.x * sizeof(float) = 512 bytes [sample.cu:22]");
    assert_int_equal(error.needed, 512);
    assert_int_equal(error.found, 511);
    launch.shared = CUSTUB_SHARED_NONE;
    assert_int_equal(sample_launch_block_sum(kernels, &launch, 128, values, sums),
                     CUSTUB_ERROR_SHARED_TOO_SMALL);
    launch.shared = 1000;
    launched(sample_launch_block_sum(kernels, &launch, 128, values, sums));
    assert_int_equal(recording_last_launch()->shared, 1000);
}

static void shared_memory_of_unknown_size(void **state)
{
    custub_bytes x = custub_bytes_of(X, 4);
    void *arguments[] = {&x.ptr};

    (void)state;
    shape(1, 32);
    for (int check = CUSTUB_CHECK_WHOLE; check <= CUSTUB_CHECK_NONE; check++) {
        launch.check = (custub_check)check;
        refused(sample_launch(&kernels[DYNAMIC], &launch, arguments, &x),
                CUSTUB_ERROR_SHARED_UNKNOWN,
                "dynamic: the kernel declares dynamic shared memory, of which neither the launch "
                "nor CUSTUB_SHARED says how much: set the launch's shared (CUSTUB_SHARED_NONE for "
                "none) [sample.cu:82]");
    }
    launch.check = CUSTUB_CHECK_CONTRACT;
    launch.shared = CUSTUB_SHARED_NONE;
    launched(sample_launch(&kernels[DYNAMIC], &launch, arguments, &x));
    assert_int_equal(recording_last_launch()->shared, 0);
    launch.shared = 64;
    launched(sample_launch(&kernels[DYNAMIC], &launch, arguments, &x));
    assert_int_equal(recording_last_launch()->shared, 64);
}

static void expressions_without_a_value(void **state)
{
    (void)state;
    shape2(1, 1, 1, 1);
    refused(scale(-5, 2, custub_bytes_of(X, 10)), CUSTUB_ERROR_NOT_COMPUTABLE,
            "scale: the kernel needs width = -5 threads in x, which is negative [sample.cu:32]");
    shape(1, 1);
    refused(plain(-1, custub_bytes_of(0, 0), custub_bytes_of(Y, 10)), CUSTUB_ERROR_NOT_COMPUTABLE,
            "plain: 'scratch' needs n * 8 = -8 bytes, which is negative for n = -1 [sample.cu:45]");
    assert_int_equal(error.parameter_index, 2);
    shape(2147483647, 1024);
    refused(saxpy((size_t)1 << 40, custub_f32_of(X, 1), custub_f32_of(Y, 1)),
            CUSTUB_ERROR_COUNT_TOO_SMALL,
            "saxpy: 'x' has a count of 1 float, the kernel needs n = 1099511627776 floats "
            "(4398046511104 bytes) [sample.cu:14]");
}

static void needs_beyond_64_bits(void **state)
{
    uint64_t n = UINT64_MAX / 2;
    custub_bytes data = custub_bytes_of(X, CUSTUB_COUNT_UNKNOWN);
    void *arguments[] = {&n, &data.ptr};

    (void)state;
    shape(1, 32);
    refused(
        sample_launch(&kernels[STRIDE], &launch, arguments, &data), CUSTUB_ERROR_NOT_COMPUTABLE,
        "stride: 'data' needs n = 9223372036854775807 elements of 8 bytes, more than 64 bits can "
        "count [sample.cu:54]");
}

static void any_shape_covers_a_grid_stride_kernel(void **state)
{
    uint64_t n = 100000;
    custub_bytes data = custub_bytes_of(X, n);
    void *arguments[] = {&n, &data.ptr};

    (void)state;
    shape(1, 32);
    launched(sample_launch(&kernels[STRIDE], &launch, arguments, &data));
}

static void empty_shapes(void **state)
{
    custub_f32 x = custub_f32_of(X, 1);
    custub_f32 y = custub_f32_of(Y, 1);

    (void)state;
    shape(0, 256);
    refused(saxpy(1, x, y), CUSTUB_ERROR_EMPTY_SHAPE,
            "saxpy: grid 0 x block 256 is empty, it needs at least one block and one thread "
            "[sample.cu:12]");
    shape(1, 0);
    refused(saxpy(1, x, y), CUSTUB_ERROR_EMPTY_SHAPE,
            "saxpy: grid 1 x block 0 is empty, it needs at least one block and one thread "
            "[sample.cu:12]");
    launch.block = custub_block(32, 0, 1);
    refused(saxpy(1, x, y), CUSTUB_ERROR_EMPTY_SHAPE,
            "saxpy: grid 1x1 x block 32x0 is empty, it needs at least one block and one thread "
            "[sample.cu:12]");
    memset(&launch.block, 0, sizeof(launch.block));
    launch.block.y = 4;
    refused(saxpy(1, x, y), CUSTUB_ERROR_EMPTY_SHAPE,
            "saxpy: grid 1x1 x block 0x4 is empty, it needs at least one block and one thread "
            "[sample.cu:12]");
    launch.block.x = 32; /* set by hand: y and z of 0 mean 1 */
    launch.block.y = 0;
    launched(saxpy(1, x, y));
    assert_int_equal(recording_last_launch()->block[1], 1);
    assert_int_equal(recording_last_launch()->block[2], 1);
}

static void clusters_that_do_not_divide_the_grid(void **state)
{
    (void)state;
    shape(3, 32);
    refused(pair(96), CUSTUB_ERROR_CLUSTER,
            "pair: grid 3 x block 32 has 3 blocks in x, not a multiple of the cluster's 2 "
            "[sample.cu:92]");
    shape(4, 32);
    launched(pair(96));
    assert_false(recording_last_launch()->extended);
    launch.cluster = custub_dim3_of(4, 1, 1);
    refused(pair(96), CUSTUB_ERROR_CLUSTER,
            "pair: cluster 4 is not the kernel's own, by its __cluster_dims__ [sample.cu:92]");
    launch.cluster = custub_dim3_of(0, 1, 1);
    refused(pair(96), CUSTUB_ERROR_CLUSTER, "pair: cluster 0 is empty [sample.cu:92]");
}

static void kernels_that_are_not_loaded(void **state)
{
    custub_kernel none = {0};

    (void)state;
    assert_int_equal(
        sample_launch_saxpy(&none, &launch, 1, 1, custub_f32_of(X, 1), custub_f32_of(Y, 1)),
        CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(error.message, "call the generated load function first"));
    none.info = &sample_library.kernels[SAXPY];
    assert_int_equal(
        sample_launch_saxpy(&none, NULL, 1, 1, custub_f32_of(X, 1), custub_f32_of(Y, 1)),
        CUSTUB_ERROR_KERNEL_ABSENT);
    assert_int_equal(
        sample_launch_saxpy(&none, &launch, 1, 1, custub_f32_of(X, 1), custub_f32_of(Y, 1)),
        CUSTUB_ERROR_KERNEL_ABSENT);
    assert_string_equal(error.message,
                        "saxpy: the kernel is in no image that is loaded: it was unloaded, or it "
                        "is compiled for other architectures alone [sample.cu:12]");
    assert_int_equal(custub_call_launch(&none, &launch, NULL, NULL, 0, CUSTUB_CALL_HOLDS),
                     CUSTUB_ERROR_KERNEL_ABSENT);
}

static void launches_that_were_not_made_by_default(void **state)
{
    (void)state;
    shape(1, 32);
    launch.reserved[7] = 1;
    launch.check = CUSTUB_CHECK_WHOLE;
    assert_int_equal(saxpy(1, custub_f32_of(X, 1), custub_f32_of(Y, 1)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(error.message, "custub_launch_default()"));
    launch.reserved[7] = 0;
    launch.check = (custub_check)9;
    assert_int_equal(saxpy(1, custub_f32_of(X, 1), custub_f32_of(Y, 1)),
                     CUSTUB_ERROR_INVALID_ARGUMENT);
}

static void nothing_is_checked_at_the_level_none(void **state)
{
    (void)state;
    shape(1, 32);
    launch.check = CUSTUB_CHECK_NONE;
    launched(saxpy(1000, custub_f32_of(0, 0), custub_f32_of(1, 0)));
}

static void slow_path_overrules_a_wrong_value_of_the_stub(void **state)
{
    size_t n = 100;
    float a = 1;
    custub_need needs[2] = {{X, 100, UINT64_MAX}, {Y, 100, UINT64_MAX}};
    void *arguments[] = {&n, &a, &needs[0].ptr, &needs[1].ptr};

    (void)state;
    shape(1, 128);
    launched(custub_call_launch(&kernels[SAXPY], &launch, arguments, needs, 3, 0));
    assert_int_equal(needs[0].bytes, 400);
    assert_int_equal(recording_last_launch()->shared, 0);
}

static void coverage_of_counts_and_sizes(void **state)
{
    (void)state;
    assert_true(custubi_covers(10, 4, 40));
    assert_false(custubi_covers(10, 4, 41));
    assert_true(custubi_covers(UINT64_MAX, 4, UINT64_MAX));
    assert_true(custubi_covers((uint64_t)1 << 62, 4, UINT64_MAX - 1));
    assert_false(custubi_covers(((uint64_t)1 << 62) - 1, 4, UINT64_MAX - 1));
    assert_false(custubi_covers(((uint64_t)1 << 40) - 1, 4, (uint64_t)1 << 42));
    assert_true(custubi_covers((uint64_t)1 << 40, 4, (uint64_t)1 << 42));
    assert_false(custubi_covers((uint64_t)1 << 40, 4, ((uint64_t)1 << 42) + 1));
    assert_true(custubi_covers(0, 4, 0));
}

#define TEST(name) cmocka_unit_test_setup(name, start)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(valid_launch_costs_one_driver_call),
        TEST(coverage_too_small),
        TEST(more_threads_than_needed_are_legal),
        TEST(second_dimension_of_a_one_dimensional_kernel),
        TEST(count_too_small),
        TEST(null_where_memory_is_needed),
        TEST(buffers_of_no_need_are_not_looked_at),
        TEST(misaligned_address),
        TEST(overlap_of_restrict_buffers),
        TEST(overlap_without_restrict_is_legal),
        TEST(overlap_of_what_is_only_read_is_legal),
        TEST(block_over_the_launch_bounds),
        TEST(shapes_over_the_devices_limits),
        TEST(block_that_is_not_the_exact_one),
        TEST(condition_that_does_not_hold),
        TEST(conditions_say_what_they_found),
        TEST(many_values_leave_room_for_the_place),
        TEST(needs_follow_the_grid),
        TEST(shared_memory_by_the_contract),
        TEST(shared_memory_of_unknown_size),
        TEST(expressions_without_a_value),
        TEST(needs_beyond_64_bits),
        TEST(any_shape_covers_a_grid_stride_kernel),
        TEST(empty_shapes),
        TEST(clusters_that_do_not_divide_the_grid),
        TEST(kernels_that_are_not_loaded),
        TEST(launches_that_were_not_made_by_default),
        TEST(nothing_is_checked_at_the_level_none),
        TEST(slow_path_overrules_a_wrong_value_of_the_stub),
        TEST(coverage_of_counts_and_sizes),
    };

    return cmocka_run_group_tests(tests, load, unload);
}
