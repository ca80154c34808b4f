/* Kernels without a contract: launches that cover n threads, a kernel's function for other APIs,
 * and the driver's facts about kernels and a device's limits. */
#include "launch_fixture.h"
#include "fresh_error.h"
#include "graph_node.h"

#include <string.h>

#define MOST 3000000

static CUdeviceptr data;

/* Device memory of `count` zeros. */
static custub_i32_view zeros(size_t count)
{
    DRIVER(cu.cuMemAlloc_v2(&data, count * sizeof(int)));
    launch_fill(data, count, 0);
    return custub_i32_view_of(data, count);
}

static void release(void)
{
    SUCCEED(custub_stream_synchronize(f.stream, fresh(&f.error)));
    DRIVER(cu.cuMemFree_v2(data));
}

static void cover(uint64_t threads)
{
    f.launch = custub_launch_for(threads);
    f.launch.stream = f.stream;
}

/* --- Launches that cover n threads ---------------------------------------------------------- */

static const size_t counts[] = {1, 31, 1024, 1025, 100000, MOST};

#define EACH_COUNT(i) (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)

/* Launches twice: the second launch uses what the first one looked up. */
static void kernel_without_a_contract_reaches_every_element(void **state)
{
    (void)state;
    for
        EACH_COUNT(i)
        {
            custub_i32_view all = zeros(counts[i] + 1);
            cover(counts[i]);
            SUCCEED(launch_count_up(&f.kernels, &f.launch, all, counts[i], fresh(&f.error)));
            SUCCEED(launch_count_up(&f.kernels, &f.launch, all, counts[i], fresh(&f.error)));
            COMPARE(data, counts[i], 2);
            COMPARE(data + counts[i] * sizeof(int), 1, 0);
            release();
        }
}

static void zero_threads_launch_one_block(void **state)
{
    (void)state;
    custub_i32_view all = zeros(1);
    cover(0);
    SUCCEED(launch_count_up(&f.kernels, &f.launch, all, 0, fresh(&f.error)));
    COMPARE(data, 1, 0);
    release();
}

static void strides_are_capped_at_what_is_resident(void **state)
{
    (void)state;
    for
        EACH_COUNT(i)
        {
            custub_i32_view all = zeros(counts[i]);
            cover(counts[i]);
            SUCCEED(
                launch_count_up_in_strides(&f.kernels, &f.launch, counts[i], all, fresh(&f.error)));
            /* More blocks than a grid can have. */
            cover(UINT64_C(1) << 50);
            SUCCEED(
                launch_count_up_in_strides(&f.kernels, &f.launch, counts[i], all, fresh(&f.error)));
            COMPARE(data, counts[i], 2);
            release();
        }
}

static void contract_that_asks_for_more_is_refused(void **state)
{
    (void)state;
    custub_i32_view all = zeros(1000);
    cover(999);
    EXPECT(launch_increase(&f.kernels, &f.launch, 1000, 1, all, fresh(&f.error)),
           CUSTUB_ERROR_COVERAGE);
    assert_int_equal(f.error.needed, 1000);
    assert_int_equal(f.error.found, 999);
    cover(1000);
    SUCCEED(launch_increase(&f.kernels, &f.launch, 1000, 1, all, fresh(&f.error)));
    EXPECT(launch_number_rows(&f.kernels, &f.launch, 100, 10, all, fresh(&f.error)),
           CUSTUB_ERROR_COVERAGE); /* y is not covered */
    COMPARE(data, 1000, 1);
    release();
}

static void without_threads_the_message_names_them(void **state)
{
    (void)state;
    EXPECT(launch_count_up(&f.kernels, NULL, custub_i32_view_of(0, 0), 0, fresh(&f.error)),
           CUSTUB_ERROR_SHAPE_UNKNOWN);
    assert_non_null(strstr(f.error.message, "custub_launch_for(n)"));
    cover(UINT64_MAX);
    EXPECT(launch_count_up(&f.kernels, &f.launch, custub_i32_view_of(0, 0), 0, fresh(&f.error)),
           CUSTUB_ERROR_GRID_LIMIT);
}

static void prepared_dynamic_and_graph_launches_cover_too(void **state)
{
    custub_argument arguments[] = {custub_argument_buffer(CUSTUB_SCALAR_I32, 0, 5000),
                                   custub_argument_u64(5000)};
    custub_prepared *prepared;
    CUgraphNode node;
    CUgraphExec exec;
    CUgraph graph;

    (void)state;
    custub_i32_view all = zeros(5001);
    arguments[0] = custub_argument_buffer(CUSTUB_SCALAR_I32, data, 5000);
    cover(5000);
    SUCCEED(custub_kernel_launch(&f.kernels.count_up, &f.launch, 2, arguments, fresh(&f.error)));
    prepared = prepare_count_up(&f.kernels, &f.launch, all, 5000, fresh(&f.error));
    SUCCEED(f.error.status);
    SUCCEED(custub_prepared_launch(prepared, fresh(&f.error)));
    DRIVER(cu.cuGraphCreate(&graph, 0));
    node = add_node(graph, NULL, 0, &f.kernels.count_up, &f.launch, 2, arguments, fresh(&f.error));
    SUCCEED(f.error.status);
    custub_graph_node_add(graph, &node, 1, prepared, fresh(&f.error));
    SUCCEED(f.error.status);
    DRIVER(cu.cuGraphInstantiateWithFlags(&exec, graph, 0));
    DRIVER(cu.cuGraphLaunch(exec, f.stream));
    COMPARE(data, 5000, 4);
    COMPARE(data + 5000 * sizeof(int), 1, 0);
    DRIVER(cu.cuGraphExecDestroy(exec));
    DRIVER(cu.cuGraphDestroy(graph));
    custub_prepared_destroy(prepared);
    release();
}

/* --- Kernels -------------------------------------------------------------------------------- */

static void function_matches_the_driver(void **state)
{
    size_t count = 64;
    void *arguments[] = {&data, &count};
    CUfunction function = custub_kernel_function(&f.kernels.count_up, fresh(&f.error));

    (void)state;
    SUCCEED(f.error.status);
    zeros(64);
    DRIVER(cu.cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, f.stream, arguments, NULL));
    COMPARE(data, 64, 1);
    release();
    DRIVER(cu.cuCtxSetCurrent(NULL));
    assert_null(custub_kernel_function(&f.kernels.count_up, fresh(&f.error)));
    SUCCEED(custub_device_use(f.device, fresh(&f.error)));
}

static int attribute(const custub_kernel *kernel, int number)
{
    int value = -1;

    DRIVER(cu.cuKernelGetAttribute(&value, number, kernel->function, 0));
    return value;
}

static void attributes_match_the_driver(void **state)
{
    const custub_kernel *const kernels[] = {&f.kernels.count_up, &f.kernels.reverse_parts,
                                            &f.kernels.many_registers};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const custub_kernel *kernel = kernels[i];
        custub_kernel_attributes found = custub_kernel_attributes_get(kernel, fresh(&f.error));
        SUCCEED(f.error.status);
        assert_int_equal(found.max_threads,
                         attribute(kernel, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
        assert_int_equal(found.static_shared,
                         attribute(kernel, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
        assert_int_equal(found.constant_memory,
                         attribute(kernel, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES));
        assert_int_equal(found.local_memory, attribute(kernel, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES));
        assert_int_equal(found.registers, attribute(kernel, CU_FUNC_ATTRIBUTE_NUM_REGS));
        assert_int_equal(found.ptx_version, attribute(kernel, CU_FUNC_ATTRIBUTE_PTX_VERSION));
        assert_int_equal(found.binary_version, attribute(kernel, CU_FUNC_ATTRIBUTE_BINARY_VERSION));
        assert_true(found.binary_version >= 50);
    }
    assert_true(custub_kernel_attributes_get(kernels[1], fresh(&f.error)).static_shared >= 256);
    assert_int_equal(custub_kernel_attributes_get(kernels[1], fresh(&f.error)).max_threads, 128);
}

/* --- Limits --------------------------------------------------------------------------------- */

static void limits_are_read_and_set(void **state)
{
    static const custub_limit limits[] = {CUSTUB_LIMIT_STACK, CUSTUB_LIMIT_PRINTF,
                                          CUSTUB_LIMIT_HEAP};
    static const int numbers[] = {CU_LIMIT_STACK_SIZE, CU_LIMIT_PRINTF_FIFO_SIZE,
                                  CU_LIMIT_MALLOC_HEAP_SIZE};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        uint64_t before = custub_device_limit(limits[i], fresh(&f.error));
        size_t now = 0;
        SUCCEED(f.error.status);
        assert_true(before > 0);
        SUCCEED(custub_device_set_limit(limits[i], 2 * before, fresh(&f.error)));
        DRIVER(cu.cuCtxGetLimit(&now, numbers[i]));
        assert_true(now >= 2 * before); /* the driver may round up */
        assert_int_equal(custub_device_limit(limits[i], fresh(&f.error)), now);
        SUCCEED(custub_device_set_limit(limits[i], before, fresh(&f.error)));
    }
}

/* --- Occupancy ------------------------------------------------------------------------------ */

static custub_occupancy occupancy(const custub_kernel *kernel, uint64_t threads, uint64_t shared)
{
    custub_occupancy found =
        custub_occupancy_get(kernel, custub_block(threads, 1, 1), shared, fresh(&f.error));

    SUCCEED(f.error.status);
    assert_int_equal(found.threads, found.blocks * threads);
    assert_true(found.threads <= found.most_threads && found.multiprocessors);
    return found;
}

static void occupancy_matches_the_driver(void **state)
{
    const custub_kernel *const kernels[] = {&f.kernels.many_registers, &f.kernels.through_shared,
                                            &f.kernels.increase};
    static const uint64_t shared[] = {0, 1000, 100000};

    (void)state;
    for (size_t k = 0; k < sizeof(kernels) / sizeof(*kernels); k++)
        for (uint64_t threads = 32; threads <= 256; threads += 96) {
            CUfunction function;
            int blocks = -1;
            custub_occupancy found = occupancy(kernels[k], threads, shared[k]);
            DRIVER(cu.cuKernelGetFunction(&function, kernels[k]->function));
            DRIVER(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, (int)threads,
                                                                  shared[k]));
            assert_int_equal(found.blocks, blocks);
        }
    custub_occupancy_get(&f.kernels.reverse_parts, custub_block(256, 1, 1), 0, fresh(&f.error));
    assert_int_equal(f.error.status, CUSTUB_ERROR_LAUNCH_BOUNDS);
}

static size_t some_shared(int threads)
{
    return (size_t)threads * 150;
}

static uint64_t same_shared(uint64_t threads, void *user)
{
    (void)user;
    return some_shared((int)threads);
}

static void best_block_is_as_good_as_that_of_the_driver(void **state)
{
    const custub_kernel *kernel = &f.kernels.through_shared;
    CUfunction function;
    int grid, block;
    uint64_t best;

    (void)state;
    best = custub_occupancy_best_block(kernel, same_shared, NULL, 0, fresh(&f.error));
    SUCCEED(f.error.status);
    DRIVER(cu.cuKernelGetFunction(&function, kernel->function));
    DRIVER(cu.cuOccupancyMaxPotentialBlockSize(&grid, &block, function, some_shared, 0, 0));
    print_message("the best block has %d threads, custub says %d\n", block, (int)best);
    assert_true(occupancy(kernel, best, some_shared((int)best)).threads >=
                occupancy(kernel, (uint64_t)block, some_shared(block)).threads);
}

static void clusters_are_counted_if_supported(void **state)
{
    const custub_kernel *kernel = &f.kernels.increase;
    const custub_dim3 block = custub_block(256, 1, 1);
    uint64_t pairs =
        custub_occupancy_clusters(kernel, block, custub_grid(2, 1, 1), 0, fresh(&f.error));
    custub_occupancy found;
    uint64_t largest;

    (void)state;
    if (!launch_attribute(LAUNCH_CLUSTERS)) {
        EXPECT(f.error.status, CUSTUB_ERROR_CLUSTER);
        assert_int_equal(pairs, 0);
        return;
    }
    SUCCEED(f.error.status);
    largest = custub_occupancy_largest_cluster(kernel, block, 0, fresh(&f.error));
    SUCCEED(f.error.status);
    print_message("%d clusters of two, at most %d blocks\n", (int)pairs, (int)largest);
    assert_true(pairs > 0 && largest >= 8);
    found = occupancy(kernel, 256, 0);
    assert_true(2 * pairs <= found.blocks * found.multiprocessors);
}

/* The prepared launch itself is never made. */
static void prepared_shape_matches_the_launch(void **state)
{
    custub_i32_view all = zeros(1000);
    custub_launch launch = custub_launch_default();
    custub_prepared *prepared =
        prepare_increase(&f.kernels, &launch, 1000, 1, all, fresh(&f.error));

    (void)state;
    launch = custub_prepared_shape(prepared, fresh(&f.error));
    SUCCEED(f.error.status);
    custub_prepared_destroy(prepared);
    launch.stream = f.launch.stream; /* zeros() and COMPARE() use it */
    assert_true(launch.grid.x * launch.block.x >= 1000);
    assert_int_equal(launch.shared, CUSTUB_SHARED_NONE);
    SUCCEED(launch_increase(&f.kernels, &launch, 1000, 1, all, fresh(&f.error)));
    COMPARE(data, 1000, 1);
    release();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAUNCH_TEST(limits_are_read_and_set), /* first: the first launch fixes the heap's size */
        LAUNCH_TEST(kernel_without_a_contract_reaches_every_element),
        LAUNCH_TEST(zero_threads_launch_one_block),
        LAUNCH_TEST(strides_are_capped_at_what_is_resident),
        LAUNCH_TEST(contract_that_asks_for_more_is_refused),
        LAUNCH_TEST(without_threads_the_message_names_them),
        LAUNCH_TEST(prepared_dynamic_and_graph_launches_cover_too),
        LAUNCH_TEST(function_matches_the_driver),
        LAUNCH_TEST(attributes_match_the_driver),
        LAUNCH_TEST(occupancy_matches_the_driver),
        LAUNCH_TEST(best_block_is_as_good_as_that_of_the_driver),
        LAUNCH_TEST(clusters_are_counted_if_supported),
        LAUNCH_TEST(prepared_shape_matches_the_launch),
    };

    return LAUNCH_RUN(tests);
}
