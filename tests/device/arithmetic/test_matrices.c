/* The matrices of warps (<mma.h>), on the CPU driver and on a GPU, which CUSTUB_DRIVER in the
 * environment chooses. */
#include "device_fixture.h"
#include "matrices.custub.h"

#include <stdint.h>
#include <string.h>

#define WARPS 2
#define MOST  (32 * 32)

static matrices_kernels kernels;

typedef custub_status (*launcher)(const matrices_kernels *kernels, const custub_launch *launch,
                                  custub_i32_view a, custub_i32_view b, custub_i32_view c,
                                  custub_i32_view d, custub_error *error);

typedef struct product {
    const char *name;
    launcher launch;
    int rows, columns, depth; /* of one step; a kernel makes two */
    int least;                /* number of the first factor */
} product;

static const product products[] = {
    {"half_to_float", launch_half_to_float, 16, 16, 16, -3},
    {"half_to_float_columns", launch_half_to_float_columns, 16, 16, 16, -3},
    {"half_to_half", launch_half_to_half, 16, 16, 16, -3},
    {"half_tall", launch_half_tall, 32, 8, 16, -3},
    {"half_wide", launch_half_wide, 8, 32, 16, -3},
    {"bfloat16_to_float", launch_bfloat16_to_float, 16, 16, 16, -3},
    {"bfloat16_wide", launch_bfloat16_wide, 8, 32, 16, -3},
    {"signed_to_int", launch_signed_to_int, 16, 16, 16, -3},
    {"unsigned_tall", launch_unsigned_tall, 32, 8, 16, 0},
    {"tf32_to_float", launch_tf32_to_float, 16, 16, 8, -3},
    {"doubles", launch_doubles, 8, 8, 4, -3},
};

static custub_i32_buffer upload(const int32_t *numbers, size_t count)
{
    custub_i32_buffer buffer = custub_i32_buffer_create(count, &fixture_error);

    succeed(custub_i32_upload(buffer.view, numbers, buffer.view.count, 0, &fixture_error));
    return buffer;
}

static void fill(int32_t *numbers, size_t count, int32_t factor, int32_t least)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = (int32_t)(i * (size_t)factor % 7) + least;
}

static int32_t expected(const product *p, const int32_t *a, const int32_t *b, int32_t c, int warp,
                        int i)
{
    int32_t sum = c;

    for (int k = 0; k < 2 * p->depth; k++)
        sum += (a[i / p->columns * 2 * p->depth + k] + warp) * b[k * p->columns + i % p->columns];
    return 2 * sum;
}

static void check_product(const product *p)
{
    int32_t a[MOST], b[MOST], c[MOST], host[WARPS * MOST];
    const size_t depth = 2 * (size_t)p->depth;
    const size_t size = (size_t)p->rows * (size_t)p->columns;
    custub_launch launch = one_block(32 * WARPS);
    custub_i32_buffer first, second, start, out;

    fill(a, (size_t)p->rows * depth, 3, p->least);
    fill(b, depth * (size_t)p->columns, 5, p->least);
    fill(c, size, 11, p->least);
    first = upload(a, (size_t)p->rows * depth);
    second = upload(b, depth * (size_t)p->columns);
    start = upload(c, size);
    out = numbers_of(WARPS * size);
    succeed(p->launch(&kernels, &launch, first.view, second.view, start.view, out.view,
                      &fixture_error));
    read_numbers(&out, host);
    for (int warp = 0; warp < WARPS; warp++)
        for (int i = 0; i < (int)size; i++)
            if (host[warp * (int)size + i] != expected(p, a, b, c[i], warp, i))
                fail_msg("%s: element %d of warp %d is %d, not %d", p->name, i, warp,
                         host[warp * (int)size + i], expected(p, a, b, c[i], warp, i));
    custub_i32_buffer_destroy(&first, NULL);
    custub_i32_buffer_destroy(&second, NULL);
    custub_i32_buffer_destroy(&start, NULL);
}

static void multiplies_in_every_shape_and_type(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(products) / sizeof(products[0]); i++)
        check_product(&products[i]);
}

static void lanes_hold_their_elements_of_a_sum(void **state)
{
    int32_t rows[256], columns[256];
    custub_launch launch = one_block(32);
    custub_i32_buffer row_buffer = numbers_of(256);
    custub_i32_buffer column_buffer = numbers_of(256);

    (void)state;
    succeed(launch_places(&kernels, &launch, row_buffer.view, column_buffer.view, &fixture_error));
    read_numbers(&row_buffer, rows);
    read_numbers(&column_buffer, columns);
    for (int i = 0; i < 256; i++) {
        const int lane = i / 8;
        const int element = i % 8;
        assert_int_equal(rows[i], lane / 4 + element / 2 % 2 * 8);
        assert_int_equal(columns[i], lane % 4 * 2 + element % 2 + element / 4 * 8);
    }
}

static void rounds_to_ten_bits(void **state)
{
    static const uint32_t pairs[][2] = {
        {0x3f800000, 0x3f800000}, {0x3f800fff, 0x3f800000}, {0x3f801000, 0x3f802000},
        {0xbf801000, 0xbf802000}, {0x3f803000, 0x3f804000}, {0x00000000, 0x00000000},
    };
    uint32_t bits[6];
    float host[6];
    custub_launch launch = one_block(6);
    custub_f32_buffer in, out;

    (void)state;
    for (int i = 0; i < 6; i++)
        memcpy(&host[i], &pairs[i][0], sizeof(host[i]));
    in = custub_f32_buffer_create(6, &fixture_error);
    out = custub_f32_buffer_create(6, &fixture_error);
    succeed(custub_f32_upload(in.view, host, in.view.count, 0, &fixture_error));
    succeed(launch_roundings(&kernels, &launch, in.view, out.view, &fixture_error));
    succeed(custub_f32_download(out.view, host, out.view.count, 0, &fixture_error));
    memcpy(bits, host, sizeof(bits));
    for (int i = 0; i < 6; i++)
        assert_int_equal(bits[i], pairs[i][1]);
    custub_f32_buffer_destroy(&in, NULL);
    custub_f32_buffer_destroy(&out, NULL);
}

static void wraps_or_saturates_integers(void **state)
{
    int32_t wrapped[32], held[32];
    custub_launch launch = one_block(32);
    custub_i32_buffer wrapped_buffer = numbers_of(32);
    custub_i32_buffer held_buffer = numbers_of(32);

    (void)state;
    succeed(launch_saturations(&kernels, &launch, wrapped_buffer.view, held_buffer.view,
                               &fixture_error));
    read_numbers(&wrapped_buffer, wrapped);
    read_numbers(&held_buffer, held);
    for (int i = 0; i < 32; i++) {
        assert_int_equal((uint32_t)wrapped[i], UINT32_C(0x7fffffff) - 5 + 160000);
        assert_int_equal(held[i], INT32_MAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(multiplies_in_every_shape_and_type),
        cmocka_unit_test(lanes_hold_their_elements_of_a_sum),
        cmocka_unit_test(rounds_to_ten_bits),
        cmocka_unit_test(wraps_or_saturates_integers),
    };
    int failed = open_fixture();

    if (failed)
        return failed;
    kernels = matrices_load(&fixture_error);
    succeed(fixture_error.status);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    matrices_unload(&kernels, NULL);
    custub_device_close(fixture_device, NULL);
    return failed;
}
