/* What launches touch, measured by the memory checker while it holds them to their contracts. With
 * the argument `unmeasured` the checker does not, and nothing can be measured. */
#include "measured.custub.h"

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"

enum { ALL = 10000, N = 4000, AT = 3000 }; /* elements */

static custub_error error;
static custub_device *device;
static custub_library *library;
static custub_f32_buffer memory, input;
static custub_i32_buffer words;
static const custub_kernel *kernel;

static void fine(void)
{
    assert_string_equal(error.message, "");
}

static custub_library *open_library(void)
{
    const custub_load_options options = {.images = measured_custub_images,
                                         .bounds_checks = CUSTUB_BOUNDS_CHECKS_MEASURE};

    return custub_library_open_with(&measured_custub_library, &options, fresh(&error));
}

static int begin(void **state)
{
    (void)state;
    fresh(&error);
    device = custub_device_open(0, &error);
    memory = custub_f32_buffer_create_zeroed(ALL, NULL, &error);
    input = custub_f32_buffer_create_zeroed(N, NULL, &error);
    words = custub_i32_buffer_create_zeroed(ALL, NULL, &error);
    library = open_library();
    return custub_failed(&error);
}

static int end(void **state)
{
    (void)state;
    fresh(&error);
    custub_library_close(library, &error);
    custub_f32_buffer_destroy(&memory, &error);
    custub_f32_buffer_destroy(&input, &error);
    custub_i32_buffer_destroy(&words, &error);
    custub_device_close(device, &error);
    return custub_failed(&error);
}

static void launch(const char *name, custub_launch how, const custub_argument *arguments,
                   uint32_t count)
{
    fresh(&error);
    kernel = custub_library_find(library, name, &error);
    custub_kernel_launch(kernel, &how, count, arguments, &error);
    fine();
}

/* The elements [first, end) of the pointer are touched, of which `written` are written. */
static void touched(uint32_t pointer, uint64_t first, uint64_t end)
{
    const custub_bounds_touched found = custub_bounds_touched_of(kernel, pointer, fresh(&error));

    fine();
    assert_true(found.begin == (int64_t)(first * found.element_size));
    assert_true(found.end == (int64_t)(end * found.element_size));
}

static void written(uint32_t pointer, uint64_t first, uint64_t end, uint64_t count)
{
    unsigned char marks[N];

    assert_int_equal(custub_bounds_written(kernel, pointer, marks, count, fresh(&error)),
                     end - first);
    fine();
    for (uint64_t i = 0; i < count; i++)
        assert_int_equal(marks[i], i >= first && i < end);
}

static custub_argument floats(custub_f32_view view)
{
    return custub_argument_buffer(CUSTUB_SCALAR_F32, view.ptr, view.count);
}

static custub_argument integers(custub_i32_view view)
{
    return custub_argument_buffer(CUSTUB_SCALAR_I32, view.ptr, view.count);
}

static custub_launch shape(unsigned int grid, unsigned int block)
{
    custub_launch how = custub_launch_default();

    how.grid = custub_grid(grid, 1, 1);
    how.block = custub_block(block, 1, 1);
    return how;
}

/* --- Tests ------------------------------------------------------------------------------------ */

static void launch_part(int first, int last)
{
    const custub_argument arguments[] = {
        custub_argument_i32(N), custub_argument_i32(first), custub_argument_i32(last),
        floats(input.view), floats(custub_f32_slice(memory.view, AT, N, fresh(&error)))};

    launch("measured_part", shape(8, 32), arguments, 5);
}

static void a_part_of_a_slice_is_touched_by_many_blocks(void **state)
{
    (void)state;
    launch_part(100, 3000);
    touched(0, 100, 3000);
    touched(1, 100, 3000);
    written(1, 100, 3000, N);
    assert_int_equal(custub_bounds_touched_of(kernel, 1, fresh(&error)).ptr,
                     memory.view.ptr + 4 * AT);
    assert_int_equal(custub_bounds_touched_of(kernel, 1, &error).bytes, 4 * N);
}

static void each_launch_is_measured_by_itself(void **state)
{
    (void)state;
    launch_part(0, 4000);
    written(1, 0, 4000, N);
    launch_part(17, 18);
    touched(0, 17, 18);
    written(1, 17, 18, N);
    launch_part(5, 5);
    touched(0, 0, 0);
    touched(1, 0, 0);
    written(1, 0, 0, N);
}

static void launch_bins(const custub_i32_buffer *values, uint64_t n)
{
    const custub_argument arguments[] = {
        custub_argument_i32((int)n), integers(custub_i32_slice(values->view, 0, n, fresh(&error))),
        custub_argument_buffer(CUSTUB_SCALAR_U32, words.view.ptr + 4 * AT, 256)};

    launch("measured_bins", shape(5, 64), arguments, 3);
}

static void atomics_are_written(void **state)
{
    int numbers[320];
    custub_i32_buffer values = custub_i32_buffer_create(320, fresh(&error));

    (void)state;
    for (int i = 0; i < 320; i++)
        numbers[i] = 20 + i % 30;
    custub_i32_upload(values.view, numbers, 320, NULL, &error);
    fine();
    launch_bins(&values, 320);
    touched(0, 0, 320);
    touched(1, 20, 50);
    written(1, 20, 50, 256);
    custub_i32_buffer_destroy(&values, &error);
}

static void halves_of_elements_and_null_pointers(void **state)
{
    const custub_i32_view out = custub_i32_slice(words.view, AT, 50, fresh(&error));
    const custub_argument arguments[] = {
        custub_argument_i32(50), custub_argument_buffer(CUSTUB_SCALAR_I32, 0, 0), integers(out)};

    (void)state;
    launch("measured_halves", shape(2, 25), arguments, 3);
    touched(0, 0, 0);
    assert_int_equal(custub_bounds_touched_of(kernel, 1, fresh(&error)).begin, 0);
    assert_int_equal(custub_bounds_touched_of(kernel, 1, &error).end, 4 * 50 - 2);
    written(1, 0, 0, 50);
}

static void a_pointer_without_a_contract_has_its_allocation(void **state)
{
    custub_argument arguments[] = {custub_argument_i32(-AT),
                                   floats(custub_f32_slice(memory.view, AT, N, fresh(&error)))};
    custub_bounds_touched found;

    (void)state;
    launch("measured_loosely", shape(1, 1), arguments, 2);
    found = custub_bounds_touched_of(kernel, 0, fresh(&error));
    assert_true(found.begin == -4 * AT);
    assert_true(found.end == -4 * AT + 4);
    assert_int_equal(found.bytes, 4 * (ALL - AT));
    written(0, 0, 0, N);
    arguments[0] = custub_argument_i32(7);
    launch("measured_loosely", shape(1, 1), arguments, 2);
    written(0, 7, 8, N);
}

static void both_elements_of_a_pair_are_written(void **state)
{
    const custub_argument arguments[] = {
        custub_argument_i32(63), floats(custub_f32_slice(memory.view, 1, 100, fresh(&error)))};

    (void)state;
    launch("measured_pair", shape(1, 1), arguments, 2);
    touched(0, 63, 65);
    written(0, 63, 65, 100);
}

/* Hints of launches that are not measured must not hide accesses of one that is. */
static void launches_that_are_not_measured_do_no_harm(void **state)
{
    custub_library *measuring = library;
    const custub_load_options options = {.images = measured_custub_images,
                                         .bounds_checks = CUSTUB_BOUNDS_CHECKS_OFF};

    (void)state;
    for (int i = 0; i < 3; i++) {
        library = custub_library_open_with(&measured_custub_library, &options, fresh(&error));
        launch_part(0, 4000);
        assert_int_equal(custub_kernel_bounds_checks(kernel), CUSTUB_BOUNDS_CHECKS_ON);
        custub_library_close(library, &error);
        library = measuring;
        launch_part(40, 90);
        touched(0, 40, 90);
        written(1, 40, 90, N);
    }
}

static void without_contracts_it_is_refused(void **state)
{
    (void)state;
    fresh(&error);
    device = custub_device_open(0, &error);
    fine();
    assert_null(open_library());
    assert_int_equal(error.status, CUSTUB_ERROR_NO_IMAGE);
    assert_string_equal(error.message,
                        "measured.cu: bounds checks are asked for, and the CPU driver has none; "
                        "CUSTUB_CPU_CHECK checks its kernels (docs/CHECKER.md)");
    custub_set_bounds_checks(CUSTUB_BOUNDS_CHECKS_MEASURE);
    library = custub_library_open(&measured_custub_library, measured_custub_images, fresh(&error));
    fine();
    kernel = custub_library_find(library, "measured_part", &error);
    assert_int_equal(custub_kernel_bounds_checks(kernel), CUSTUB_BOUNDS_CHECKS_OFF);
    custub_library_close(library, &error);
    custub_device_close(device, &error);
    fine();
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(int argc, char **argv)
{
    const struct CMUnitTest unmeasured[] = {cmocka_unit_test(without_contracts_it_is_refused)};
    const struct CMUnitTest tests[] = {
        TEST(a_part_of_a_slice_is_touched_by_many_blocks),
        TEST(each_launch_is_measured_by_itself),
        TEST(atomics_are_written),
        TEST(halves_of_elements_and_null_pointers),
        TEST(a_pointer_without_a_contract_has_its_allocation),
        TEST(both_elements_of_a_pair_are_written),
        TEST(launches_that_are_not_measured_do_no_harm),
    };

    if (argc == 2 && strcmp(argv[1], "unmeasured") == 0)
        return cmocka_run_group_tests(unmeasured, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
