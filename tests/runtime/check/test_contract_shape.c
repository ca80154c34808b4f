/* Errors about the shape of launches at the contract level, found without a driver call. */
#include "check/rules.h"

#include "contract_fixture.h"

static void coverage_too_small(void **state)
{
    (void)state;
    shape(2048, 256);
    refused(
        saxpy(1048576, custub_f32_view_of(X << 8, 1048576), custub_f32_view_of(Y << 8, 1048576)),
        CUSTUB_ERROR_COVERAGE,
        "saxpy: grid 2048 x block 256 covers 524288 threads in x, the kernel needs n = 1048576 "
        "[sample.cu:12]");
    assert_int_equal(error.needed, 1048576);
    assert_int_equal(error.found, 524288);
    assert_string_equal(error.kernel, "saxpy");
    assert_string_equal(error.parameter, "");
    assert_int_equal(error.parameter_index, -1);
    shape2(2, 2, 16, 16);
    refused(scale(32, 100, custub_bytes_view_of(X, 3200)), CUSTUB_ERROR_COVERAGE,
            "scale: grid 2x2 x block 16x16 covers 32 threads in y, the kernel needs height = 100 "
            "[sample.cu:32]");
}

static void more_threads_than_needed_are_legal(void **state)
{
    (void)state;
    shape(1000, 1024);
    launched(saxpy(1, custub_f32_view_of(X, 1), custub_f32_view_of(Y, 1)));
    launched(saxpy(0, custub_f32_view_of(0, 0), custub_f32_view_of(1, 0)));
}

static void second_dimension_of_a_one_dimensional_kernel(void **state)
{
    (void)state;
    shape2(32, 2, 16, 16);
    refused(
        saxpy(100, custub_f32_view_of(X, 100), custub_f32_view_of(Y, 100)), CUSTUB_ERROR_DIMENSIONS,
        "saxpy: grid 32x2 x block 16x16 has 2 dimensions, the kernel uses 1: the threads of the "
        "others would repeat its work [sample.cu:12]");
    launch.grid = custub_grid(1, 1, 2);
    launch.block = custub_block(16, 16, 1);
    refused(scale(1, 1, custub_bytes_view_of(X, 1)), CUSTUB_ERROR_DIMENSIONS,
            "scale: grid 1x1x2 x block 16x16x1 has 3 dimensions, the kernel uses 2: the threads of "
            "the others would repeat its work [sample.cu:32]");
    launched(plain(0, custub_bytes_view_of(0, 0), custub_bytes_view_of(0, 0)));
}

static void block_over_the_launch_bounds(void **state)
{
    (void)state;
    shape2(4, 4, 32, 16);
    refused(
        scale(64, 64, custub_bytes_view_of(X, 4096)), CUSTUB_ERROR_LAUNCH_BOUNDS,
        "scale: block 32x16 has 512 threads, the kernel's limit is 256 by its __launch_bounds__ "
        "[sample.cu:32]");
    assert_int_equal(error.needed, 256);
    assert_int_equal(error.found, 512);
}

static void shapes_over_the_devices_limits(void **state)
{
    (void)state;
    shape(1, 1025);
    refused(saxpy(1, custub_f32_view_of(X, 1), custub_f32_view_of(Y, 1)), CUSTUB_ERROR_BLOCK_LIMIT,
            "saxpy: block 1025 has 1025 threads in x, the device's limit is 1024 [sample.cu:12]");
    shape(3000000000u, 1);
    refused(saxpy(1, custub_f32_view_of(X, 1), custub_f32_view_of(Y, 1)), CUSTUB_ERROR_GRID_LIMIT,
            "saxpy: grid 3000000000 has 3000000000 blocks in x, the device's limit is 2147483647 "
            "[sample.cu:12]");
    shape2(1, 65536, 1, 1);
    refused(
        scale(1, 1, custub_bytes_view_of(X, 1)), CUSTUB_ERROR_GRID_LIMIT,
        "scale: grid 1x65536 has 65536 blocks in y, the device's limit is 65535 [sample.cu:32]");
    launch.grid = custub_grid(1, 1, 1);
    launch.block = custub_block(1, 1, 65);
    refused(plain(0, custub_bytes_view_of(0, 0), custub_bytes_view_of(0, 0)),
            CUSTUB_ERROR_BLOCK_LIMIT,
            "plain: block 1x1x65 has 65 threads in z, the device's limit is 64 [sample.cu:42]");
    launch.block = custub_block(64, 64, 1);
    refused(plain(0, custub_bytes_view_of(0, 0), custub_bytes_view_of(0, 0)),
            CUSTUB_ERROR_BLOCK_LIMIT,
            "plain: block 64x64 has 4096 threads, the device's limit is 1024 [sample.cu:42]");
    launch.grid = custub_grid(UINT64_MAX, UINT64_MAX, UINT64_MAX);
    launch.block = custub_block(UINT64_MAX, UINT64_MAX, UINT64_MAX);
    assert_int_equal(plain(0, custub_bytes_view_of(0, 0), custub_bytes_view_of(0, 0)),
                     CUSTUB_ERROR_GRID_LIMIT);
    launch.grid = custub_grid((uint64_t)1 << 32, 1, 1);
    launch.block = custub_block((uint64_t)1 << 32, (uint64_t)1 << 32, 1);
    launch.check = CUSTUB_CHECK_NONE; /* no level truncates numbers */
    assert_int_equal(plain(0, custub_bytes_view_of(0, 0), custub_bytes_view_of(0, 0)),
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

/* Macros may make expressions longer than a message. */
static void long_expression_leaves_room_for_its_value(void **state)
{
    const custub_kernel *tiled = &kernels[TILE];
    custub_kernel copy = *tiled;
    custub_kernel_info info = *tiled->info;
    char text[600];
    int n = 8;
    void *arguments[] = {&n};

    (void)state;
    memset(text, 'x', sizeof(text));
    for (size_t i = 10; i < sizeof(text); i += 10)
        text[i] = ' ';
    text[sizeof(text) - 1] = '\0';
    info.block[1].text = text;
    copy.info = &info;
    shape2(1, 1, 16, 8);
    assert_int_equal(sample_launch(&copy, &launch, arguments, fresh(&error)),
                     CUSTUB_ERROR_BLOCK_MISMATCH);
    assert_non_null(strstr(error.message, "the kernel needs exactly xxxxxxxxxx xxxxxxxxx "));
    assert_non_null(strstr(error.message, "xxxxxxxxx ... = 16 [sample.cu:62]"));
}

static void any_shape_covers_a_grid_stride_kernel(void **state)
{
    uint64_t n = 100000;
    custub_bytes_view data = custub_bytes_view_of(X, n);
    void *arguments[] = {&n, &data.ptr};

    (void)state;
    shape(1, 32);
    launched(sample_launch(&kernels[STRIDE], &launch, arguments, fresh(&error)));
}

static void empty_shapes(void **state)
{
    custub_f32_view x = custub_f32_view_of(X, 1);
    custub_f32_view y = custub_f32_view_of(Y, 1);

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
            "pair: cluster 4 differs from the kernel's __cluster_dims__ [sample.cu:92]");
    launch.cluster = custub_dim3_of(0, 1, 1);
    refused(pair(96), CUSTUB_ERROR_CLUSTER, "pair: cluster 0 is empty [sample.cu:92]");
    launch.check = CUSTUB_CHECK_NONE; /* without checks nothing is corrected */
    assert_int_equal(pair(96), CUSTUB_OK);
    assert_true(recording_last_launch()->extended);
    assert_int_equal(recording_last_launch()->attribute_values[0][0], 0);
}

/* True if the rule finds `bytes` in a view of so many elements. */
static bool covers(uint64_t count, uint64_t size, uint64_t bytes)
{
    const custubi_pointer_state pointer = {.unit = 1, .size = size};
    const custub_need need = {X, count, bytes};

    return custubi_rule_view(false, custubi_elements(&pointer, bytes), &need) == CUSTUB_OK;
}

static void coverage_of_counts_and_sizes(void **state)
{
    (void)state;
    assert_true(covers(10, 4, 40));
    assert_false(covers(10, 4, 41));
    assert_true(covers(UINT64_MAX, 4, UINT64_MAX));
    assert_true(covers((uint64_t)1 << 62, 4, UINT64_MAX - 1));
    assert_false(covers(((uint64_t)1 << 62) - 1, 4, UINT64_MAX - 1));
    assert_false(covers(((uint64_t)1 << 40) - 1, 4, (uint64_t)1 << 42));
    assert_true(covers((uint64_t)1 << 40, 4, (uint64_t)1 << 42));
    assert_false(covers((uint64_t)1 << 40, 4, ((uint64_t)1 << 42) + 1));
    assert_true(covers(0, 4, 0));
}

static bool apart(CUdeviceptr a, uint64_t a_bytes, CUdeviceptr b, uint64_t b_bytes)
{
    const custub_need first = {a, 0, a_bytes};
    const custub_need second = {b, 0, b_bytes};
    const custubi_reach of_first = custubi_reach_of(&first);
    const custubi_reach of_second = custubi_reach_of(&second);
    bool is = custubi_rule_apart(&of_first, &second);

    assert_int_equal(custubi_rule_apart(&of_second, &first), is);
    return is;
}

static void overlap_of_intervals(void **state)
{
    const uint64_t half = (uint64_t)1 << 63;

    (void)state;
    assert_true(apart(X, 16, X + 16, 16));
    assert_false(apart(X, 16, X + 15, 16));
    assert_false(apart(X, 16, X, 1));
    assert_false(apart(X, 16, X + 15, 1));
    assert_true(apart(X, 1, X + 1, 1));
    /* Up to the end of the addresses, and with sums of more than 64 bits. */
    assert_true(apart(X, half, half + X, half - X));
    assert_false(apart(X, half + 1, half + X, half - X));
    assert_true(apart(1, half - 1, half, half));
    assert_false(apart(1, UINT64_MAX, 2, UINT64_MAX - 1));
    assert_true(apart(1, UINT64_MAX - 1, UINT64_MAX, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(coverage_too_small),
        TEST(more_threads_than_needed_are_legal),
        TEST(second_dimension_of_a_one_dimensional_kernel),
        TEST(block_over_the_launch_bounds),
        TEST(shapes_over_the_devices_limits),
        TEST(block_that_is_not_the_exact_one),
        TEST(long_expression_leaves_room_for_its_value),
        TEST(any_shape_covers_a_grid_stride_kernel),
        TEST(empty_shapes),
        TEST(clusters_that_do_not_divide_the_grid),
        TEST(coverage_of_counts_and_sizes),
        TEST(overlap_of_intervals),
    };

    return cmocka_run_group_tests(tests, load, unload);
}
