/* Grid-stride loops have the same results whether the CPU driver runs them thread by thread or for
 * many threads at once, in launches of any shape, that cover the data or not: on the CPU driver and
 * on a GPU, which CUSTUB_DRIVER in the environment chooses. */
#include "device_fixture.h"
#include "strides.custub.h"

#define ELEMENTS 32768
#define ROUNDS   24

static strides_kernels kernels;
static int32_t host[ELEMENTS];

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* The same numbers in every run. */
static int below(int limit)
{
    static uint32_t state = 12345;

    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (uint32_t)limit);
}

static custub_launch launch_of(int grid, int block)
{
    custub_launch launch = custub_launch_default();

    launch.grid = custub_grid((uint32_t)grid, 1, 1);
    launch.block = custub_block((uint32_t)block, 1, 1);
    return launch;
}

static custub_i32_buffer numbers_from(const int32_t *numbers, size_t count)
{
    custub_i32_buffer buffer = custub_i32_buffer_create(count, &fixture_error);

    succeed(custub_i32_upload(buffer.view, numbers, buffer.view.count, 0, &fixture_error));
    return buffer;
}

/* --- Lines -------------------------------------------------------------------------------------
 */

typedef void run_line(const custub_launch *launch, int n, custub_i32_view out);
/* Of element i, where the launch has so many threads. */
typedef int expected_of(int i, int n, int threads);

static void run_int(const custub_launch *launch, int n, custub_i32_view out)
{
    succeed(launch_by_int(&kernels, launch, n, out, &fixture_error));
}

static void run_unsigned(const custub_launch *launch, int n, custub_i32_view out)
{
    succeed(launch_by_unsigned(&kernels, launch, (size_t)n, out, &fixture_error));
}

static void run_size(const custub_launch *launch, int n, custub_i32_view out)
{
    succeed(launch_by_size(&kernels, launch, (size_t)n, out, &fixture_error));
}

static void run_long(const custub_launch *launch, int n, custub_i32_view out)
{
    succeed(launch_by_long(&kernels, launch, n, out, &fixture_error));
}

static void run_while(const custub_launch *launch, int n, custub_i32_view out)
{
    succeed(launch_by_while(&kernels, launch, (uint32_t)n, out, &fixture_error));
}

static void run_variable(const custub_launch *launch, int n, custub_i32_view out)
{
    succeed(launch_by_variable(&kernels, launch, n, out, &fixture_error));
}

static void run_first_choice(const custub_launch *launch, int n, custub_i32_view out)
{
    static const int32_t choice[2] = {0, 1};
    custub_i32_buffer chosen = numbers_from(choice, 2);

    succeed(launch_by_choice(&kernels, launch, n, chosen.view, out, &fixture_error));
    custub_i32_buffer_destroy(&chosen, NULL);
}

static void run_second_choice(const custub_launch *launch, int n, custub_i32_view out)
{
    static const int32_t choice[2] = {1, 0};
    custub_i32_buffer chosen = numbers_from(choice, 2);

    succeed(launch_by_choice(&kernels, launch, n, chosen.view, out, &fixture_error));
    custub_i32_buffer_destroy(&chosen, NULL);
}

static void run_rows(const custub_launch *launch, int n, custub_i32_view out)
{
    custub_launch rows = *launch;

    rows.grid.y = 3;
    succeed(launch_by_rows(&kernels, &rows, n, out, &fixture_error));
}

static void run_in_order(const custub_launch *launch, int n, custub_i32_view out)
{
    custub_i32_buffer counts = numbers_of(ELEMENTS);

    succeed(launch_in_order(&kernels, launch, n, counts.view, out, &fixture_error));
    custub_i32_buffer_destroy(&counts, NULL);
}

static void run_one_after_the_other(const custub_launch *launch, int n, custub_i32_view out)
{
    custub_i32_buffer counts = numbers_of(ELEMENTS);

    succeed(launch_one_after_the_other(&kernels, launch, n, counts.view, out, &fixture_error));
    custub_i32_buffer_destroy(&counts, NULL);
}

static void run_sums(const custub_launch *launch, int n, custub_i32_view out)
{
    succeed(launch_sums(&kernels, launch, n, out, &fixture_error));
}

static void run_sums_by_macro(const custub_launch *launch, int n, custub_i32_view out)
{
    succeed(launch_sums_by_macro(&kernels, launch, n, out, &fixture_error));
}

static void run_sums_by_reference(const custub_launch *launch, int n, custub_i32_view out)
{
    succeed(launch_sums_by_reference(&kernels, launch, n, out, &fixture_error));
}

static void run_sums_by_address(const custub_launch *launch, int n, custub_i32_view out)
{
    succeed(launch_sums_by_address(&kernels, launch, n, out, &fixture_error));
}

static void run_sums_by_name(const custub_launch *launch, int n, custub_i32_view out)
{
    succeed(launch_sums_by_name(&kernels, launch, n, out, &fixture_error));
}

static void run_sums_in_parameter(const custub_launch *launch, int n, custub_i32_view out)
{
    succeed(launch_sums_in_parameter(&kernels, launch, n, 0, out, &fixture_error));
}

static void run_sums_by_pointer(const custub_launch *launch, int n, custub_i32_view out)
{
    custub_i32_buffer counts;

    for (int i = 0; i < ELEMENTS; i++)
        host[i] = i;
    counts = numbers_from(host, ELEMENTS);
    succeed(launch_sums_by_pointer(&kernels, launch, n, counts.view, out, &fixture_error));
    custub_i32_buffer_destroy(&counts, NULL);
}

static void run_breaks(const custub_launch *launch, int n, custub_i32_view out)
{
    succeed(launch_breaks(&kernels, launch, n, out, &fixture_error));
}

static void run_returns(const custub_launch *launch, int n, custub_i32_view out)
{
    succeed(launch_returns(&kernels, launch, n, out, &fixture_error));
}

static void run_half_in_loop(const custub_launch *launch, int n, custub_i32_view out)
{
    succeed(launch_half_in_loop(&kernels, launch, n, out, &fixture_error));
}

static void check_line(run_line *run, expected_of *expected, int grid, int block, int n)
{
    const custub_launch launch = launch_of(grid, block);
    custub_i32_buffer out = numbers_of(ELEMENTS);

    run(&launch, n, out.view);
    read_numbers(&out, host);
    for (int i = 0; i < ELEMENTS; i++) {
        const int wanted = expected(i, n, grid * block);
        if (host[i] != wanted)
            fail_msg("%d blocks of %d, n = %d: element %d is %d, not %d", grid, block, n, i,
                     (int)host[i], wanted);
    }
}

/* As many threads as elements, one more, one less; few; any. */
static void check_lines(run_line *run, expected_of *expected)
{
    check_line(run, expected, 1, 1, 0);
    check_line(run, expected, 1, 1, 7);
    check_line(run, expected, 1, 32, 31);
    check_line(run, expected, 4, 32, 128);
    check_line(run, expected, 4, 32, 129);
    check_line(run, expected, 4, 32, 127);
    check_line(run, expected, 4, 32, 1);
    check_line(run, expected, 64, 256, 9);
    for (int round = 0; round < ROUNDS; round++) {
        const int block = 1 + below(round % 2 ? 256 : 20);
        check_line(run, expected, 1 + below(40), block, below(round % 3 ? 10000 : 200));
    }
}

static int once(int i, int n, int threads)
{
    (void)threads;
    return i < n;
}

static int in_two_loops(int i, int n, int threads)
{
    return 3 * once(i, n, threads);
}

static int but_every_third(int i, int n, int threads)
{
    (void)threads;
    return i < n && i % 3 != 1;
}

static int by_half(int i, int n, int threads)
{
    (void)threads;
    return i < n / 2 ? 6 : 0;
}

static int once_per_row(int i, int n, int threads)
{
    (void)threads;
    return i < n ? 1 + 2 + 3 : 0;
}

/* Which of the thread's rounds the element is. */
static int round_of(int i, int n, int threads)
{
    return i < n ? i / threads : 0;
}

static int rounds_of(int i, int n, int threads)
{
    return i < n ? (n - i % threads + threads - 1) / threads : 0;
}

static int round_below_five(int i, int n, int threads)
{
    return i < 5 * threads ? round_of(i, n, threads) : 0;
}

/* And the first behind the end of each thread. */
static int once_and_behind(int i, int n, int threads)
{
    return i < n || i < threads || i - threads < n;
}

static void loops_of_every_form(void **state)
{
    (void)state;
    check_lines(run_int, once);
    check_lines(run_unsigned, in_two_loops);
    check_lines(run_size, but_every_third);
    check_lines(run_long, once);
    check_lines(run_while, once);
    check_lines(run_variable, once);
    check_lines(run_rows, once_per_row);
}

static void loops_of_which_one_is_chosen(void **state)
{
    (void)state;
    check_lines(run_first_choice, in_two_loops);
    check_lines(run_second_choice, by_half);
}

static void rounds_of_a_thread_in_their_order(void **state)
{
    (void)state;
    check_lines(run_in_order, round_of);
    check_lines(run_one_after_the_other, rounds_of);
}

static void rounds_that_know_of_each_other(void **state)
{
    (void)state;
    check_lines(run_sums, round_of);
    check_lines(run_sums_by_macro, round_of);
    check_lines(run_sums_by_reference, round_of);
    check_lines(run_sums_by_address, round_of);
    check_lines(run_sums_by_name, round_of);
    check_lines(run_sums_in_parameter, round_of);
    check_lines(run_sums_by_pointer, round_of);
}

static void loops_that_are_left(void **state)
{
    (void)state;
    check_lines(run_breaks, round_below_five);
    check_lines(run_returns, round_below_five);
    check_lines(run_half_in_loop, once_and_behind);
}

/* Limits at which an int ends, below zero, and a number of threads that is next to it. */
static void limits_of_the_index(void **state)
{
    (void)state;
    check_line(run_int, once, 3, 64, -1);
    check_line(run_int, once, 3, 64, INT32_MIN);
    check_line(run_variable, once, 3, 64, INT32_MIN);
    check_line(run_long, once, 3, 64, INT32_MIN);
    check_line(run_int, once, 65536, 64, 100);
    check_line(run_while, once, 1 << 20, 16, 100);
}

static void threads_that_know_themselves(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        const int block = 1 + below(100);
        const int grid = 1 + below(20);
        const int n = below(5000);
        const custub_launch launch = launch_of(grid, block);
        custub_i32_buffer out = numbers_of(ELEMENTS);
        custub_i32_buffer counts = numbers_of(1);
        succeed(launch_knows_its_thread(&kernels, &launch, n, out.view, &fixture_error));
        succeed(launch_counts_threads(&kernels, &launch, n, counts.view, out.view, &fixture_error));
        read_numbers(&counts, host);
        assert_int_equal(host[0], grid * block);
        read_numbers(&out, host);
        for (int i = 0; i < n; i++)
            assert_int_equal(host[i], 2 + i % (grid * block) % block);
    }
}

/* --- Areas -------------------------------------------------------------------------------------
 */

typedef enum area_form { AREA, TRIANGLE, ONCE } area_form;

static void run_area(area_form form, const custub_launch *launch, int width, int height,
                     custub_i32_view out)
{
    switch (form) {
    case AREA:
        succeed(launch_by_area(&kernels, launch, width, height, out, &fixture_error));
        break;
    case TRIANGLE:
        succeed(launch_by_triangle(&kernels, launch, (uint32_t)width, (uint32_t)height, out,
                                   &fixture_error));
        break;
    case ONCE:
        succeed(launch_area_once(&kernels, launch, width, height, out, &fixture_error));
        break;
    }
}

static void check_area(area_form form, int width, int height)
{
    custub_launch launch = custub_launch_default();
    custub_i32_buffer out = numbers_of(ELEMENTS);

    launch.grid = custub_grid((uint32_t)(1 + below(6)), (uint32_t)(1 + below(6)), 1);
    launch.block = custub_block((uint32_t)(1 + below(20)), (uint32_t)(1 + below(20)), 1);
    run_area(form, &launch, width, height, out.view);
    read_numbers(&out, host);
    for (int i = 0; i < ELEMENTS; i++) {
        const int x = i % width;
        const int y = i / width;
        const int rows = (int)(launch.grid.y * launch.block.y);
        int wanted = y < height;
        if (form == TRIANGLE)
            wanted = wanted && x < y;
        if (form == ONCE) /* in the first of a thread's rows it has come to the end */
            wanted = wanted && y < rows;
        if (host[i] != wanted)
            fail_msg("form %d, %d x %d: (%d, %d) is %d, not %d", (int)form, width, height, x, y,
                     (int)host[i], wanted);
    }
}

static void loops_in_two_dimensions(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        const int width = 1 + below(180);
        const int height = below(180);
        check_area(AREA, width, height);
        check_area(ONCE, width, height);
        check_area(TRIANGLE, width, height < width ? height : width);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_of_every_form),
        cmocka_unit_test(loops_of_which_one_is_chosen),
        cmocka_unit_test(rounds_of_a_thread_in_their_order),
        cmocka_unit_test(rounds_that_know_of_each_other),
        cmocka_unit_test(loops_that_are_left),
        cmocka_unit_test(limits_of_the_index),
        cmocka_unit_test(threads_that_know_themselves),
        cmocka_unit_test(loops_in_two_dimensions),
    };
    int result = open_fixture();

    if (result != 0)
        return result;
    kernels = strides_load(&fixture_error);
    if (custub_failed(&fixture_error)) {
        printf("%s\n", fixture_error.message);
        return EXIT_FAILURE;
    }
    result = cmocka_run_group_tests(tests, NULL, NULL);
    strides_unload(&kernels, NULL);
    custub_device_close(fixture_device, NULL);
    return result;
}
