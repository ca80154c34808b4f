/* What measured launches have touched. The device's memory is the host's here, so a function of the
 * test does what the kernel would do. */
#include "bounds_fixture.h"

enum { SAXPY_AT = 32, BLOCK_SUM_AT = 24, PLAIN_AT = 24, TOGETHER_AT = 16 };

static int begin(void **state)
{
    if (start(state))
        return 1;
    options.bounds_checks = CUSTUB_BOUNDS_CHECKS_MEASURE;
    return load() != CUSTUB_OK;
}

/* --- What kernels do -------------------------------------------------------------------------- */

static custub_bounds_measure *measures_of(const recording_launch *launched, size_t offset)
{
    const custub_bounds_head *further =
        (const custub_bounds_head *)(const void *)(launched->parameters + offset);

    return (custub_bounds_measure *)(uintptr_t)further->measures;
}

static void touch(custub_bounds_measure *measure, uint64_t address, uint64_t bytes)
{
    if (address < measure->lowest)
        measure->lowest = address;
    if (address + bytes > measure->end)
        measure->end = address + bytes;
}

static void write(custub_bounds_measure *measure, uint64_t address, uint64_t bytes)
{
    touch(measure, address, bytes);
    for (uint64_t at = address; at < address + bytes; at++)
        *(uint32_t *)(uintptr_t)(measure->marks + at / 32 * 4) |= 1u << at % 32;
}

/* Reads x[-1] to x[999], and writes the elements of y from 5 to 9, and the half of another. */
static void run_saxpy(const recording_launch *launched)
{
    custub_bounds_measure *measures = measures_of(launched, SAXPY_AT);

    assert_int_equal(measures[0].lowest, UINT64_MAX);
    assert_int_equal(measures[0].end, 0);
    assert_int_equal(measures[0].marks, CUSTUB_BOUNDS_NO_MARKS); /* x is const */
    touch(&measures[0], X - 4, 4004);
    for (uint64_t i = 5; i < 10; i++)
        write(&measures[1], Y + 4 * i, 4);
    write(&measures[1], Y + 80, 2);
    for (size_t i = SAXPY_AT + 72; i < SAXPY_AT + SAXPY_BYTES; i++)
        assert_int_equal(launched->parameters[i], 0); /* each access is looked at */
}

static void run_nothing(const recording_launch *launched)
{
    (void)launched;
}

static custub_bounds_touched touched(int kernel, uint32_t pointer)
{
    custub_bounds_touched out = custub_bounds_touched_of(&kernels[kernel], pointer, fresh(&error));

    assert_string_equal(error.message, "");
    return out;
}

static void saxpy_was_measured(void)
{
    custub_bounds_touched x = touched(SAXPY, 0);
    custub_bounds_touched y = touched(SAXPY, 1);
    unsigned char written[1000];

    assert_int_equal(x.ptr, X);
    assert_int_equal(x.bytes, 4000);
    assert_true(x.begin == -4);
    assert_int_equal(x.end, 4000);
    assert_int_equal(x.element_size, 4);
    assert_int_equal(y.begin, 20);
    assert_int_equal(y.end, 82);
    assert_int_equal(custub_bounds_written(&kernels[SAXPY], 1, written, 1000, fresh(&error)), 5);
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(written[i], i >= 5 && i < 10);
    assert_int_equal(custub_bounds_written(&kernels[SAXPY], 1, NULL, 8, fresh(&error)), 3);
    assert_int_equal(custub_bounds_written(&kernels[SAXPY], 1, NULL, 0, fresh(&error)), 0);
    assert_string_equal(error.message, "");
}

/* --- Tests ------------------------------------------------------------------------------------ */

static void a_launch_is_measured(void **state)
{
    (void)state;
    recording_programmed()->run = run_saxpy;
    for (int again = 0; again < 2; again++) {
        launches_saxpy(1000);
        saxpy_was_measured();
    }
}

static void prepared_and_dynamic_launches_are_measured(void **state)
{
    custub_argument arguments[] = {custub_argument_u64(1000), custub_argument_f32(2),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, X, 1000),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, Y, 1000)};
    custub_prepared *prepared =
        custub_kernel_prepare(&kernels[SAXPY], &launch, 4, arguments, fresh(&error));

    (void)state;
    recording_programmed()->run = run_saxpy;
    assert_int_equal(custub_prepared_launch(prepared, fresh(&error)), CUSTUB_OK);
    saxpy_was_measured();
    custub_prepared_destroy(prepared);
    assert_int_equal(custub_kernel_launch(&kernels[SAXPY], &launch, 4, arguments, fresh(&error)),
                     CUSTUB_OK);
    saxpy_was_measured();
}

static void each_launch_begins_anew(void **state)
{
    (void)state;
    recording_programmed()->run = run_saxpy;
    launches_saxpy(1000);
    recording_programmed()->run = run_nothing;
    launches_saxpy(1000);
    assert_int_equal(touched(SAXPY, 0).begin, 0);
    assert_int_equal(touched(SAXPY, 0).end, 0);
    assert_int_equal(custub_bounds_written(&kernels[SAXPY], 1, NULL, 1000, fresh(&error)), 0);
    assert_string_equal(error.message, "");
}

static void the_memory_for_it_is_kept(void **state)
{
    (void)state;
    launches_saxpy(500);
    launches_saxpy(1000);
    recording_clear_log();
    launches_saxpy(1000);
    launches_saxpy(10);
    assert_int_equal(recording_calls_of("cuMemAlloc_v2"), 0);
    assert_int_equal(recording_calls_of("cuStreamSynchronize"), 2);
}

static void a_captured_launch_is_not_measured(void **state)
{
    (void)state;
    recording_programmed()->run = run_saxpy;
    launches_saxpy(1000);
    recording_programmed()->run = NULL;
    recording_programmed()->capture_status = 1;
    recording_clear_log();
    launches_saxpy(1000);
    assert_int_equal(further_at(SAXPY_AT)->measures, 0);
    assert_int_equal(recording_calls_of("cuStreamSynchronize"), 0);
    saxpy_was_measured(); /* by the launch before */
}

static void run_plain(const recording_launch *launched)
{
    custub_bounds_measure *measures = measures_of(launched, PLAIN_AT);

    touch(&measures[0], X + 100, 4);
    write(&measures[1], Y + 79, 1);
}

static void a_pointer_into_memory_counts_from_itself(void **state)
{
    int n = 10;
    custub_f32_view x = {X + 400, 10};
    custub_bytes_view scratch = {Y, 80};
    void *arguments[] = {&n, &x, &scratch};
    unsigned char written[80];

    (void)state;
    recording_programmed()->run = run_plain;
    assert_int_equal(sample_launch(&kernels[PLAIN], &launch, arguments, fresh(&error)), CUSTUB_OK);
    assert_int_equal(touched(PLAIN, 0).bytes, 3600);
    assert_true(touched(PLAIN, 0).begin == -300);
    assert_true(touched(PLAIN, 0).end == -296);
    assert_int_equal(touched(PLAIN, 1).element_size, 1);
    assert_int_equal(custub_bounds_written(&kernels[PLAIN], 1, written, 80, fresh(&error)), 1);
    assert_int_equal(written[79], 1);
}

static void refused(const char *message)
{
    assert_string_equal(error.message, message);
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
}

static void wrong_questions_are_refused(void **state)
{
    (void)state;
    custub_bounds_touched_of(&kernels[SAXPY], 0, fresh(&error));
    refused("saxpy: asking what it touched: no launch of it was measured [sample.cu:12]");
    launches_saxpy(1000);
    custub_bounds_touched_of(&kernels[SAXPY], 2, fresh(&error));
    refused("saxpy: there is no pointer 2: the kernel has 2, counted from 0 [sample.cu:12]");
    assert_int_equal(custub_bounds_written(&kernels[SAXPY], 0, NULL, 10, fresh(&error)), 0);
    refused("saxpy: asking which of 10 elements of 'x' it wrote: they are const [sample.cu:12]");
    assert_int_equal(custub_bounds_written(&kernels[SAXPY], 1, NULL, 1001, fresh(&error)), 0);
    refused("saxpy: asking which of 1001 elements of 'y' it wrote: there are not as many "
            "[sample.cu:12]");
    custub_bounds_touched_of(&kernels[SCALE], 0, fresh(&error));
    refused("asking what a kernel touched: it was not loaded with CUSTUB_BOUNDS_CHECKS_MEASURE");
    custub_bounds_touched_of(NULL, 0, fresh(&error));
    refused("asking what a kernel touched: it was not loaded with CUSTUB_BOUNDS_CHECKS_MEASURE");
}

static void a_measurement_that_fails_is_said_and_forgotten(void **state)
{
    static const char *const calls[] = {"cuMemAlloc_v2",       "cuMemcpyHtoDAsync_v2",
                                        "cuMemsetD8Async",     "cuMemcpyDtoHAsync_v2",
                                        "cuStreamSynchronize", "cuLaunchKernel"};

    (void)state;
    for (size_t i = 0; i < 6; i++) {
        recording_fail(calls[i], 1, 2);
        assert_int_equal(saxpy(1000), CUSTUB_ERROR_DRIVER);
        custub_bounds_touched_of(&kernels[SAXPY], 0, fresh(&error));
        assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
        recording_fail(NULL, 0, 0);
    }
    launches_saxpy(1000);
    recording_fail("cuMemcpyDtoHAsync_v2", 1, 2);
    assert_int_equal(custub_bounds_written(&kernels[SAXPY], 1, NULL, 10, fresh(&error)), 0);
    assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
}

static void another_context_has_memory_of_its_own(void **state)
{
    uint64_t first;

    (void)state;
    unload();
    recording_programmed()->context_id = 7;
    recording_programmed()->buffer_id = 5;
    assert_int_equal(load(), CUSTUB_OK);
    launches_saxpy(1000);
    first = further_at(SAXPY_AT)->measures;
    assert_int_not_equal(first, 0);
    recording_programmed()->context_id = 70; /* the device was reset */
    recording_programmed()->buffer_id = 6;
    recording_clear_log();
    launches_saxpy(1000);
    assert_int_equal(recording_calls_of("cuMemAlloc_v2"), 1);
    assert_int_equal(recording_calls_of("cuMemFree_v2"), 0); /* the address may be another's */
    recording_programmed()->buffer_id = 7;
    unload();
    assert_int_equal(recording_calls_of("cuMemFree_v2"), 0);
    custub_memory_destroy(first, &error);
    custub_memory_destroy(further_at(SAXPY_AT)->measures, &error);
    assert_int_equal(load(), CUSTUB_OK);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_launch_is_measured),
        TEST(prepared_and_dynamic_launches_are_measured),
        TEST(each_launch_begins_anew),
        TEST(the_memory_for_it_is_kept),
        TEST(a_captured_launch_is_not_measured),
        TEST(a_pointer_into_memory_counts_from_itself),
        TEST(wrong_questions_are_refused),
        TEST(a_measurement_that_fails_is_said_and_forgotten),
        TEST(another_context_has_memory_of_its_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
