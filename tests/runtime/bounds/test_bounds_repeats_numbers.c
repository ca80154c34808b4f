/* Which numbers make a launch another one than one that was right. */
#include "repeats_fixture.h"

enum { PLAIN_IN_TABLE = 2 };

static void every_part_of_the_shape_counts(void **state)
{
    (void)state;
    launch.check = CUSTUB_CHECK_NONE; /* the contract has one axis */
    assert_true(checks(1000));
    assert_false(checks(1000));
    for (int part = 0; part < 6; part++) {
        const custub_dim3 grid = custub_grid(4, part == 1 ? 257 : 1, part == 2 ? 2 : 1);
        launch.grid = part == 0 ? custub_grid(5, 1, 1) : grid;
        launch.block = custub_block(part == 3 ? 288 : 256, part == 4 ? 2 : 1, part == 5 ? 2 : 1);
        assert_true(checks(1000));
        assert_false(checks(1000));
    }
}

/* Launches plain, whose pointer has no count, and returns whether it was checked. */
static bool checks_plain(CUdeviceptr x)
{
    custub_f32_view view = custub_f32_view_of(x, 10);
    custub_bytes_view scratch = {0, 80};
    int32_t n = 10;
    void *arguments[] = {&n, &view, &scratch};

    assert_int_equal(sample_launch(&kernels[PLAIN], &launch, arguments, fresh(&error)), CUSTUB_OK);
    return strcmp(recording_last_launch()->kernel, "plain") == 0;
}

static void the_memory_around_a_pointer_without_a_count_counts(void **state)
{
    (void)state;
    assert_int_equal(unload(), CUSTUB_OK);
    table.kernels[PLAIN_IN_TABLE].repeats = 1;
    assert_int_equal(load(), CUSTUB_OK);
    recording_add_range(X + 0x10000, 4000, false);
    recording_add_range(X + 0x20000, 4256, false);
    assert_true(checks_plain(X));
    assert_false(checks_plain(X));
    assert_false(checks_plain(X + 0x10000));
    assert_true(checks_plain(X + 0x20000));
    assert_true(checks_plain(X + 0x20100)); /* as much behind it as at X */
    assert_false(checks_plain(X + 0x20100));
    assert_true(checks_plain(0));
}

static void other_numbers_are_checked(void **state)
{
    (void)state;
    assert_true(checks(1000));
    assert_true(checks(999));
    launch = custub_launch_of(8, 128);
    launch.check = CUSTUB_CHECK_CONTRACT;
    assert_true(checks(1000));
    launch.shared = 64;
    assert_true(checks(1000));
    assert_int_equal(recording_last_launch()->shared, 64);
    recording_add_range(X + 0x10000, 8000, false);
    assert_true(checks_at(X + 0x10004, 1000, 2)); /* its address is not as aligned */
    assert_false(checks_at(X + 0x10004, 1000, 2));
    assert_true(checks_at(X + 0x10084, 1000, 2));
}

static bool checks_nothing_at(CUdeviceptr x)
{
    assert_int_equal(sample_launch_saxpy(kernels, &launch, 0, 2, custub_f32_view_of(x, 0),
                                         custub_f32_view_of(Y, 1000), fresh(&error)),
                     CUSTUB_OK);
    return was_checked();
}

/* A kernel may ask for it, and touch something else. */
static void whether_a_pointer_is_null_counts(void **state)
{
    (void)state;
    launch.check = CUSTUB_CHECK_NONE;
    assert_true(checks_nothing_at(X));
    assert_false(checks_nothing_at(X));
    assert_true(checks_nothing_at(0));
    assert_false(checks_nothing_at(0));
}

/* Also one that changes no extent, and is smaller than a word. */
static void every_number_counts(void **state)
{
    (void)state;
    assert_int_equal(unload(), CUSTUB_OK);
    table.kernels[SAXPY].number_count = 2;
    table.numbers[1] = (custub_bounds_number){.param = 1, .offset = 0, .bytes = 4}; /* factor */
    assert_int_equal(load(), CUSTUB_OK);
    assert_true(checks_at(X, 1000, 2));
    assert_false(checks_at(X, 1000, 2));
    assert_true(checks_at(X, 1000, 3));
    assert_false(checks_at(X, 1000, 3));
}

static void what_is_no_number_may_differ(void **state)
{
    (void)state;
    recording_add_range(X + 0x10000, 8000, false);
    assert_true(checks(1000));
    assert_false(checks_at(X, 1000, 3));
    assert_false(checks_at(X + 0x10000, 1000, 2));
    assert_false(checks_at(X + 0x10000, 1500, 2)); /* the contract allows 1000 */
}

static void numbers_must_be_in_the_parameters(void **state)
{
    (void)state;
    assert_int_equal(unload(), CUSTUB_OK);
    table.numbers[0].bytes = 9;
    assert_int_equal(load(), CUSTUB_ERROR_SIGNATURE_MISMATCH);
    assert_string_equal(error.message,
                        "saxpy: the table of its bounds checks names bytes that its parameters do "
                        "not have; generate the header and build the images again from one source "
                        "[sample.cu:12]");
    table.numbers[0] = (custub_bounds_number){.param = 4, .offset = 0, .bytes = 8};
    assert_int_equal(load(), CUSTUB_ERROR_SIGNATURE_MISMATCH);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_part_of_the_shape_counts),
        TEST(the_memory_around_a_pointer_without_a_count_counts),
        TEST(other_numbers_are_checked),
        TEST(whether_a_pointer_is_null_counts),
        TEST(every_number_counts),
        TEST(what_is_no_number_may_differ),
        TEST(numbers_must_be_in_the_parameters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
