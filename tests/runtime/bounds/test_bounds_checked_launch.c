/* The further argument of kernels with bounds checks, in every way that a launch is made. */
#include "bounds_fixture.h"

/* The runtime's allocations go through here (the linker's --wrap=malloc). */
static bool malloc_fails;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_malloc(size_t size)
{
    return malloc_fails ? NULL : __real_malloc(size);
}

enum { SAXPY_AT = 32, BLOCK_SUM_AT = 24, PLAIN_AT = 24, TOGETHER_AT = 16, STRIDE_AT = 16 };

int cuGraphDestroyNode(CUgraphNode node);

static custub_prepared *prepared;

static int end(void **state)
{
    custub_prepared_destroy(prepared);
    prepared = NULL;
    return stop(state);
}

static void held(size_t offset, uint32_t pointer, uint64_t base, uint64_t bytes)
{
    assert_int_equal(extents_at(offset)[pointer].base, base);
    assert_int_equal(extents_at(offset)[pointer].bytes, bytes);
}

/* The further argument of a launch of saxpy of 1000 elements. */
static void saxpy_is_held(void)
{
    const recording_launch *last = recording_last_launch();
    uint32_t index;

    assert_int_equal(last->parameter_bytes, SAXPY_AT + SAXPY_BYTES);
    assert_int_equal(word_at(0), 1000);
    assert_int_equal(word_at(16), X);
    assert_int_equal(word_at(24), Y);
    assert_int_not_equal(further_at(SAXPY_AT)->record, 0);
    assert_int_equal(further_at(SAXPY_AT)->measures, 0);
    assert_int_equal(further_at(SAXPY_AT)->traps, 0);
    assert_int_equal(further_at(SAXPY_AT)->extents, 2);
    held(SAXPY_AT, 0, X, 4000);
    held(SAXPY_AT, 1, Y, 4000);
    memcpy(&index, last->parameters + SAXPY_AT + 72, 4);
    assert_int_equal(index, 1000); /* i * 4 + [0, 4) */
    memcpy(&index, last->parameters + SAXPY_AT + 76, 4);
    assert_int_equal(index, 100);                            /* at most that */
    assert_int_equal(word_at(SAXPY_AT + 80), 4000 - 16 + 1); /* x + [0, 16) */
    assert_int_equal(word_at(SAXPY_AT + 88), X + 4);         /* address - 4 + [0, 12) */
    assert_int_equal(word_at(SAXPY_AT + 96), 4000 - 12 + 1);
}

static void stubs_pass_it(void **state)
{
    static const custub_check levels[] = {CUSTUB_CHECK_WHOLE, CUSTUB_CHECK_CONTRACT,
                                          CUSTUB_CHECK_NONE};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        launch.check = levels[i];
        for (int again = 0; again < 2; again++) { /* the second time all is known */
            launches_saxpy(1000);
            saxpy_is_held();
        }
    }
}

static void a_computed_shape_passes_it(void **state)
{
    (void)state;
    launch = custub_launch_default();
    for (int again = 0; again < 3; again++) {
        launches_saxpy(1000);
        saxpy_is_held();
        assert_true(recording_last_launch()->grid[0] * recording_last_launch()->block[0] >= 1000);
    }
    launch.threads = 1000;
    launches_saxpy(1000);
    saxpy_is_held();
}

static void the_fast_path_asks_the_driver_as_little_as_a_plain_one(void **state)
{
    (void)state;
    launch.check = CUSTUB_CHECK_CONTRACT;
    recording_programmed()->context_id = 7;
    launches_saxpy(1000);
    recording_clear_log();
    launches_saxpy(1000);
    assert_int_equal(recording_call_count(), 2);
    assert_string_equal(recording_call(0), "cuCtxGetId");
    assert_string_equal(recording_call(1), "cuLaunchKernel");
    saxpy_is_held();
}

static void wrong_launches_are_refused_as_ever(void **state)
{
    (void)state;
    assert_int_equal(saxpy(1001), CUSTUB_ERROR_COUNT_TOO_SMALL);
    assert_string_equal(error.message,
                        "saxpy: 'x' has a count of 1000 floats, the kernel needs n = 1001 floats "
                        "(4004 bytes) [sample.cu:14]");
    launch.grid = custub_grid(1, 1, 1);
    assert_int_equal(saxpy(1000), CUSTUB_ERROR_COVERAGE);
    launch.check = (custub_check)9;
    assert_int_equal(saxpy(1000), CUSTUB_ERROR_INVALID_ARGUMENT);
    launch = custub_launch_of(4, 256);
    recording_fail("cuLaunchKernel", 1, 999);
    assert_int_equal(saxpy(1000), CUSTUB_ERROR_DRIVER);
    assert_int_equal(recording_launch_count(), 0);
    recording_remove_range(Y);
    assert_int_equal(saxpy(1000), CUSTUB_ERROR_UNKNOWN_ADDRESS);
}

/* Without a check the launch may be wrong, and the kernel is held to its contract all the same. */
static void without_checks_the_contract_holds_the_kernel(void **state)
{
    uint64_t n = 5000;
    custub_argument arguments[] = {custub_argument_u64(n), custub_argument_f32(2),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, X, 1000),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, 0, 0)};

    (void)state;
    launch.check = CUSTUB_CHECK_NONE;
    launches_saxpy(n);
    held(SAXPY_AT, 0, X, 20000);
    held(SAXPY_AT, 1, Y, 20000);
    assert_int_equal(custub_kernel_launch(&kernels[SAXPY], &launch, 4, arguments, fresh(&error)),
                     CUSTUB_OK);
    held(SAXPY_AT, 0, X, 20000);
    held(SAXPY_AT, 1, 0, 0);
}

static void an_overflowing_contract_ends_with_the_addresses(void **state)
{
    (void)state;
    launch.check = CUSTUB_CHECK_NONE;
    launches_saxpy(UINT64_MAX / 2);
    held(SAXPY_AT, 0, X, 0 - X);
}

static void dynamic_launches_pass_it(void **state)
{
    custub_argument arguments[] = {custub_argument_u64(1000), custub_argument_f32(2),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, X, 1000),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, Y, 1000)};

    (void)state;
    assert_int_equal(custub_kernel_launch(&kernels[SAXPY], &launch, 4, arguments, fresh(&error)),
                     CUSTUB_OK);
    saxpy_is_held();
}

static void prepare_saxpy(uint64_t n)
{
    custub_argument arguments[] = {custub_argument_u64(n), custub_argument_f32(2),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, X, 1000),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, Y, 1000)};

    prepared = custub_kernel_prepare(&kernels[SAXPY], &launch, 4, arguments, fresh(&error));
    assert_string_equal(error.message, "");
    assert_non_null(prepared);
}

static void launches_prepared(void)
{
    assert_int_equal(custub_prepared_launch(prepared, fresh(&error)), CUSTUB_OK);
}

static void prepared_launches_keep_it(void **state)
{
    custub_argument fewer = custub_argument_u64(500);
    custub_argument more = custub_argument_u64(1001);

    (void)state;
    prepare_saxpy(1000);
    recording_clear_log();
    launches_prepared();
    assert_int_equal(recording_call_count(), 1);
    saxpy_is_held();
    assert_int_equal(custub_prepared_set(prepared, 0, &more, fresh(&error)),
                     CUSTUB_ERROR_COUNT_TOO_SMALL);
    launches_prepared();
    saxpy_is_held(); /* the failure has changed nothing */
    assert_int_equal(custub_prepared_set(prepared, 0, &fewer, fresh(&error)), CUSTUB_OK);
    launches_prepared();
    held(SAXPY_AT, 0, X, 2000);
    held(SAXPY_AT, 1, Y, 2000);
    assert_int_equal(word_at(0), 500);
}

static void watched_prepared_launches_pass_it(void **state)
{
    (void)state;
    prepare_saxpy(1000);
    custub_set_sync(1);
    launches_prepared();
    custub_set_sync(0);
    saxpy_is_held();
}

static void nodes_of_graphs_pass_it(void **state)
{
    CUgraph graph;
    CUgraphNode node;

    (void)state;
    prepare_saxpy(1000);
    graph = custub_graph_create(fresh(&error));
    node = custub_graph_node_add(graph, NULL, 0, prepared, &error);
    assert_string_equal(error.message, "");
    assert_true(recording_last_launch()->in_graph);
    saxpy_is_held();
    launches_saxpy(500);
    assert_int_equal(custub_graph_node_set(NULL, node, prepared, &error), CUSTUB_OK);
    saxpy_is_held();
    cuGraphDestroyNode(node);
    custub_graph_destroy(graph, &error);
}

static void cooperative_launches_pass_it(void **state)
{
    int n = 100;
    custub_i32_view data = {X, 100};
    void *arguments[] = {&n, &data};

    (void)state;
    assert_int_equal(sample_launch(&kernels[TOGETHER], &launch, arguments, fresh(&error)),
                     CUSTUB_OK);
    assert_true(recording_last_launch()->extended);
    held(TOGETHER_AT, 0, X, 400);
    assert_int_equal(word_at(TOGETHER_AT + 56), 397);
}

static void dynamic_shared_memory_is_a_limit(void **state)
{
    (void)state;
    for (launch.shared = 0; launch.shared <= 2048; launch.shared += 2048) {
        const uint64_t bytes = launch.shared ? launch.shared : 1024;
        assert_int_equal(sample_launch_block_sum(kernels, &launch, 1000,
                                                 custub_f32_view_of(X, 1000),
                                                 custub_f32_view_of(Y, 1000), fresh(&error)),
                         CUSTUB_OK);
        assert_int_equal(further_at(BLOCK_SUM_AT)->shared, bytes);
        assert_int_equal(word_at(BLOCK_SUM_AT + 72), bytes / 4);
        held(BLOCK_SUM_AT, 1, Y, 16);
        assert_int_equal(word_at(BLOCK_SUM_AT + 80), 13);
    }
}

static custub_status plain(custub_f32_view x, CUdeviceptr scratch)
{
    int n = 10;
    custub_bytes_view bytes = {scratch, 80};
    void *arguments[] = {&n, &x, &bytes};

    return sample_launch(&kernels[PLAIN], &launch, arguments, fresh(&error));
}

static void a_pointer_without_a_count_is_held_to_what_is_known_there(void **state)
{
    custub_f32_buffer own;

    (void)state;
    assert_int_equal(plain(custub_f32_view_of(X + 400, 10), 0), CUSTUB_OK);
    held(PLAIN_AT, 0, X, 4000);                     /* the whole allocation */
    assert_int_equal(word_at(PLAIN_AT + 72), 3597); /* from the pointer on */
    held(PLAIN_AT, 1, 0, 0);                        /* null */
    assert_int_equal(word_at(PLAIN_AT + 80), 0);
    own = custub_f32_buffer_create(50, fresh(&error));
    assert_int_equal(plain(own.view, Y), CUSTUB_OK);
    held(PLAIN_AT, 0, own.view.ptr, 200);
    held(PLAIN_AT, 1, Y, 80); /* by its contract */
    custub_f32_buffer_destroy(&own, &error);
    assert_int_equal(plain(custub_f32_view_of(0, 0), 0), CUSTUB_OK);
    held(PLAIN_AT, 0, 0, 0);
}

static void custubs_own_memory_is_known_without_the_driver(void **state)
{
    custub_f32_buffer own;

    (void)state;
    recording_programmed()->context_id = 7;
    launch.check = CUSTUB_CHECK_CONTRACT;
    own = custub_f32_buffer_create(50, fresh(&error));
    assert_int_equal(plain(own.view, Y), CUSTUB_OK);
    recording_clear_log();
    assert_int_equal(plain(own.view, Y), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuMemGetAddressRange_v2"), 0);
    held(PLAIN_AT, 0, own.view.ptr, 200);
    custub_f32_buffer_destroy(&own, &error);
}

static void adjacent_mappings_are_one_piece(void **state)
{
    (void)state;
    recording_add_range(0x100000, 0x1000, true);
    recording_add_range(0x101000, 0x1000, true);
    assert_int_equal(plain(custub_f32_view_of(0x100800, 1000), 0), CUSTUB_OK);
    held(PLAIN_AT, 0, 0x100000, 0x2000);
}

static void where_nothing_is_known_the_view_says_it(void **state)
{
    (void)state;
    recording_programmed()->pageable = 1;
    assert_int_equal(plain(custub_f32_view_of(0x5000, 10), 0), CUSTUB_OK);
    held(PLAIN_AT, 0, 0x5000, 40);
    assert_int_equal(plain(custub_f32_view_of(0x5000, CUSTUB_COUNT_UNKNOWN), 0), CUSTUB_OK);
    held(PLAIN_AT, 0, 0x5000, 0 - UINT64_C(0x5000)); /* nothing can be held */
}

static custub_status stride(void)
{
    size_t n = 1000;
    custub_f64_view data = {X, 1000};
    void *arguments[] = {&n, &data};

    launch.check = CUSTUB_CHECK_CONTRACT;
    return sample_launch(&kernels[STRIDE], &launch, arguments, fresh(&error));
}

static void a_large_argument_passes_too(void **state)
{
    (void)state;
    recording_add_range(X + 4000, 4000, true);
    assert_int_equal(stride(), CUSTUB_OK);
    assert_int_equal(recording_last_launch()->parameter_bytes, STRIDE_AT + STRIDE_BYTES);
    held(STRIDE_AT, 0, X, 8000);
    assert_int_equal(word_at(STRIDE_AT + 3016), 1000);
    for (size_t i = 56; i < 3016; i += 8)
        assert_int_equal(word_at(STRIDE_AT + i), 0);
}

static void without_memory_for_it_nothing_is_launched(void **state)
{
    (void)state;
    malloc_fails = true;
    assert_int_equal(stride(), CUSTUB_ERROR_DRIVER);
    malloc_fails = false;
    assert_non_null(strstr(error.message, "CUDA_ERROR_OUT_OF_MEMORY"));
    assert_int_equal(recording_launch_count(), 0);
    assert_int_equal(stride(), CUSTUB_OK);
    assert_int_equal(recording_launch_count(), 1);
}

static void trapping_is_passed(void **state)
{
    (void)state;
    assert_int_equal(unload(), CUSTUB_OK);
    options.bounds_checks = CUSTUB_BOUNDS_CHECKS_TRAP;
    assert_int_equal(load(), CUSTUB_OK);
    launches_saxpy(1000);
    assert_int_equal(further_at(SAXPY_AT)->traps, 1);
}

static void each_context_has_records_of_its_own(void **state)
{
    uint64_t first;

    (void)state;
    assert_int_equal(unload(), CUSTUB_OK);
    recording_programmed()->context_id = 7;
    recording_programmed()->device_count = 2;
    assert_int_equal(load(), CUSTUB_OK);
    launches_saxpy(1000);
    first = further_at(SAXPY_AT)->record;
    recording_use_device(1);
    launches_saxpy(1000);
    assert_int_not_equal(further_at(SAXPY_AT)->record, first);
    recording_use_device(0);
    launches_saxpy(1000);
    assert_int_equal(further_at(SAXPY_AT)->record, first);
    recording_programmed()->context_id = 70; /* the device was reset */
    launches_saxpy(1000);
    assert_int_not_equal(further_at(SAXPY_AT)->record, first);
    recording_programmed()->context_id = 700;
    recording_fail("cuMemHostRegister_v2", 1, 2); /* then the first ones serve */
    launches_saxpy(1000);
    assert_int_equal(further_at(SAXPY_AT)->record, first);
}

static void kernels_have_different_records(void **state)
{
    uint64_t first;

    (void)state;
    launches_saxpy(1000);
    first = further_at(SAXPY_AT)->record;
    assert_int_equal(plain(custub_f32_view_of(X, 10), 0), CUSTUB_OK);
    assert_int_equal(further_at(PLAIN_AT)->record,
                     first + (PLAIN - SAXPY) * sizeof(custub_bounds_record));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start_loaded, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(stubs_pass_it),
        TEST(a_computed_shape_passes_it),
        TEST(the_fast_path_asks_the_driver_as_little_as_a_plain_one),
        TEST(wrong_launches_are_refused_as_ever),
        TEST(without_checks_the_contract_holds_the_kernel),
        TEST(an_overflowing_contract_ends_with_the_addresses),
        TEST(dynamic_launches_pass_it),
        TEST(prepared_launches_keep_it),
        TEST(watched_prepared_launches_pass_it),
        TEST(nodes_of_graphs_pass_it),
        TEST(cooperative_launches_pass_it),
        TEST(dynamic_shared_memory_is_a_limit),
        TEST(a_pointer_without_a_count_is_held_to_what_is_known_there),
        TEST(custubs_own_memory_is_known_without_the_driver),
        TEST(adjacent_mappings_are_one_piece),
        TEST(where_nothing_is_known_the_view_says_it),
        TEST(a_large_argument_passes_too),
        TEST(without_memory_for_it_nothing_is_launched),
        TEST(trapping_is_passed),
        TEST(each_context_has_records_of_its_own),
        TEST(kernels_have_different_records),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
