/* Bad accesses of kernels: which call says them, and in which words. */
#include "bounds_fixture.h"

enum { SAXPY_AT = 32, PLAIN_AT = 24, STRIDE_AT = 16 };

static int begin(void **state)
{
    return start_loaded(state) || saxpy(1000);
}

/* The last launch of saxpy does this. */
static void does(uint32_t access, uint64_t address, uint64_t base, uint64_t bytes)
{
    write_record(record_at(SAXPY_AT), access, address, base, bytes);
}

static void reads_behind_x(void)
{
    does(READ_X, X + 4000, X, 4000);
}

static const char behind_x[] = "saxpy: block (3,0,0), thread (255,1,0) reads x[1000], the contract "
                               "allows n = 1000 floats [sample.cu:17]";

/* The next question says it, and the one after it nothing. */
static void says(const char *message)
{
    assert_int_equal(custub_bounds_report(fresh(&error)), CUSTUB_ERROR_OUT_OF_BOUNDS);
    assert_string_equal(error.message, message);
    assert_int_equal(error.status, CUSTUB_ERROR_OUT_OF_BOUNDS);
    assert_string_equal(error.kernel, "saxpy");
    assert_int_equal(custub_bounds_report(fresh(&error)), CUSTUB_OK);
}

static void noted(const char *parameter, int32_t index, const char *file, int32_t line,
                  uint64_t needed, uint64_t found)
{
    assert_int_equal(custub_bounds_report(fresh(&error)), CUSTUB_ERROR_OUT_OF_BOUNDS);
    assert_string_equal(error.parameter, parameter);
    assert_int_equal(error.parameter_index, index);
    assert_string_equal(error.file, file);
    assert_int_equal(error.line, line);
    assert_int_equal(error.needed, needed);
    assert_int_equal(error.found, found);
}

/* --- Which call says it ----------------------------------------------------------------------- */

static void said_by(custub_status status)
{
    assert_string_equal(error.message, behind_x);
    assert_int_equal(status, CUSTUB_ERROR_OUT_OF_BOUNDS);
    assert_int_equal(custub_bounds_report(fresh(&error)), CUSTUB_OK);
}

static void every_wait_says_it(void **state)
{
    custub_device *device = custub_device_open(0, &error);
    CUevent event = custub_event_create_timed(&error);
    CUevent later = custub_event_create_timed(&error);
    custub_f32_buffer buffer = custub_f32_buffer_create(10, &error);
    float numbers[10] = {0};

    (void)state;
    custub_event_record(event, NULL, &error);
    custub_event_record(later, NULL, &error);
    assert_string_equal(error.message, "");
    reads_behind_x();
    said_by(custub_stream_synchronize(NULL, fresh(&error)));
    reads_behind_x();
    said_by(custub_event_synchronize(event, fresh(&error)));
    reads_behind_x();
    said_by(custub_device_synchronize(device, fresh(&error)));
    reads_behind_x();
    said_by(custub_f32_download(buffer.view, numbers, 10, NULL, fresh(&error)));
    reads_behind_x();
    said_by(custub_f32_upload(buffer.view, numbers, 10, NULL, fresh(&error)));
    reads_behind_x();
    custub_event_elapsed(event, later, fresh(&error));
    said_by(error.status);
    reads_behind_x();
    said_by(unload());
    custub_f32_buffer_destroy(&buffer, &error);
    custub_event_destroy(event, &error);
    custub_event_destroy(later, &error);
    custub_device_close(device, &error);
}

static void what_does_not_wait_does_not_say_it(void **state)
{
    custub_f32_buffer buffer = custub_f32_buffer_create(10, &error);
    float numbers[10] = {0};

    (void)state;
    reads_behind_x();
    assert_int_equal(custub_f32_download_async(buffer.view, numbers, 10, NULL, fresh(&error)),
                     CUSTUB_OK);
    launches_saxpy(1000);
    says(behind_x);
    custub_f32_buffer_destroy(&buffer, &error);
}

static void later_launches_run(void **state)
{
    (void)state;
    reads_behind_x();
    said_by(custub_stream_synchronize(NULL, fresh(&error)));
    launches_saxpy(1000);
    assert_int_equal(custub_stream_synchronize(NULL, fresh(&error)), CUSTUB_OK);
}

/* A record that holds a failure stays as it is, and the bad access is not lost. */
static void a_failed_record_leaves_it_to_the_next_wait(void **state)
{
    (void)state;
    reads_behind_x();
    assert_int_equal(saxpy(1001), CUSTUB_ERROR_COUNT_TOO_SMALL);
    assert_int_equal(custub_stream_synchronize(NULL, &error), CUSTUB_ERROR_COUNT_TOO_SMALL);
    assert_int_equal(custub_bounds_report(&error), CUSTUB_ERROR_COUNT_TOO_SMALL);
    said_by(custub_stream_synchronize(NULL, fresh(&error)));
}

static void it_may_be_said_to_nobody(void **state)
{
    (void)state;
    reads_behind_x();
    assert_int_equal(custub_stream_synchronize(NULL, NULL), CUSTUB_ERROR_OUT_OF_BOUNDS);
    assert_int_equal(custub_stream_synchronize(NULL, NULL), CUSTUB_OK);
}

static void each_kernel_has_its_own(void **state)
{
    custub_bounds_record *of_saxpy = record_at(SAXPY_AT);
    int n = 10;
    custub_f32_view x = {X, 10};
    custub_bytes_view scratch = {Y, 80};
    void *arguments[] = {&n, &x, &scratch};

    (void)state;
    assert_int_equal(sample_launch(&kernels[PLAIN], &launch, arguments, fresh(&error)), CUSTUB_OK);
    write_record(of_saxpy, READ_X, X + 4000, X, 4000);
    write_record(record_at(PLAIN_AT), WRITE_SCRATCH, Y + 80, Y, 80);
    assert_int_equal(custub_bounds_report(fresh(&error)), CUSTUB_ERROR_OUT_OF_BOUNDS);
    assert_string_equal(error.kernel, "saxpy");
    assert_int_equal(custub_bounds_report(fresh(&error)), CUSTUB_ERROR_OUT_OF_BOUNDS);
    assert_string_equal(error.kernel, "plain");
    assert_int_equal(custub_bounds_report(fresh(&error)), CUSTUB_OK);
}

static void a_record_that_is_being_written_waits(void **state)
{
    (void)state;
    reads_behind_x();
    record_at(SAXPY_AT)->state = 1;
    assert_int_equal(custub_stream_synchronize(NULL, fresh(&error)), CUSTUB_OK);
    record_at(SAXPY_AT)->state = 2;
    says(behind_x);
}

static custub_status seen_status;

static void see(const custub_activity *activity, void *user)
{
    (void)user;
    if (activity->kind == CUSTUB_ACTIVITY_WAIT)
        seen_status = activity->status;
}

static void the_hook_sees_it(void **state)
{
    (void)state;
    reads_behind_x();
    custub_set_activity(see, NULL);
    custub_stream_synchronize(NULL, fresh(&error));
    custub_set_activity(NULL, NULL);
    assert_int_equal(seen_status, CUSTUB_ERROR_OUT_OF_BOUNDS);
}

/* --- A launch that waits ---------------------------------------------------------------------- */

static void an_earlier_one_is_said_before_a_launch_that_waits(void **state)
{
    (void)state;
    reads_behind_x();
    recording_clear_log();
    custub_set_sync(1);
    said_by(saxpy(1000));
    assert_int_equal(recording_launch_count(), 0);
    launches_saxpy(1000);
    custub_set_sync(0);
}

static void run_behind_x(const recording_launch *launched)
{
    (void)launched;
    reads_behind_x();
}

static void a_launch_that_waits_says_its_own(void **state)
{
    custub_argument arguments[] = {custub_argument_u64(1000), custub_argument_f32(2),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, X, 1000),
                                   custub_argument_buffer(CUSTUB_SCALAR_F32, Y, 1000)};
    custub_prepared *prepared =
        custub_kernel_prepare(&kernels[SAXPY], &launch, 4, arguments, fresh(&error));

    (void)state;
    recording_programmed()->run = run_behind_x;
    custub_set_sync(1);
    said_by(saxpy(1000));
    said_by(custub_prepared_launch(prepared, fresh(&error)));
    custub_set_sync(0);
    recording_programmed()->run = NULL;
    custub_prepared_destroy(prepared);
}

static void run_and_trap(const recording_launch *launched)
{
    run_behind_x(launched);
    recording_programmed()->synchronize_result = 719;
}

static void a_trap_in_a_launch_that_waits_is_its_own(void **state)
{
    (void)state;
    recording_clear_log();
    recording_programmed()->run = run_and_trap;
    custub_set_sync(1);
    said_by(saxpy(1000));
    custub_set_sync(0);
}

/* --- A kernel that traps ---------------------------------------------------------------------- */

static void after_a_trap_the_record_comes_before_the_drivers_words(void **state)
{
    (void)state;
    reads_behind_x();
    recording_fail("cuStreamSynchronize", 1, 719);
    assert_int_equal(custub_stream_synchronize(NULL, fresh(&error)), CUSTUB_ERROR_OUT_OF_BOUNDS);
    assert_string_equal(error.message, behind_x);
    assert_string_equal(error.driver_call, "cuStreamSynchronize");
    assert_int_equal(error.driver_result, 719);
    recording_fail("cuStreamSynchronize", 1, 719);
    assert_int_equal(custub_stream_synchronize(NULL, fresh(&error)), CUSTUB_ERROR_DRIVER);
    assert_non_null(
        strstr(error.message, "; the context is dead since kernel 'saxpy' failed [sample.cu:12]"));
}

static void a_launch_after_a_trap_says_it_too(void **state)
{
    (void)state;
    launch.check = CUSTUB_CHECK_NONE;
    reads_behind_x();
    recording_fail("cuLaunchKernel", 1, 719);
    said_by(saxpy(1000));
}

static void a_trap_may_come_before_the_record_is_whole(void **state)
{
    (void)state;
    memset(record_at(SAXPY_AT), 0, sizeof(custub_bounds_record));
    record_at(SAXPY_AT)->state = 1;
    recording_fail("cuStreamSynchronize", 1, 719);
    assert_int_equal(custub_stream_synchronize(NULL, fresh(&error)), CUSTUB_ERROR_OUT_OF_BOUNDS);
    assert_string_equal(error.message,
                        "saxpy: a thread accesses memory outside its buffers [sample.cu:12]");
}

/* --- The words -------------------------------------------------------------------------------- */

#define THREAD "saxpy: block (3,0,0), thread (255,1,0) "

static void an_element_is_named_by_its_index(void **state)
{
    (void)state;
    reads_behind_x();
    says(behind_x);
    does(READ_X, X - 4, X, 4000);
    says(THREAD "reads x[-1], the contract allows n = 1000 floats [sample.cu:17]");
    does(WRITE_Y, Y + 8000, Y, 4000);
    says(THREAD "writes y[2000], the contract allows n = 1000 floats [sample.cu:18]");
    does(ADD_Y, Y + 4000, Y, 4000);
    says(THREAD "atomically updates y[1000], the contract allows n = 1000 floats [sample.cu:25]");
    does(READ_WIDE, X + 3992, X, 4000);
    says(THREAD "reads 16 bytes at x[998], the contract allows n = 1000 floats [sample.cu:19]");
    does(READ_X, X + 4001, X, 4000);
    says(THREAD "reads 4 bytes at x + 4001 bytes, the contract allows n = 1000 floats "
                "[sample.cu:17]");
    does(READ_X, X - 1, X, 4000);
    says(THREAD "reads 4 bytes at x - 1 byte, the contract allows n = 1000 floats [sample.cu:17]");
    does(READ_X, X, X, 0);
    says(THREAD "reads x[0], the contract allows n = 0 floats [sample.cu:17]");
    does(READ_X, 20, 0, 0);
    says(THREAD "reads x[5], and 'x' is null [sample.cu:17]");
}

static void the_record_has_the_numbers(void **state)
{
    (void)state;
    does(READ_WIDE, X + 3992, X, 4000);
    noted("x", 2, "sample.cu", 19, 4008, 4000);
    does(WRITE_Y, Y - 4, Y, 4000);
    noted("y", 3, "sample.cu", 18, 0, 4000);
    does(READ_INLINE, X + 4000, X, 4000);
    noted("x", 2, "helper.cuh", 8, 4004, 4000);
}

static void an_inlined_function_is_named_with_its_caller(void **state)
{
    (void)state;
    does(READ_INLINE, X + 4000, X, 4000);
    says(THREAD "reads x[1000], the contract allows n = 1000 floats [helper.cuh:8, in load_row, "
                "called at sample.cu:17]");
}

static void without_a_line_the_kernel_is_named(void **state)
{
    (void)state;
    does(READ_NO_LINE, X + 4000, X, 4000);
    says(THREAD "reads x[1000], the contract allows n = 1000 floats; its line is not known, "
                "compile with -lineinfo [sample.cu:12]");
}

static void line_0_is_not_said(void **state)
{
    (void)state;
    does(READ_LINE_0, X + 4000, X, 4000);
    says(THREAD "reads x[1000], the contract allows n = 1000 floats; the compiler names no line "
                "[sample.cu:12]");
    does(READ_INLINE_0, X + 4000, X, 4000);
    says(THREAD "reads x[1000], the contract allows n = 1000 floats [helper.cuh, in load_row, "
                "called at sample.cu:17]");
}

static void a_misaligned_access_says_so(void **state)
{
    (void)state;
    does(READ_WIDE, X + 8, X, 4000);
    noted("x", 2, "sample.cu", 19, 16, 8);
    assert_string_equal(error.message, THREAD "reads 16 bytes at x + 8 bytes, which must be a "
                                              "multiple of 16 [sample.cu:19]");
    does(READ_ANY | CUSTUB_BOUNDS_MISALIGNED, X + 2, 0, 0);
    says(THREAD "reads 4 bytes at 0x7f0000000002, which must be a multiple of 4 [sample.cu:20]");
    does(WRITE_SHARED, 6, 0, 1056);
    says(THREAD "writes 4 bytes at byte 6 of the shared memory 'tile', which must be a multiple of "
                "4 [sample.cu:23]");
}

static void an_unknown_pointer_is_compared_with_all_buffers(void **state)
{
    (void)state;
    does(READ_ANY, X + 4004, 0, 0);
    says(THREAD "reads 4 bytes at 0x7f0000000fa4, which is in none of the launch's buffers; "
                "nearest is 'x', 4 bytes behind its end [sample.cu:20]");
    does(READ_EITHER, Y - 12, 0, 0);
    says(THREAD "reads 4 bytes at 0x7f0000fffff4, which is in none of the launch's buffers; "
                "nearest is 'y', 12 bytes before its beginning [sample.cu:21]");
    does(READ_ANY, Y + 3998, 0, 0);
    says(THREAD "reads 4 bytes at 0x7f0001000f9e, which is in none of the launch's buffers; it "
                "begins in 'y', 2 bytes before its end [sample.cu:20]");
    does(READ_ODD, X + 4000, X, 4000);
    says(THREAD "reads 4 bytes at 0x7f0000000fa0, which is in none of the launch's buffers; "
                "nearest is 'x', 0 bytes behind its end [sample.cu:26]");
}

static void variables_and_shared_memory_are_named(void **state)
{
    (void)state;
    does(READ_VARIABLE, 0x5040, 0x5000, 64);
    says(THREAD "reads 4 bytes at byte 64 of the variable 'weights', which has 64 [sample.cu:22]");
    does(WRITE_SHARED, 16 + 1056, 16, 1056);
    says(THREAD "writes 4 bytes at byte 1056 of the shared memory 'tile', which has 1056 "
                "[sample.cu:23]");
    does(WRITE_SHARED, 12, 16, 1056);
    says(THREAD "writes 4 bytes at byte -4 of the shared memory 'tile', which has 1056 "
                "[sample.cu:23]");
    does(WRITE_DYNAMIC, 1024, 0, 1024);
    says(THREAD "writes 4 bytes at byte 1024 of the dynamic shared memory, which has 1024 "
                "[sample.cu:24]");
}

/* What a kernel writes is not believed either. */
static void an_access_that_there_is_not_is_said_as_such(void **state)
{
    static const uint32_t accesses[] = {0, TABLE_SITES, UINT32_MAX};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        does(accesses[i], X, X, 4000);
        says("saxpy: a thread accesses memory outside its buffers [sample.cu:12]");
    }
}

static void plain(uint64_t offset)
{
    int n = 10;
    custub_f32_view x = {X + offset, 10};
    custub_bytes_view scratch = {Y, 80};
    void *arguments[] = {&n, &x, &scratch};

    assert_int_equal(sample_launch(&kernels[PLAIN], &launch, arguments, fresh(&error)), CUSTUB_OK);
}

static void says_of_plain(uint32_t access, uint64_t address, uint64_t base, uint64_t bytes,
                          const char *message)
{
    write_record(record_at(PLAIN_AT), access, address, base, bytes);
    assert_int_equal(custub_bounds_report(fresh(&error)), CUSTUB_ERROR_OUT_OF_BOUNDS);
    assert_string_equal(error.message, message);
}

static void without_a_count_the_driver_is_quoted(void **state)
{
    (void)state;
    plain(0);
    says_of_plain(READ_PLAIN_X, X + 4000, X, 4000,
                  "plain: block (3,0,0), thread (255,1,0) reads x[1000], the driver knows 4000 "
                  "bytes there [sample.cu:47]");
    plain(400);
    says_of_plain(READ_PLAIN_X, X - 4, X, 4000,
                  "plain: block (3,0,0), thread (255,1,0) reads x[-101], the driver knows 3600 "
                  "bytes there, and 400 before it [sample.cu:47]");
    /* of an earlier launch: from where the index counts is not known */
    says_of_plain(READ_PLAIN_X, Y + 408, Y, 400,
                  "plain: block (3,0,0), thread (255,1,0) reads 4 bytes at 0x7f0001000198, 8 bytes "
                  "behind the end of the 400 bytes that the driver knows at 'x' [sample.cu:47]");
    says_of_plain(READ_PLAIN_X, Y - 8, Y, 400,
                  "plain: block (3,0,0), thread (255,1,0) reads 4 bytes at 0x7f0000fffff8, 8 bytes "
                  "before the beginning of the 400 bytes that the driver knows at 'x' "
                  "[sample.cu:47]");
    says_of_plain(READ_PLAIN_X, Y + 398, Y, 400,
                  "plain: block (3,0,0), thread (255,1,0) reads 4 bytes at 0x7f000100018e, 2 bytes "
                  "before the end of the 400 bytes that the driver knows at 'x' [sample.cu:47]");
}

static void a_pointer_to_void_counts_bytes(void **state)
{
    (void)state;
    plain(0);
    says_of_plain(WRITE_SCRATCH, Y + 80, Y, 80,
                  "plain: block (3,0,0), thread (255,1,0) writes 4 bytes at scratch + 80 bytes, "
                  "the contract allows n * 8 = 80 bytes [sample.cu:48]");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_wait_says_it),
        TEST(what_does_not_wait_does_not_say_it),
        TEST(later_launches_run),
        TEST(a_failed_record_leaves_it_to_the_next_wait),
        TEST(it_may_be_said_to_nobody),
        TEST(each_kernel_has_its_own),
        TEST(a_record_that_is_being_written_waits),
        TEST(the_hook_sees_it),
        TEST(an_earlier_one_is_said_before_a_launch_that_waits),
        TEST(a_launch_that_waits_says_its_own),
        TEST(a_trap_in_a_launch_that_waits_is_its_own),
        TEST(after_a_trap_the_record_comes_before_the_drivers_words),
        TEST(a_launch_after_a_trap_says_it_too),
        TEST(a_trap_may_come_before_the_record_is_whole),
        TEST(an_element_is_named_by_its_index),
        TEST(the_record_has_the_numbers),
        TEST(an_inlined_function_is_named_with_its_caller),
        TEST(without_a_line_the_kernel_is_named),
        TEST(line_0_is_not_said),
        TEST(a_misaligned_access_says_so),
        TEST(an_unknown_pointer_is_compared_with_all_buffers),
        TEST(variables_and_shared_memory_are_named),
        TEST(an_access_that_there_is_not_is_said_as_such),
        TEST(without_a_count_the_driver_is_quoted),
        TEST(a_pointer_to_void_counts_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
