/* Device variables: constants that are uploaded and then read, on every driver. */
#include "launch_fixture.h"
#include "fresh_error.h"

#include "tables.custub.h"

#include <string.h>

static tables_kernels kernels;

static int load(void **state)
{
    (void)state;
    launch_begin(NULL);
    kernels = tables_load(fresh(&f.error));
    SUCCEED(f.error.status);
    return 0;
}

static int unload(void **state)
{
    (void)state;
    return tables_unload(&kernels, fresh(&f.error)) != CUSTUB_OK;
}

static void a_launch_reads_what_was_uploaded(void **state)
{
    enum { COUNT = 100 };
    custub_f32_buffer x = custub_f32_buffer_create_filled(COUNT, 3, f.stream, fresh(&f.error));
    custub_f32_buffer y = custub_f32_buffer_create(COUNT, &f.error);
    float weights[16], result[COUNT];
    unsigned int counter = 5;

    (void)state;
    for (int i = 0; i < 16; i++)
        weights[i] = (float)i;
    SUCCEED(tables_weights_upload(&kernels, weights, 16, f.stream, &f.error));
    SUCCEED(tables_counter_upload(&kernels, 0, f.stream, &f.error));
    f.launch = custub_launch_for(COUNT);
    f.launch.stream = f.stream;
    SUCCEED(launch_weigh(&kernels, &f.launch, COUNT, x.view, y.view, &f.error));
    SUCCEED(tables_chosen_upload(&kernels, tables_ADDS, f.stream, &f.error));
    SUCCEED(custub_f32_download(y.view, result, COUNT, f.stream, &f.error));
    for (int i = 0; i < COUNT; i++)
        assert_true(result[i] == (float)(3 * (i % 16)));
    SUCCEED(launch_weigh(&kernels, &f.launch, COUNT, x.view, y.view, &f.error));
    SUCCEED(custub_f32_download(y.view, result, COUNT, f.stream, &f.error));
    for (int i = 0; i < COUNT; i++)
        assert_true(result[i] == (float)(3 + i % 16));
    SUCCEED(tables_counter_download(&kernels, &counter, f.stream, &f.error));
    assert_int_equal(counter, 2 * COUNT);
    custub_f32_buffer_destroy(&y, &f.error);
    SUCCEED(custub_f32_buffer_destroy(&x, &f.error));
}

static void every_type_arrives(void **state)
{
    static const int steps[3] = {1, 2, 30};
    static const int matrix[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 21, 0, 0};
    const float wanted[8] = {21, 2.5f, 30, 9, -7, 0.25f, 1, 0.5f};
    tables_ramp ramps[2];
    custub_f32_buffer out = custub_f32_buffer_create_filled(9, 0.25f, f.stream, fresh(&f.error));
    float result[8];

    (void)state;
    ramps[0] = tables_ramp_of(0.5f, 1.5f, steps);
    ramps[1] = tables_ramp_of(1.5f, 2.5f, steps);
    SUCCEED(tables_ramps_upload(&kernels, ramps, 2, f.stream, &f.error));
    SUCCEED(tables_matrix_upload(&kernels, matrix, 12, f.stream, &f.error));
    SUCCEED(tables_corner_upload(&kernels, custub_float4_of(7, 8, 9, 10), f.stream, &f.error));
    SUCCEED(tables_place_upload(&kernels, out.view.ptr + 8 * sizeof(float), f.stream, &f.error));
    f.launch = custub_launch_of(1, 1);
    f.launch.stream = f.stream;
    SUCCEED(launch_gather(&kernels, &f.launch, out.view, &f.error));
    SUCCEED(custub_f32_download(out.view, result, 8, f.stream, &f.error));
    for (int i = 0; i < 8; i++)
        assert_true(result[i] == wanted[i]);
    SUCCEED(custub_f32_buffer_destroy(&out, &f.error));
}

static void initial_values_are_downloaded(void **state)
{
    custub_float4 corner;
    tables_mode chosen;
    int lowest = 0;

    (void)state;
    SUCCEED(tables_corner_download(&kernels, &corner, f.stream, fresh(&f.error)));
    SUCCEED(tables_chosen_download(&kernels, &chosen, f.stream, &f.error));
    SUCCEED(tables_limits_lowest_download(&kernels, &lowest, f.stream, &f.error));
    assert_true(corner.x == 1 && corner.w == 4);
    assert_int_equal(chosen, tables_MULTIPLIES);
    assert_int_equal(lowest, -7);
}

static void memory_works_with_functions_of_buffers(void **state)
{
    custub_memory memory = tables_weights_memory(&kernels, fresh(&f.error));
    float back[16];
    float one = 1;

    (void)state;
    SUCCEED(f.error.status);
    assert_int_equal(memory.count, 16);
    SUCCEED(custub_memory_fill(memory, &one, f.stream, &f.error));
    SUCCEED(tables_weights_download(&kernels, back, 16, f.stream, &f.error));
    assert_true(back[0] == 1 && back[15] == 1);
    SUCCEED(custub_f32_zero(custub_f32_view_of(memory.ptr, 8), f.stream, &f.error));
    SUCCEED(tables_weights_download(&kernels, back, 16, f.stream, &f.error));
    assert_true(back[7] == 0 && back[8] == 1);
}

static void wrong_sizes_and_names_are_refused(void **state)
{
    float values[17] = {0};
    uint64_t bytes = 0;

    (void)state;
    EXPECT(tables_weights_upload(&kernels, values, 17, f.stream, fresh(&f.error)),
           CUSTUB_ERROR_OUT_OF_RANGE);
    assert_int_equal(f.error.found, 16);
    assert_int_not_equal(custub_library_global(kernels.library, "weights", &bytes, fresh(&f.error)),
                         0);
    assert_int_equal(bytes, 64);
    assert_int_equal(custub_library_global(kernels.library, "weight", &bytes, &f.error), 0);
    assert_int_equal(f.error.status, CUSTUB_ERROR_GLOBAL_UNKNOWN);
    custub_global_memory(kernels.library, "weights", 16, 8, fresh(&f.error));
    assert_int_equal(f.error.status, CUSTUB_ERROR_GLOBAL_MISMATCH);
    EXPECT(tables_weights_upload(&(tables_kernels){.library = NULL}, values, 1, f.stream,
                                 fresh(&f.error)),
           CUSTUB_ERROR_INVALID_ARGUMENT);
}

/* Each loaded struct has its own instance. */
static void loads_do_not_share_variables(void **state)
{
    tables_kernels other = tables_load_with(NULL, fresh(&f.error));
    unsigned int counter = 0;

    (void)state;
    SUCCEED(tables_counter_upload(&kernels, 1, f.stream, &f.error));
    SUCCEED(tables_counter_upload(&other, 2, f.stream, &f.error));
    SUCCEED(tables_counter_download(&kernels, &counter, f.stream, &f.error));
    assert_int_equal(counter, 1);
    SUCCEED(tables_unload(&other, &f.error));
}

static void code_can_be_preloaded(void **state)
{
    (void)state;
    SUCCEED(custub_library_preload(kernels.library, fresh(&f.error)));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, load, unload)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_launch_reads_what_was_uploaded),
        TEST(every_type_arrives),
        TEST(initial_values_are_downloaded),
        TEST(memory_works_with_functions_of_buffers),
        TEST(wrong_sizes_and_names_are_refused),
        TEST(loads_do_not_share_variables),
        TEST(code_can_be_preloaded),
    };

    return LAUNCH_RUN(tests);
}
