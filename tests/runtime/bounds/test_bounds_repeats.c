/* Launches that need no checks, because one with the same numbers was right. */
#include "bounds_fixture.h"

#include <pthread.h>

enum { SAXPY_AT = 32, PLAIN_IN_TABLE = 2 };

/* The sample's kernels and two of them without checks, as the image has them. */
static custub_kernel_info in_image[16];
static custub_library_info image_library;

/* What saxpy writes when it runs with checks. */
static uint32_t outcome_written;
static bool writes_record;

static void run(const recording_launch *launched)
{
    const custub_bounds_head *further =
        (const custub_bounds_head *)(const void *)(launched->parameters + SAXPY_AT);

    if (strcmp(launched->kernel, "saxpy") != 0)
        return;
    if (outcome_written && further->outcome)
        memcpy((void *)(uintptr_t)further->outcome, &outcome_written, sizeof(outcome_written));
    if (writes_record)
        write_record((custub_bounds_record *)(uintptr_t)further->record, READ_X, X + 4000, X, 4000);
}

static void describe(void)
{
    const uint32_t count = sample_library.kernel_count;

    assert_true(count + 1 < sizeof(in_image) / sizeof(in_image[0]));
    memcpy(in_image, sample_library.kernels, count * sizeof(*in_image));
    in_image[count] = sample_library.kernels[SAXPY];
    in_image[count].symbol = "saxpy" CUSTUB_BOUNDS_PLAIN;
    in_image[count + 1] = sample_library.kernels[PLAIN];
    in_image[count + 1].symbol = "plain" CUSTUB_BOUNDS_PLAIN;
    image_library = sample_library;
    image_library.kernels = in_image;
    image_library.kernel_count = count + 2;
    recording_describe(&image_library, NULL);
    add_parameter(SAXPY, SAXPY_BYTES);
    add_parameter(BLOCK_SUM, BLOCK_SUM_BYTES);
    add_parameter(PLAIN, PLAIN_BYTES);
    add_parameter(TOGETHER, TOGETHER_BYTES);
    add_parameter(STRIDE, STRIDE_BYTES);
}

static int begin(void **state)
{
    if (start(state))
        return 1;
    describe();
    outcome_written = 0;
    writes_record = false;
    recording_programmed()->context_id = 7;
    recording_programmed()->run = run;
    launch.check = CUSTUB_CHECK_CONTRACT;
    table.kernels[SAXPY].repeats = 1;
    table.kernels[SAXPY].number_count = 1;
    table.numbers[0] = (custub_bounds_number){.param = 0, .offset = 0, .bytes = 8}; /* n */
    return load() != CUSTUB_OK;
}

static bool was_checked(void)
{
    return strcmp(recording_last_launch()->kernel, "saxpy") == 0;
}

/* Launches saxpy, and returns whether it was checked. */
static bool checks(uint64_t n)
{
    launches_saxpy(n);
    return was_checked();
}

static bool checks_at(CUdeviceptr x, uint64_t count, float factor)
{
    assert_int_equal(sample_launch_saxpy(kernels, &launch, 1000, factor,
                                         custub_f32_view_of(x, count), custub_f32_view_of(Y, 1000),
                                         fresh(&error)),
                     CUSTUB_OK);
    return was_checked();
}

static void the_second_launch_is_plain(void **state)
{
    (void)state;
    assert_true(checks(1000));
    assert_int_not_equal(further_at(SAXPY_AT)->outcome, 0);
    recording_clear_log();
    assert_false(checks(1000));
    assert_int_equal(recording_last_launch()->parameter_bytes, SAXPY_AT);
    assert_int_equal(recording_last_launch()->grid[0], 4);
    assert_int_equal(recording_call_count(), 2);
    assert_string_equal(recording_call(0), "cuCtxGetId");
    assert_string_equal(recording_call(1), "cuLaunchKernel");
}

static void the_cold_path_does_the_same(void **state)
{
    (void)state;
    launch.check = CUSTUB_CHECK_WHOLE;
    launch.cluster = custub_grid(2, 1, 1);
    assert_true(checks(1000));
    assert_false(checks(1000));
    assert_true(recording_last_launch()->extended);
}

static custub_prepared *prepare(void)
{
    custub_argument arguments[] = {custub_argument_u64(1000), custub_argument_f32(2),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, X, 1000),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, Y, 1000)};

    return custub_kernel_prepare(&kernels[SAXPY], &launch, 4, arguments, fresh(&error));
}

static void prepared_launches_do_the_same(void **state)
{
    custub_argument fewer = custub_argument_u64(500);
    custub_prepared *prepared = prepare();

    (void)state;
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    assert_true(was_checked());
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    assert_false(was_checked());
    assert_false(checks(1000));
    assert_int_equal(custub_prepared_set(prepared, 0, &fewer, &error), CUSTUB_OK);
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    assert_true(was_checked());
    assert_int_equal(word_at(0), 500);
    custub_prepared_destroy(prepared);
}

/* Nothing is asked once a launch was right, until something changes. */
static void a_prepared_launch_stays_right(void **state)
{
    custub_prepared *prepared = prepare();

    (void)state;
    for (int i = 0; i < 2; i++)
        assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    recording_clear_log();
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    assert_false(was_checked());
    assert_int_equal(recording_last_launch()->parameter_bytes, SAXPY_AT);
    assert_int_equal(recording_last_launch()->grid[0], 4);
    assert_int_equal(recording_call_count(), 1);
    recording_fail("cuLaunchKernel", 1, 912);
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    assert_false(was_checked());
    assert_int_equal(unload(), CUSTUB_OK);
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_ERROR_KERNEL_ABSENT);
    custub_prepared_destroy(prepared);
    assert_int_equal(load(), CUSTUB_OK);
}

static void a_prepared_launch_that_memory_decides_is_checked(void **state)
{
    custub_prepared *prepared = prepare();

    (void)state;
    outcome_written = CUSTUB_BOUNDS_DECIDED;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
        assert_true(was_checked());
    }
    custub_prepared_destroy(prepared);
}

static void count_activity(const custub_activity *activity, void *count)
{
    *(int *)count += activity->launch && activity->launch->prepared;
}

static void one_that_is_right_is_still_observed(void **state)
{
    custub_prepared *prepared = prepare();
    int count = 0;

    (void)state;
    for (int i = 0; i < 3; i++)
        assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    custub_set_activity(count_activity, &count);
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    custub_set_activity(NULL, NULL);
    assert_false(was_checked());
    assert_int_equal(count, 1);
    custub_prepared_destroy(prepared);
}

static void *launch_often(void *prepared)
{
    recording_use_device(0);
    for (int i = 0; i < 500; i++)
        if (custub_prepared_launch(prepared, NULL) || custub_prepared_launch(prepared, NULL))
            return prepared;
    return NULL;
}

static void launch_by_threads(custub_prepared *prepared)
{
    pthread_t threads[4];
    void *failed;

    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, launch_often, prepared), 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
}

/* While none is right, and when one was. The driver's copies are not atomic, as those of a device
 * are, so no thread tries while others look. For the thread sanitizer. */
static void threads_launch_one_prepared_launch(void **state)
{
    custub_prepared *prepared;

    (void)state;
    recording_programmed()->run = NULL; /* it is called without the driver's lock */
    launch.check = CUSTUB_CHECK_NONE;
    prepared = prepare();
    assert_non_null(prepared);
    recording_programmed()->capture_status = 1;
    launch_by_threads(prepared);
    assert_true(was_checked());
    recording_programmed()->capture_status = 0;
    assert_int_equal(custub_prepared_launch(prepared, &error), CUSTUB_OK);
    launch_by_threads(prepared);
    assert_false(was_checked());
    custub_prepared_destroy(prepared);
}

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

static void if_memory_decides_all_are_checked(void **state)
{
    (void)state;
    outcome_written = CUSTUB_BOUNDS_DECIDED;
    assert_true(checks(1000));
    outcome_written = 0;
    assert_true(checks(1000));
    assert_int_equal(further_at(SAXPY_AT)->outcome, 0); /* it is known */
    assert_true(checks(1000));
    assert_true(checks(500));
    assert_false(checks(500));
}

static void a_bad_access_is_no_proof(void **state)
{
    (void)state;
    writes_record = true;
    assert_true(checks(1000));
    writes_record = false;
    assert_true(checks(1000)); /* the record keeps what this one does from being seen */
    assert_int_equal(further_at(SAXPY_AT)->outcome, 0);
    assert_true(checks(1000));
    assert_int_equal(custub_bounds_report(fresh(&error)), CUSTUB_ERROR_OUT_OF_BOUNDS);
    assert_true(checks(1000));
    assert_false(checks(1000));
}

static void one_that_was_said_since_is_no_proof_either(void **state)
{
    (void)state;
    writes_record = true;
    assert_true(checks(1000));
    writes_record = false;
    assert_int_equal(custub_bounds_report(fresh(&error)), CUSTUB_ERROR_OUT_OF_BOUNDS);
    assert_true(checks(1000));
    assert_false(checks(1000));
}

static void a_trial_that_fails_changes_nothing(void **state)
{
    (void)state;
    recording_fail("cuMemsetD32Async", 1, 999);
    assert_true(checks(1000));
    assert_int_equal(further_at(SAXPY_AT)->outcome, 0);
    recording_fail("cuMemcpyDtoHAsync_v2", 1, 999);
    assert_true(checks(1000));
    recording_fail("cuLaunchKernel", 1, 2);
    assert_int_not_equal(saxpy(1000), CUSTUB_OK);
    assert_true(checks(1000));
    assert_false(checks(1000));
}

/* The stream may still begin, or tell, the trial that failed: it is not taken for the next one's.
 */
static void a_trial_that_fails_keeps_its_outcome(void **state)
{
    uint64_t first;

    (void)state;
    recording_fail("cuMemcpyDtoHAsync_v2", 1, 999);
    assert_true(checks(1000));
    first = further_at(SAXPY_AT)->outcome;
    assert_true(checks(1000));
    assert_int_not_equal(further_at(SAXPY_AT)->outcome, first);
    assert_false(checks(1000));
}

static void a_launch_that_fails_is_no_proof(void **state)
{
    (void)state;
    recording_fail("cuLaunchKernel", 1, 2);
    assert_int_not_equal(saxpy(1000), CUSTUB_OK);
    assert_true(checks(1000));
    assert_false(checks(1000));
}

/* The kernel's function is of the current context, the stream of another one. */
static void a_launch_in_a_stream_of_another_context_is_made_again(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        recording_fail("cuLaunchKernel", 1, 400);
        launches_saxpy(1000);
    }
    assert_false(was_checked());
}

static void a_captured_launch_is_no_trial(void **state)
{
    (void)state;
    recording_programmed()->capture_status = 1;
    assert_true(checks(1000));
    assert_int_equal(further_at(SAXPY_AT)->outcome, 0);
    assert_true(checks(1000));
    recording_programmed()->capture_status = 0;
    assert_true(checks(1000));
    recording_programmed()->capture_status = 1;
    assert_false(checks(1000));
}

static void another_context_begins_anew(void **state)
{
    (void)state;
    assert_true(checks(1000));
    assert_false(checks(1000));
    recording_programmed()->context_id = 70; /* the device was reset */
    assert_true(checks(1000));
    assert_false(checks(1000));
    recording_programmed()->context_id = 7;
    assert_false(checks(1000));
}

/* The device was reset, and what custub had there belongs to someone else. */
static void an_unload_frees_no_memory_of_others(void **state)
{
    enum { BYTES = 128 }; /* of the outcomes of a kernel */
    size_t freed;
    uint64_t first;

    (void)state;
    assert_int_equal(unload(), CUSTUB_OK);
    recording_programmed()->buffer_id = 5;
    assert_int_equal(load(), CUSTUB_OK);
    freed = recording_calls_of("cuMemFree_v2");
    assert_int_equal(unload(), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuMemFree_v2"), freed + 1);
    assert_int_equal(load(), CUSTUB_OK);
    assert_true(checks(1000));
    first = further_at(SAXPY_AT)->outcome / BYTES * BYTES - SAXPY * BYTES;
    recording_programmed()->buffer_id = 6;
    assert_int_equal(unload(), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuMemFree_v2"), freed + 1);
    assert_int_equal(custub_memory_destroy(first, &error), CUSTUB_OK);
    assert_int_equal(load(), CUSTUB_OK);
}

/* A kernel that never gets the same numbers pays for few trials. */
static void trials_without_use_end(void **state)
{
    (void)state;
    for (uint64_t n = 1; n <= 64; n++)
        assert_true(checks(n));
    recording_clear_log();
    for (uint64_t n = 101; n <= 164; n++)
        assert_true(checks(n));
    assert_true(recording_calls_of("cuMemcpyDtoHAsync_v2") <= 2);
    for (int i = 0; i < 200; i++)
        launches_saxpy(1000);
    assert_false(checks(1000)); /* until it gets them again */
}

/* Other numbers in between cost it few trials, and it is not forgotten for them. */
static void one_of_many_repeats(void **state)
{
    unsigned plain = 0;
    size_t copies;

    (void)state;
    assert_true(checks(1000));
    for (uint64_t n = 1; n <= 100; n++) {
        assert_true(checks(n));
        assert_true(checks(n + 100));
    }
    for (int i = 0; i < 200; i++)
        launches_saxpy(1000);
    copies = recording_calls_of("cuMemcpyDtoHAsync_v2");
    for (uint64_t n = 201; n <= 300; n++) {
        plain += !checks(1000);
        for (uint64_t i = 1; i <= 6; i++)
            assert_true(checks(n + 100 * i));
    }
    assert_true(recording_calls_of("cuMemcpyDtoHAsync_v2") - copies <= 32 + plain + 600 / 64);
    assert_true(plain > 33);
}

static void a_load_that_asks_for_it_always_checks(void **state)
{
    (void)state;
    assert_int_equal(unload(), CUSTUB_OK);
    options.bounds_checks = CUSTUB_BOUNDS_CHECKS_ALWAYS;
    assert_int_equal(load(), CUSTUB_OK);
    for (int i = 0; i < 3; i++) {
        assert_true(checks(1000));
        assert_int_equal(further_at(SAXPY_AT)->outcome, 0);
    }
}

static void both_kernels_opt_in_to_shared_memory(void **state)
{
    (void)state;
    launch.shared = 100000;
    assert_true(checks(1000));
    assert_false(checks(1000));
    assert_int_equal(recording_opted_in("saxpy", 0), 100000);
    assert_int_equal(recording_opted_in("saxpy" CUSTUB_BOUNDS_PLAIN, 0), 100000);
}

/* As if the program had set an attribute of the checked kernel that the launch needs. */
static void a_plain_kernel_that_cannot_be_launched_is_checked(void **state)
{
    (void)state;
    launch.cluster = custub_grid(2, 1, 1);
    assert_true(checks(1000));
    recording_fail("cuLaunchKernelEx", 1, 912);
    assert_true(checks(1000));
    assert_int_equal(further_at(SAXPY_AT)->outcome, 0);
    assert_false(checks(1000));
}

static void a_preload_loads_both_kernels(void **state)
{
    const size_t kernels_without = sample_library.kernel_count;

    (void)state;
    recording_clear_log();
    assert_int_equal(custub_library_preload(loaded.library, fresh(&error)), CUSTUB_OK);
    assert_int_equal(recording_calls_of("cuFuncLoad"), kernels_without + 1);
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

static void an_image_without_the_plain_kernel_checks_always(void **state)
{
    (void)state;
    assert_int_equal(unload(), CUSTUB_OK);
    describe_checked();
    assert_int_equal(load(), CUSTUB_OK);
    assert_true(checks(1000));
    assert_true(checks(1000));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_second_launch_is_plain),
        TEST(the_cold_path_does_the_same),
        TEST(prepared_launches_do_the_same),
        TEST(a_prepared_launch_stays_right),
        TEST(a_prepared_launch_that_memory_decides_is_checked),
        TEST(one_that_is_right_is_still_observed),
        TEST(threads_launch_one_prepared_launch),
        TEST(every_part_of_the_shape_counts),
        TEST(the_memory_around_a_pointer_without_a_count_counts),
        TEST(other_numbers_are_checked),
        TEST(whether_a_pointer_is_null_counts),
        TEST(every_number_counts),
        TEST(what_is_no_number_may_differ),
        TEST(if_memory_decides_all_are_checked),
        TEST(a_bad_access_is_no_proof),
        TEST(one_that_was_said_since_is_no_proof_either),
        TEST(a_trial_that_fails_changes_nothing),
        TEST(a_trial_that_fails_keeps_its_outcome),
        TEST(a_launch_that_fails_is_no_proof),
        TEST(a_launch_in_a_stream_of_another_context_is_made_again),
        TEST(a_captured_launch_is_no_trial),
        TEST(another_context_begins_anew),
        TEST(an_unload_frees_no_memory_of_others),
        TEST(trials_without_use_end),
        TEST(one_of_many_repeats),
        TEST(a_load_that_asks_for_it_always_checks),
        TEST(both_kernels_opt_in_to_shared_memory),
        TEST(a_plain_kernel_that_cannot_be_launched_is_checked),
        TEST(a_preload_loads_both_kernels),
        TEST(numbers_must_be_in_the_parameters),
        TEST(an_image_without_the_plain_kernel_checks_always),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
