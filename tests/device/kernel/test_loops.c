/* Kernels without barriers have the same results however the loop over their threads is made: on
 * the CPU driver and on a GPU, which CUSTUB_DRIVER in the environment chooses. */
#include "device_fixture.h"
#include "loops.custub.h"

#define ELEMENTS 16384

static loops_kernels kernels;
static int32_t host[ELEMENTS];

typedef struct shape {
    unsigned grid[3];
    unsigned block[3];
} shape;

static const shape lines[] = {
    {{1, 1, 1}, {1, 1, 1}},    {{1, 1, 1}, {2, 1, 1}},   {{4, 1, 1}, {3, 1, 1}},
    {{5, 1, 1}, {32, 1, 1}},   {{3, 1, 1}, {100, 1, 1}}, {{7, 1, 1}, {256, 1, 1}},
    {{2, 1, 1}, {1024, 1, 1}}, {{33, 1, 1}, {31, 1, 1}},
};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static custub_launch launch_of(const shape *s)
{
    custub_launch launch = custub_launch_default();

    launch.grid = custub_grid(s->grid[0], s->grid[1], s->grid[2]);
    launch.block = custub_block(s->block[0], s->block[1], s->block[2]);
    return launch;
}

static int threads_of(const shape *s)
{
    return (int)(s->grid[0] * s->block[0]);
}

/* The number that thread i of a line adds to its element. */
typedef int expected_of(int i, int a, int b);

typedef enum form {
    GUARDED,
    RETURNED,
    FOLLOWED,
    OTHERWISE,
    SCATTERED,
    OUTSIDE,
    EITHER,
    MACRO,
    BETWEEN,
    FOLLOWED_BY_MACRO
} form;

static void launch_line(form f, const custub_launch *launch, int a, int b, custub_i32_view out)
{
    switch (f) {
    case GUARDED:
        succeed(launch_guarded(&kernels, launch, a, out, &fixture_error));
        break;
    case RETURNED:
        succeed(launch_returned(&kernels, launch, (unsigned)a, out, &fixture_error));
        break;
    case FOLLOWED:
        succeed(launch_followed(&kernels, launch, a, out, &fixture_error));
        break;
    case OTHERWISE:
        succeed(launch_otherwise(&kernels, launch, a, out, &fixture_error));
        break;
    case SCATTERED:
        succeed(launch_scattered(&kernels, launch, a, out, &fixture_error));
        break;
    case OUTSIDE:
        succeed(launch_outside(&kernels, launch, a, b, out, &fixture_error));
        break;
    case EITHER:
        succeed(launch_either(&kernels, launch, a, b, out, &fixture_error));
        break;
    case MACRO:
        succeed(launch_from_macro(&kernels, launch, a, out, &fixture_error));
        break;
    case BETWEEN:
        succeed(launch_between(&kernels, launch, a, b, out, &fixture_error));
        break;
    case FOLLOWED_BY_MACRO:
        succeed(launch_followed_by_macro(&kernels, launch, a, out, &fixture_error));
        break;
    }
}

static void check_line(form f, const shape *s, int a, int b, expected_of *expected)
{
    const custub_launch launch = launch_of(s);
    custub_i32_buffer out = numbers_of(ELEMENTS);

    launch_line(f, &launch, a, b, out.view);
    read_numbers(&out, host);
    for (int i = 0; i < ELEMENTS; i++) {
        int wanted = i < threads_of(s) ? expected(i, a, b) : 0;
        if (host[i] != wanted)
            fail_msg("form %d, %d threads, (%d, %d): element %d is %d, not %d", (int)f,
                     threads_of(s), a, b, i, (int)host[i], wanted);
    }
}

/* Limits at, before and after the ends of blocks, beyond the launch, and 0. */
static void check_lines(form f, expected_of *expected)
{
    for (int i = 0; i < COUNT(lines); i++) {
        const int threads = threads_of(&lines[i]);
        const int block = (int)lines[i].block[0];
        const int limits[] = {0,         1,           block - 1,   block,
                              block + 1, threads - 1, threads / 2, threads - 2,
                              threads,   threads + 1, 2 * threads, 49};
        for (int k = 0; k < COUNT(limits); k++) {
            if (limits[k] >= 0)
                check_line(f, &lines[i], limits[k], limits[k] + block / 2, expected);
        }
    }
}

static int below(int i, int a, int b)
{
    (void)b;
    return i < a;
}

static int below_or_two(int i, int a, int b)
{
    (void)b;
    return i < a ? 1 : 2;
}

static int below_and_two(int i, int a, int b)
{
    return below(i, a, b) + 2;
}

static int far_from_seven(int i, int a, int b)
{
    (void)b;
    return (i - 7) * (i - 7) > a;
}

static int below_and_one(int i, int a, int b)
{
    return below(i, a, b) + 1;
}

static int between(int i, int a, int b)
{
    return i >= a && i < b;
}

static int not_between(int i, int a, int b)
{
    return i < a || i >= b;
}

static void guards_of_a_line(void **state)
{
    (void)state;
    check_lines(GUARDED, below);
    check_lines(RETURNED, below);
    check_lines(MACRO, below);
    check_lines(BETWEEN, between);
    check_lines(OTHERWISE, below_or_two);
}

static void guards_of_negative_limits(void **state)
{
    (void)state;
    check_line(GUARDED, &lines[4], -1, 0, below);
    check_line(GUARDED, &lines[4], INT32_MIN, 0, below);
    check_line(GUARDED, &lines[4], INT32_MAX, 0, below);
}

static void conditions_that_are_no_guards(void **state)
{
    (void)state;
    check_lines(FOLLOWED, below_and_two);
    check_lines(FOLLOWED_BY_MACRO, below_and_one);
    check_lines(SCATTERED, far_from_seven);
    check_lines(OUTSIDE, not_between);
    check_lines(EITHER, not_between);
}

typedef custub_status rank_launch(const loops_kernels *kernels, const custub_launch *launch,
                                  custub_i32_view out, custub_error *error);

/* Checks a kernel whose threads add 1 and their rank in the block. */
static void check_ranks(rank_launch *ranks)
{
    for (int k = 0; k < COUNT(lines); k++) {
        const custub_launch launch = launch_of(&lines[k]);
        custub_i32_buffer out = numbers_of(ELEMENTS);
        succeed(ranks(&kernels, &launch, out.view, &fixture_error));
        read_numbers(&out, host);
        for (int i = 0; i < ELEMENTS; i++)
            assert_int_equal(host[i],
                             i < threads_of(&lines[k]) ? 1 + i % (int)lines[k].block[0] : 0);
    }
}

static void kernels_that_use_their_threads_rank(void **state)
{
    (void)state;
    check_ranks(launch_unguarded);
    check_ranks(launch_by_macro);
    check_ranks(launch_by_function);
    check_ranks(launch_by_default);
}

static void kernels_that_use_their_blocks_index(void **state)
{
    static const shape s = {{5, 4, 1}, {32, 1, 1}};

    (void)state;
    for (int n = 1; n < 170; n += 7) {
        const custub_launch launch = launch_of(&s);
        custub_i32_buffer out = numbers_of(ELEMENTS);
        succeed(launch_rows(&kernels, &launch, n, out.view, &fixture_error));
        read_numbers(&out, host);
        for (int i = 0; i < 4 * n; i++)
            assert_int_equal(host[i], i % n < 160 ? 1 + i / n : 0);
    }
}

static void all_threads_count(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(lines); k++) {
        const custub_launch launch = launch_of(&lines[k]);
        const int threads = threads_of(&lines[k]);
        for (int n = threads - 1; n <= threads + 1; n++) {
            custub_i32_buffer out = numbers_of(1);
            succeed(launch_counted(&kernels, &launch, n, out.view, &fixture_error));
            read_numbers(&out, host);
            assert_int_equal(host[0], n < threads ? n : threads);
        }
    }
}

/* --- Rectangles and cuboids --------------------------------------------------------------------
 */

static const shape areas[] = {
    {{1, 1, 1}, {16, 16, 1}}, {{3, 2, 1}, {16, 16, 1}}, {{2, 5, 1}, {64, 4, 1}},
    {{5, 5, 1}, {7, 3, 1}},   {{1, 9, 1}, {128, 1, 1}}, {{12, 1, 1}, {1, 32, 1}},
    {{40, 6, 1}, {8, 8, 1}},
};

static void check_area(const shape *s, int width, int height, int border)
{
    const custub_launch launch = launch_of(s);
    custub_i32_buffer out = numbers_of(ELEMENTS);

    if (border)
        succeed(launch_interior(&kernels, &launch, width, height, out.view, &fixture_error));
    else
        succeed(launch_rectangle(&kernels, &launch, width, height, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < ELEMENTS; i++) {
        int x = i % width;
        int y = i / width;
        int wanted = x >= border && x < width - border && y >= border && y < height - border &&
                     x < (int)(s->grid[0] * s->block[0]) && y < (int)(s->grid[1] * s->block[1]);
        if (host[i] != wanted)
            fail_msg("%d x %d, border %d: (%d, %d) is %d, not %d", width, height, border, x, y,
                     (int)host[i], wanted);
    }
}

static void check_border(const shape *s, int width, int height)
{
    const custub_launch launch = launch_of(s);
    custub_i32_buffer out = numbers_of(ELEMENTS);

    succeed(launch_bordered(&kernels, &launch, width, height, out.view, &fixture_error));
    read_numbers(&out, host);
    for (int i = 0; i < ELEMENTS; i++) {
        int x = i % width;
        int y = i / width;
        int wanted = x > 0 && x < width - 1 && y > 0 && y < height - 1 ? 1 : x == 0 ? 2 : 3;
        if (y >= height || x >= (int)(s->grid[0] * s->block[0]) ||
            y >= (int)(s->grid[1] * s->block[1]))
            wanted = 0;
        if (host[i] != wanted)
            fail_msg("%d x %d: (%d, %d) is %d, not %d", width, height, x, y, (int)host[i], wanted);
    }
}

static void borders_of_an_area(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(areas); k++) {
        const int x = (int)(areas[k].grid[0] * areas[k].block[0]);
        const int y = (int)(areas[k].grid[1] * areas[k].block[1]);
        check_border(&areas[k], x, y);
        check_border(&areas[k], x + 3, y + 1);
        check_border(&areas[k], x > 1 ? x - 1 : 1, y);
        check_border(&areas[k], 1, y);
        check_border(&areas[k], 2, 3);
        check_border(&areas[k], x / 2 + 1, y / 2 + 1);
    }
}

static void guards_of_an_area(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(areas); k++) {
        const int x = (int)(areas[k].grid[0] * areas[k].block[0]);
        const int y = (int)(areas[k].grid[1] * areas[k].block[1]);
        for (int border = 0; border < 2; border++) {
            check_area(&areas[k], x, y, border);
            check_area(&areas[k], x + 3, y + 1, border);
            check_area(&areas[k], x > 1 ? x - 1 : 1, y, border);
            check_area(&areas[k], 1, y, border);
            check_area(&areas[k], 2, 3, border);
            check_area(&areas[k], x / 2 + 1, y / 2 + 1, border);
        }
    }
}

static void guards_of_a_space(void **state)
{
    static const shape spaces[] = {{{2, 2, 2}, {8, 4, 2}}, {{3, 1, 4}, {5, 7, 3}}};
    static const int limits[][3] = {{16, 8, 4}, {15, 7, 3}, {9, 1, 2}, {20, 9, 12}, {1, 1, 1}};

    (void)state;
    for (int k = 0; k < COUNT(spaces) * COUNT(limits); k++) {
        const shape *s = &spaces[k / COUNT(limits)];
        const int *limit = limits[k % COUNT(limits)];
        const custub_launch launch = launch_of(s);
        custub_i32_buffer out = numbers_of(ELEMENTS);
        succeed(launch_cuboid(&kernels, &launch, limit[0], limit[1], limit[2], out.view,
                              &fixture_error));
        read_numbers(&out, host);
        for (int i = 0; i < limit[0] * limit[1] * limit[2]; i++) {
            int x = i % limit[0];
            int y = i / limit[0] % limit[1];
            int z = i / limit[0] / limit[1];
            assert_int_equal(host[i], x < (int)(s->grid[0] * s->block[0]) &&
                                          y < (int)(s->grid[1] * s->block[1]) &&
                                          z < (int)(s->grid[2] * s->block[2]));
        }
        assert_int_equal(host[limit[0] * limit[1] * limit[2]], 0);
    }
}

static void takes_classes_and_references(void **state)
{
    custub_launch launch = one_block(2);
    loops___half2 pair = {{0x4000}, {0x4400}}; /* 2 and 4 */
    custub_i32_buffer numbers = numbers_of(4);
    int32_t found[4] = {30, 0, 0, 0};

    (void)state;
    succeed(custub_i32_upload(numbers.view, found, numbers.view.count, 0, &fixture_error));
    succeed(launch_parameters(&kernels, &launch, pair, custub_i32_view_of(numbers.view.ptr, 1),
                              custub_i32_view_of(numbers.view.ptr + 4, 1), &fixture_error));
    succeed(custub_i32_download(numbers.view, found, numbers.view.count, 0, &fixture_error));
    assert_int_equal(found[0], 30);
    assert_int_equal(found[1], 36);
    assert_int_equal(found[2], 0);
    custub_i32_buffer_destroy(&numbers, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guards_of_a_line),
        cmocka_unit_test(guards_of_negative_limits),
        cmocka_unit_test(conditions_that_are_no_guards),
        cmocka_unit_test(kernels_that_use_their_threads_rank),
        cmocka_unit_test(kernels_that_use_their_blocks_index),
        cmocka_unit_test(all_threads_count),
        cmocka_unit_test(borders_of_an_area),
        cmocka_unit_test(guards_of_an_area),
        cmocka_unit_test(guards_of_a_space),
        cmocka_unit_test(takes_classes_and_references),
    };
    int result = open_fixture();

    if (result != 0)
        return result;
    kernels = loops_load(&fixture_error);
    if (custub_failed(&fixture_error)) {
        printf("%s\n", fixture_error.message);
        return EXIT_FAILURE;
    }
    result = cmocka_run_group_tests(tests, NULL, NULL);
    loops_unload(&kernels, NULL);
    custub_device_close(fixture_device, NULL);
    return result;
}
