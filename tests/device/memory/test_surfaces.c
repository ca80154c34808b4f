/* Surfaces of one to three dimensions, also with accesses outside of them. Runs on the CPU driver
 * or on a GPU, as CUSTUB_DRIVER in the environment says. */
#include "device_fixture.h"
#include "textures.custub.h"

#include <string.h>

enum { WIDTH = 8, HEIGHT = 4, DEPTH = 3, TEXELS = WIDTH * HEIGHT * DEPTH };

static textures_kernels kernels;

typedef custub_status (*launch_shift)(const textures_kernels *, const custub_launch *,
                                      custub_surface, custub_surface, int, int, custub_error *);

/* Two arrays with surfaces. The first one has the numbers from 100 on. */
typedef struct pair {
    int dimensions;
    custub_i32_array array[2];
    custub_surface_object surface[2];
} pair;

static pair make_pair(int dimensions)
{
    pair made = {.dimensions = dimensions};
    int32_t host[TEXELS];

    for (int i = 0; i < TEXELS; i++)
        host[i] = 100 + i;
    for (int i = 0; i < 2; i++) {
        made.array[i] =
            custub_i32_array_create(WIDTH, dimensions > 1 ? HEIGHT : 0, dimensions > 2 ? DEPTH : 0,
                                    CUSTUB_ARRAY_SURFACE, &fixture_error);
        succeed(custub_i32_array_upload(made.array[i], host, 0, 0, &fixture_error));
        made.surface[i] = custub_surface_of_array(made.array[i].array, &fixture_error);
    }
    succeed(fixture_error.status);
    return made;
}

static void free_pair(pair *made)
{
    for (int i = 0; i < 2; i++) {
        custub_surface_object_destroy(&made->surface[i], &fixture_error);
        custub_i32_array_destroy(&made->array[i], &fixture_error);
    }
}

static custub_launch thread_for_each_texel(int dimensions)
{
    custub_launch launch = custub_launch_default();

    launch.grid = custub_grid(1, 1, 1);
    launch.block = custub_block(WIDTH, dimensions > 1 ? HEIGHT : 1, dimensions > 2 ? DEPTH : 1);
    return launch;
}

/* `moved(x, shift)` is the column that is read instead, or -1 for 0. */
static void check_shift(launch_shift shift_it, int dimensions, int by, int (*moved)(int x))
{
    custub_launch launch = thread_for_each_texel(dimensions);
    pair made = make_pair(dimensions);
    int32_t host[TEXELS];
    const int texels = dimensions == 1 ? WIDTH : dimensions == 2 ? WIDTH * HEIGHT : TEXELS;

    succeed(shift_it(&kernels, &launch, made.surface[1].surface, made.surface[0].surface,
                     dimensions, 4 * by, &fixture_error));
    succeed(custub_i32_array_download(made.array[1], host, 0, 0, &fixture_error));
    for (int i = 0; i < texels; i++) {
        const int x = moved(i % WIDTH + by);
        const int expected = x < 0 ? 1 : 100 + i / WIDTH * WIDTH + x + 1;
        if (host[i] != expected)
            fail_msg("%d dimensions, shift by %d, texel %d: %d instead of %d", dimensions, by, i,
                     (int)host[i], expected);
    }
    free_pair(&made);
    succeed(fixture_error.status);
}

static int to_nowhere(int x)
{
    return x < 0 || x >= WIDTH ? -1 : x;
}

static int to_the_end(int x)
{
    return x < 0 ? 0 : x >= WIDTH ? WIDTH - 1 : x;
}

static void reads_outside_give_zero_or_the_nearest(void **state)
{
    (void)state;
    for (int dimensions = 1; dimensions <= 3; dimensions++) {
        check_shift(launch_shift_trap, dimensions, 0, to_nowhere);
        for (int by = -3; by <= 3; by++) {
            check_shift(launch_shift_zero, dimensions, by, to_nowhere);
            check_shift(launch_shift_clamp, dimensions, by, to_the_end);
        }
    }
}

static void accesses_have_all_sizes(void **state)
{
    custub_u8_array array = custub_u8_array_create(64, 4, 0, CUSTUB_ARRAY_SURFACE, &fixture_error);
    custub_surface_object surface = custub_surface_of_array(array.array, &fixture_error);
    custub_launch launch = one_block(4);
    custub_i32_buffer out = numbers_of(16);
    unsigned char host[4][64] = {{0}};
    int32_t read[16];

    (void)state;
    succeed(custub_u8_array_upload(array, host[0], 0, 0, &fixture_error));
    launch.block = custub_block(6, 1, 1); /* of the 16 bytes, those of the last two are outside */
    succeed(launch_write_sizes(&kernels, &launch, surface.surface, &fixture_error));
    launch.block = custub_block(4, 1, 1);
    succeed(launch_read_sizes(&kernels, &launch, surface.surface, out.view, &fixture_error));
    read_numbers(&out, read);
    succeed(custub_u8_array_download(array, host[0], 0, 0, &fixture_error));
    for (int i = 0; i < 6; i++) {
        assert_int_equal(host[0][i], i + 1);
        assert_int_equal(host[1][2 * i], i);
        assert_int_equal(host[1][2 * i + 1], i + 1);
    }
    for (int i = 0; i < 4; i++) {
        const int first = 4 * i < 6 ? 4 * i + 1 : 0;
        const int last = 4 * i + 3 < 6 ? 4 * i + 4 : 0;
        const int second = 2 * i + 1 < 6 ? (2 * i + 1) | (2 * i + 2) << 8 : 0;
        assert_int_equal(read[4 * i], first + 256 * last);
        assert_int_equal(read[4 * i + 1], second);
        assert_int_equal(read[4 * i + 2], -i);
        assert_int_equal(read[4 * i + 3], 1000 * i + 3);
    }
    custub_surface_object_destroy(&surface, &fixture_error);
    custub_u8_array_destroy(&array, &fixture_error);
    succeed(fixture_error.status);
}

static void views_and_arrays_copy_to_each_other(void **state)
{
    custub_float2_array array =
        custub_float2_array_create(5, 3, 0, CUSTUB_ARRAY_TEXTURE, &fixture_error);
    custub_float2_buffer from = custub_float2_buffer_create(3 * 8, &fixture_error);
    custub_float2_buffer to = custub_float2_buffer_create(15, &fixture_error);
    custub_float2 host[24], back[15];

    (void)state;
    for (int i = 0; i < 24; i++)
        host[i] = custub_float2_of((float)i, (float)-i);
    succeed(custub_float2_upload(from.view, host, 24, 0, &fixture_error));
    succeed(
        custub_float2_array_copy_from(array, from.view, 8 * sizeof(host[0]), 0, &fixture_error));
    succeed(custub_float2_array_copy_to(array, to.view, 0, 0, &fixture_error));
    succeed(custub_float2_download(to.view, back, 15, 0, &fixture_error));
    for (int i = 0; i < 15; i++) {
        assert_true(back[i].x == host[i / 5 * 8 + i % 5].x);
        assert_true(back[i].y == host[i / 5 * 8 + i % 5].y);
    }
    custub_float2_buffer_destroy(&to, &fixture_error);
    custub_float2_buffer_destroy(&from, &fixture_error);
    custub_float2_array_destroy(&array, &fixture_error);
    succeed(fixture_error.status);
}

/* Must be the last test: it ends the context. */
static void accesses_outside_trap(void **state)
{
    custub_launch launch = thread_for_each_texel(2);
    pair made = make_pair(2);
    custub_status status;

    (void)state;
    succeed(launch_shift_trap(&kernels, &launch, made.surface[1].surface, made.surface[0].surface,
                              2, 4, &fixture_error));
    status = custub_stream_synchronize(0, &fixture_error);
    printf("an access outside of a surface: %s\n", fixture_error.message);
    assert_int_not_equal(status, CUSTUB_OK);
    for (int i = 0; i < 2; i++) {
        custub_surface_object_destroy(&made.surface[i], NULL);
        custub_i32_array_destroy(&made.array[i], NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_outside_give_zero_or_the_nearest),
        cmocka_unit_test(accesses_have_all_sizes),
        cmocka_unit_test(views_and_arrays_copy_to_each_other),
        cmocka_unit_test(accesses_outside_trap),
    };
    int status = open_fixture();

    if (status)
        return status;
    kernels = textures_load(&fixture_error);
    succeed(fixture_error.status);
    status = cmocka_run_group_tests(tests, NULL, NULL);
    textures_unload(&kernels, NULL);
    custub_device_close(fixture_device, NULL);
    return status;
}
