/* Parameters that are aligned to more than 16 bytes. */
#include "launch_fixture.h"
#include "fresh_error.h"

#include "aligned.custub.h"

#include <string.h>

enum { SUMS = 8 };

static const double expected[SUMS] = {1,  2 + 2 * 5, 3,           128 * 129 / 2 * 7,
                                      -4, 8 + 2 * 9, 10 + 2 * 11, 12};

static aligned_kernels kernels;
static custub_f64_buffer sums;

static int load(void **state)
{
    (void)state;
    launch_begin(NULL);
    kernels = aligned_load(fresh(&f.error));
    sums = custub_f64_buffer_create_zeroed(SUMS, f.stream, &f.error);
    SUCCEED(f.error.status);
    return 0;
}

static int unload(void **state)
{
    (void)state;
    custub_f64_buffer_destroy(&sums, NULL);
    return aligned_unload(&kernels, NULL) != CUSTUB_OK;
}

/* Fails unless the kernel received the arguments as they were passed. Zeroes the sums again. */
static void expect_arguments(void)
{
    double host[SUMS];

    SUCCEED(custub_f64_download(sums.view, host, SUMS, f.stream, fresh(&f.error)));
    for (size_t i = 0; i < SUMS; i++)
        if (host[i] < expected[i] || host[i] > expected[i])
            fail_msg("sums[%zu] is %g, not %g", i, host[i], expected[i]);
    SUCCEED(custub_f64_zero(sums.view, f.stream, &f.error));
}

typedef struct aligned_arguments {
    aligned_quad b;
    custub_tensor_map map;
    aligned_line e;
    aligned_page f;
} aligned_arguments;

static aligned_arguments make_arguments(void)
{
    aligned_arguments args;

    memset(&args, 0, sizeof(args));
    args.b.values[0] = 2;
    args.b.values[3] = 5;
    memset(args.map.opaque, 7, sizeof(args.map.opaque));
    args.map.ptr = sums.view.ptr; /* any memory will do: the kernel does not copy by the map */
    args.map.bytes = SUMS * sizeof(double);
    args.e.values[0] = 8;
    args.e.values[15] = 9;
    args.f.values[0] = 10;
    args.f.values[255] = 11;
    return args;
}

static custub_prepared *prepare(void)
{
    const aligned_arguments args = make_arguments();
    custub_prepared *prepared = prepare_sum_aligned(&kernels, &f.launch, 1, args.b, 3, args.map, -4,
                                                    args.e, args.f, 12, sums.view, fresh(&f.error));

    SUCCEED(f.error.status);
    return prepared;
}

static void launches_pass_aligned_parameters(void **state)
{
    static const custub_check levels[] = {CUSTUB_CHECK_WHOLE, CUSTUB_CHECK_CONTRACT,
                                          CUSTUB_CHECK_NONE};
    const aligned_arguments args = make_arguments();

    (void)state;
    f.launch.grid = custub_grid(1, 1, 1);
    f.launch.block = custub_block(1, 1, 1);
    for (size_t i = 0; i < 3; i++) {
        f.launch.check = levels[i];
        SUCCEED(launch_sum_aligned(&kernels, &f.launch, 1, args.b, 3, args.map, -4, args.e, args.f,
                                   12, sums.view, fresh(&f.error)));
        expect_arguments();
    }
}

static void prepared_launches_pass_aligned_parameters(void **state)
{
    custub_prepared *prepared;

    (void)state;
    f.launch.grid = custub_grid(1, 1, 1);
    f.launch.block = custub_block(1, 1, 1);
    prepared = prepare();
    SUCCEED(custub_prepared_launch(prepared, fresh(&f.error)));
    expect_arguments();
    custub_prepared_destroy(prepared);
}

static void graph_nodes_pass_aligned_parameters(void **state)
{
    custub_prepared *prepared;
    CUgraphExec exec;
    CUgraph graph;

    (void)state;
    f.launch.grid = custub_grid(1, 1, 1);
    f.launch.block = custub_block(1, 1, 1);
    prepared = prepare();
    graph = custub_graph_create(fresh(&f.error));
    custub_graph_node_add(graph, NULL, 0, prepared, &f.error);
    exec = custub_graph_instantiate(graph, &f.error);
    SUCCEED(custub_graph_launch(exec, f.stream, &f.error));
    expect_arguments();
    custub_graph_exec_destroy(exec, NULL);
    custub_graph_destroy(graph, NULL);
    custub_prepared_destroy(prepared);
}

/* The map lies behind the other values, since it has more bytes than the kernel's parameter. */
static void dynamic_launches_pass_aligned_parameters(void **state)
{
    const aligned_arguments args = make_arguments();
    custub_argument dynamic[] = {
        custub_argument_i8(1),
        custub_argument_bytes(&args.b, sizeof(args.b)),
        custub_argument_i16(3),
        custub_argument_bytes(&args.map, sizeof(args.map)),
        custub_argument_i32(-4),
        custub_argument_bytes(&args.e, sizeof(args.e)),
        custub_argument_bytes(&args.f, sizeof(args.f)),
        custub_argument_i8(12),
        custub_argument_buffer(CUSTUB_SCALAR_F64, sums.view.ptr, sums.view.count),
    };

    (void)state;
    f.launch.grid = custub_grid(1, 1, 1);
    f.launch.block = custub_block(1, 1, 1);
    SUCCEED(custub_kernel_launch(&kernels.sum_aligned, &f.launch, 9, dynamic, fresh(&f.error)));
    expect_arguments();
    dynamic[3] = custub_argument_bytes(&args.map, sizeof(args.map.opaque));
    assert_int_equal(
        custub_kernel_launch(&kernels.sum_aligned, &f.launch, 9, dynamic, fresh(&f.error)),
        CUSTUB_ERROR_ARGUMENT_SIZE);
    assert_non_null(strstr(f.error.message, "264 bytes as a custub_tensor_map"));
}

static void a_prepared_launch_is_refused_a_map_that_was_never_made(void **state)
{
    const custub_tensor_map none = {.rank = 0};
    const custub_argument argument = custub_argument_bytes(&none, sizeof(none));
    custub_prepared *prepared;

    (void)state;
    f.launch.grid = custub_grid(1, 1, 1);
    f.launch.block = custub_block(1, 1, 1);
    prepared = prepare();
    assert_int_equal(
        custub_prepared_set(prepared, sum_aligned_param_map, &argument, fresh(&f.error)),
        CUSTUB_ERROR_NULL_POINTER);
    SUCCEED(custub_prepared_launch(prepared, fresh(&f.error)));
    expect_arguments();
    custub_prepared_destroy(prepared);
}

static void a_library_with_aligned_parameters_is_compared(void **state)
{
    (void)state;
    if (!custub_library_signatures_checked(kernels.library) && custub_driver_version() >= 12040)
        fail_msg("the signatures were not compared");
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, load, unload)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(launches_pass_aligned_parameters),
        TEST(prepared_launches_pass_aligned_parameters),
        TEST(graph_nodes_pass_aligned_parameters),
        TEST(dynamic_launches_pass_aligned_parameters),
        TEST(a_prepared_launch_is_refused_a_map_that_was_never_made),
        TEST(a_library_with_aligned_parameters_is_compared),
    };

    return LAUNCH_RUN(tests);
}
