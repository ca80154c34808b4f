/* Kernels that choose between 16 bytes at once and single elements, with every alignment of an
 * element. Runs on the CPU driver or on a GPU, as CUSTUB_DRIVER in the environment says. */
#include "alignment.custub.h"
#include "device_fixture.h"

#define BYTES 1024 /* of each array, after the first 16 */

static alignment_kernels kernels;

typedef union values {
    unsigned char u8[BYTES];
    uint16_t u16[BYTES / 2];
    int32_t i32[BYTES / 4];
    float f32[BYTES / 4];
    double f64[BYTES / 8];
} values;

/* The arrays of the kernels begin at byte `from` of these buffers. */
static custub_u8_buffer input, output;

static custub_launch two_blocks(void)
{
    custub_launch launch = one_block(4);

    launch.grid.x = 2;
    return launch;
}

static void put(const values *in, size_t from)
{
    succeed(custub_u8_upload(custub_u8_slice(input.view, from, BYTES, &fixture_error), in->u8,
                             BYTES, 0, &fixture_error));
    succeed(custub_u8_fill(output.view, 0, 0, &fixture_error));
}

static void get(values *out, size_t from)
{
    succeed(custub_u8_download(custub_u8_slice(output.view, from, BYTES, &fixture_error), out->u8,
                               BYTES, 0, &fixture_error));
}

/* Checks both kernels of a type. One reads at any address, the other writes there. */
#define CHECK(name, T)                                                                             \
    static void check_##name(size_t from)                                                          \
    {                                                                                              \
        const int n = BYTES / sizeof(T);                                                           \
        const custub_launch launch = two_blocks();                                                 \
        values in, out;                                                                            \
        for (int i = 0; i < n; i++)                                                                \
            in.name[i] = (T)(i % 80);                                                              \
        put(&in, from);                                                                            \
        succeed(launch_read_##name(                                                                \
            &kernels, &launch, n, custub_##name##_view_of(input.view.ptr + from, (size_t)n),       \
            custub_##name##_view_of(output.view.ptr, (size_t)n), &fixture_error));                 \
        get(&out, 0);                                                                              \
        for (int i = 0; i < n; i++)                                                                \
            assert_true(out.name[i] == (T)(i % 80 * 3 + 1));                                       \
        put(&in, 0);                                                                               \
        succeed(launch_write_##name(                                                               \
            &kernels, &launch, n, custub_##name##_view_of(input.view.ptr, (size_t)n),              \
            custub_##name##_view_of(output.view.ptr + from, (size_t)n), &fixture_error));          \
        get(&out, from);                                                                           \
        for (int i = 0; i < n; i++)                                                                \
            assert_true(out.name[i] == (T)(i % 80 * 3 + 1));                                       \
    }

CHECK(u8, unsigned char)
CHECK(u16, uint16_t)
CHECK(i32, int32_t)
CHECK(f32, float)
CHECK(f64, double)

static void single_elements_where_packs_are_not_aligned(void **state)
{
    (void)state;
    for (size_t from = 0; from <= 16; from++) {
        check_u8(from);
        if (from % 2 == 0)
            check_u16(from);
        if (from % 4 == 0)
            check_i32(from);
        if (from % 4 == 0)
            check_f32(from);
        if (from % 8 == 0)
            check_f64(from);
    }
}

static void arrays_may_be_null(void **state)
{
    const int n = BYTES / sizeof(float);
    const custub_launch launch = two_blocks();
    custub_f32_buffer x = custub_f32_buffer_create(BYTES / sizeof(float), &fixture_error);
    values numbers, out;

    (void)state;
    for (int i = 0; i < n; i++)
        numbers.f32[i] = (float)i;
    succeed(custub_f32_upload(x.view, numbers.f32, (size_t)n, 0, &fixture_error));
    for (size_t from = 0; from <= 20; from += 4) {
        const bool is_missing = from > 16;
        put(&numbers, is_missing ? 0 : from);
        succeed(launch_scale(&kernels, &launch, n, x.view,
                             is_missing ? custub_f32_view_of(0, 0)
                                        : custub_f32_view_of(input.view.ptr + from, (size_t)n),
                             custub_f32_view_of(output.view.ptr, (size_t)n), &fixture_error));
        get(&out, 0);
        for (int i = 0; i < n; i++)
            assert_true(out.f32[i] == (is_missing ? (float)i : (float)i * (float)i));
    }
    custub_f32_buffer_destroy(&x, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_elements_where_packs_are_not_aligned),
        cmocka_unit_test(arrays_may_be_null),
    };
    int result = open_fixture();

    if (result != 0)
        return result;
    kernels = alignment_load(&fixture_error);
    input = custub_u8_buffer_create(16 + BYTES, &fixture_error);
    output = custub_u8_buffer_create(16 + BYTES, &fixture_error);
    if (custub_failed(&fixture_error)) {
        printf("%s\n", fixture_error.message);
        return EXIT_FAILURE;
    }
    result = cmocka_run_group_tests(tests, NULL, NULL);
    custub_u8_buffer_destroy(&output, NULL);
    custub_u8_buffer_destroy(&input, NULL);
    alignment_unload(&kernels, NULL);
    custub_device_close(fixture_device, NULL);
    return result;
}
