/* Pitched memory and copies of boxes, on the recording driver, at the whole level. */
#include <custub/box.h>

#include "odd_struct.h"

CUSTUB_DEFINE_BOXES(odd, odd_view, odd_struct, sizeof(odd_struct))

#include "memory_fixture.h"

#define NO_GAP custub_pitch_of(0, 0)

static custub_i32_buffer buffer; /* 4 rows of 5 elements, 512 bytes apart */
static custub_pitch pitch;
static int32_t host[4 * 5];
static int32_t back[4 * 5];

static int start_boxes(void **state)
{
    int result = start(state);

    custub_set_check(CUSTUB_CHECK_WHOLE);
    for (int i = 0; i < 20; i++) {
        host[i] = i;
        back[i] = -1;
    }
    buffer = custub_i32_buffer_create_pitched(5, 4, &pitch, &error);
    return result;
}

static int stop_boxes(void **state)
{
    custub_i32_buffer_destroy(&buffer, NULL);
    return nothing_is_left(state);
}

#undef TEST
#define TEST(name) cmocka_unit_test_setup_teardown(name, start_boxes, stop_boxes)

static void pitched_memory_tells_its_pitch(void **state)
{
    (void)state;
    assert_int_equal(pitch.row, 512);
    assert_int_equal(pitch.slice, 0);
    assert_int_equal(buffer.view.count, 4 * 128);
    assert_false(custub_failed(&error));
}

static void rectangles_go_there_and_back(void **state)
{
    (void)state;
    custub_i32_upload_box(buffer.view, pitch, host, NO_GAP, custub_box_of(5, 4, 1), NULL, &error);
    assert_int_equal(recording_calls_of("cuStreamSynchronize"), 1);
    custub_i32_download_box(buffer.view, pitch, back, NO_GAP, custub_box_of(5, 4, 1), NULL, &error);
    assert_int_equal(recording_calls_of("cuStreamSynchronize"), 2);
    assert_false(custub_failed(&error));
    assert_memory_equal(back, host, sizeof(host));
}

static void parts_are_copied_by_slices_of_views(void **state)
{
    custub_i32_view inner;

    (void)state;
    custub_i32_upload_box_async(buffer.view, pitch, host, NO_GAP, custub_box_of(5, 4, 1), NULL,
                                &error);
    inner = custub_i32_slice(buffer.view, 128 + 2, 2 * 128, &error); /* row 1, column 2 */
    custub_i32_download_box_async(inner, pitch, back, custub_pitch_of(20, 0),
                                  custub_box_of(2, 2, 1), NULL, &error);
    assert_int_equal(recording_calls_of("cuStreamSynchronize"), 0);
    assert_false(custub_failed(&error));
    assert_true(back[0] == 7 && back[1] == 8 && back[2] == -1 && back[5] == 12 && back[6] == 13);
}

/* 2 slices of 2 rows of 2 elements, which are 3 rows apart on the device. */
static void boxes_have_slices(void **state)
{
    custub_i32_buffer other;

    (void)state;
    other = custub_i32_buffer_create(2 * 3 * 2, &error);
    custub_i32_zero(other.view, NULL, &error);
    custub_i32_upload_box(other.view, custub_pitch_of(8, 3), host, custub_pitch_of(20, 2),
                          custub_box_of(2, 2, 2), NULL, &error);
    custub_i32_download(other.view, back, 12, NULL, &error);
    assert_false(custub_failed(&error));
    assert_true(back[0] == 0 && back[1] == 1 && back[2] == 5 && back[3] == 6);
    assert_true(back[4] == 0 && back[5] == 0);
    assert_true(back[6] == 10 && back[7] == 11 && back[8] == 15 && back[9] == 16);
    custub_i32_copy_box(buffer.view, pitch, other.view, custub_pitch_of(8, 3),
                        custub_box_of(2, 2, 2), NULL, &error);
    custub_i32_download_box(buffer.view, pitch, back, NO_GAP, custub_box_of(2, 4, 1), NULL, &error);
    assert_false(custub_failed(&error));
    assert_true(back[3] == 6 && back[4] == 10 && back[7] == 16);
    custub_i32_buffer_destroy(&other, NULL);
}

static void empty_boxes_touch_nothing(void **state)
{
    (void)state;
    recording_clear_log();
    custub_i32_upload_box(buffer.view, pitch, NULL, NO_GAP, custub_box_of(0, 4, 1), NULL, &error);
    custub_i32_upload_box(buffer.view, pitch, NULL, NO_GAP, custub_box_of(5, 0, 1), NULL, &error);
    custub_i32_copy_box(custub_i32_view_of(0, 0), pitch, custub_i32_view_of(0, 0), NO_GAP,
                        custub_box_of(5, 4, 0), NULL, &error);
    assert_false(custub_failed(&error));
    assert_int_equal(recording_call_count(), 0);
}

#define REFUSED(call, wanted)                                                                      \
    do {                                                                                           \
        recording_clear_log();                                                                     \
        assert_int_equal(call, wanted);                                                            \
        assert_int_equal(error.status, wanted);                                                    \
        assert_int_equal(recording_calls_of("cuMemcpy3DAsync_v2"), 0);                             \
    } while (0)

static void boxes_past_the_view_are_refused_with_both_sizes(void **state)
{
    (void)state;
    REFUSED(custub_i32_upload_box(custub_i32_slice(buffer.view, 0, 388, &error), pitch, host,
                                  NO_GAP, custub_box_of(5, 4, 1), NULL, &error),
            CUSTUB_ERROR_OUT_OF_RANGE);
    assert_string_equal(error.message, "uploading a box: 1556 bytes, the view has 1552 bytes");
    assert_int_equal(error.needed, 1556);
    assert_int_equal(error.found, 1552);
    REFUSED(custub_i32_copy_box(buffer.view, pitch, custub_i32_slice(buffer.view, 0, 388, NULL),
                                pitch, custub_box_of(5, 4, 1), NULL, fresh(&error)),
            CUSTUB_ERROR_OUT_OF_RANGE);
    assert_string_equal(error.message, "copying a box: 1556 bytes, the source has 1552 bytes");
    REFUSED(custub_i32_download_box(custub_i32_view_of(0, 600), pitch, host, NO_GAP,
                                    custub_box_of(5, 4, 1), NULL, fresh(&error)),
            CUSTUB_ERROR_NULL_POINTER);
    assert_int_equal(custub_i32_upload_box(custub_i32_slice(buffer.view, 0, 389, NULL), pitch, host,
                                           NO_GAP, custub_box_of(5, 4, 1), NULL, fresh(&error)),
                     CUSTUB_OK);
}

static void boxes_past_the_memory_are_refused(void **state)
{
    custub_i32_view unknown = custub_i32_view_of(buffer.view.ptr, CUSTUB_COUNT_UNKNOWN);
    custub_i32_view nowhere = custub_i32_view_of(0x7f0000000000, CUSTUB_COUNT_UNKNOWN);

    (void)state;
    REFUSED(
        custub_i32_upload_box(unknown, pitch, host, NO_GAP, custub_box_of(5, 5, 1), NULL, &error),
        CUSTUB_ERROR_OUT_OF_RANGE);
    assert_string_equal(error.message, "uploading a box: 2068 bytes, the device memory at this "
                                       "address has 2048 bytes");
    REFUSED(custub_i32_copy_box(nowhere, pitch, buffer.view, pitch, custub_box_of(5, 4, 1), NULL,
                                fresh(&error)),
            CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_string_equal(error.message, "copying a box: 1556 bytes, the target's address "
                                       "0x7f0000000000 is not device memory (was it freed?)");
    recording_fail("cuMemcpy3DAsync_v2", 1, 1);
    custub_set_check(CUSTUB_CHECK_CONTRACT);
    assert_int_equal(custub_i32_upload_box(unknown, pitch, host, NO_GAP, custub_box_of(5, 5, 1),
                                           NULL, fresh(&error)),
                     CUSTUB_ERROR_OUT_OF_RANGE);
    assert_string_equal(error.driver_call, "cuMemcpy3DAsync");
}

static void shapes_that_cannot_be_are_refused(void **state)
{
    static const uint64_t most = UINT64_MAX;
    custub_i32_view view = custub_i32_view_of(buffer.view.ptr, CUSTUB_COUNT_UNKNOWN);
    const struct {
        custub_box box;
        custub_pitch pitch;
    } shapes[] = {
        {{5, 4, 1}, {19, 0}},       {{5, 4, 2}, {20, 3}},       {{most / 4 + 1, 1, 1}, {0, 0}},
        {{1, most, 1}, {0, 0}},     {{1, 2, 1}, {most, 0}},     {{1, 1, most}, {4, 2}},
        {{1, 2, 2}, {4, most - 1}}, {{1, 3, 1}, {most / 2, 0}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
        REFUSED(custub_i32_upload_box(view, shapes[i].pitch, host, NO_GAP, shapes[i].box, NULL,
                                      fresh(&error)),
                CUSTUB_ERROR_INVALID_ARGUMENT);
    custub_i32_upload_box(view, shapes[0].pitch, host, NO_GAP, shapes[0].box, NULL, fresh(&error));
    assert_string_equal(error.message,
                        "uploading a box: rows of 20 bytes cannot be 19 bytes apart");
    custub_i32_upload_box(view, shapes[1].pitch, host, NO_GAP, shapes[1].box, NULL, fresh(&error));
    assert_string_equal(error.message, "uploading a box: slices of 4 rows cannot be 3 rows apart");
}

static void other_failures_are_reported(void **state)
{
    const custub_box box = custub_box_of(5, 4, 1);
    custub_memory narrow = custub_memory_of(buffer.view.ptr, 100, 2);
    custub_pitch other;

    (void)state;
    REFUSED(custub_i32_upload_box(buffer.view, pitch, NULL, NO_GAP, box, NULL, &error),
            CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "uploading a box: the host's memory is null");
    REFUSED(custub_memory_copy_box(narrow, pitch, custub_i32_memory(buffer.view), pitch, box, NULL,
                                   fresh(&error)),
            CUSTUB_ERROR_INVALID_ARGUMENT);
    recording_fail("cuMemcpy3DAsync_v2", 1, 700);
    assert_int_equal(
        custub_i32_upload_box(buffer.view, pitch, host, NO_GAP, box, NULL, fresh(&error)),
        CUSTUB_ERROR_DRIVER);
    recording_fail("cuStreamSynchronize", 1, 700);
    assert_int_equal(
        custub_i32_download_box(buffer.view, pitch, back, NO_GAP, box, NULL, fresh(&error)),
        CUSTUB_ERROR_DRIVER);
    recording_fail("cuMemAllocPitch_v2", 1, 2);
    assert_int_equal(custub_memory_create_pitched(5, 4, 4, &other, fresh(&error)), 0);
    assert_string_equal(error.message, "cuMemAllocPitch: CUDA_ERROR_OUT_OF_MEMORY (2): as "
                                       "recorded; allocating 4 rows of 20 bytes");
    assert_int_equal(custub_memory_create_pitched(5, 4, 4, &other, &error), 0); /* after it */
    assert_int_equal(custub_memory_create_pitched(5, 4, 4, NULL, fresh(&error)), 0);
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_memory_create_pitched(5, UINT64_MAX, 4, &other, fresh(&error)), 0);
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
    assert_int_equal(custub_memory_create_pitched(0, 4, 4, &other, fresh(&error)), 0);
    assert_false(custub_failed(&error));
    assert_int_equal(other.row, 0);
}

/* The two ends of a box differ in bytes: 2068 on the device, 100 on the host. */
static void the_short_end_is_named_with_its_own_size(void **state)
{
    const custub_box box = custub_box_of(5, 5, 1);
    custub_i32_buffer small = custub_i32_buffer_create(10, &error);
    custub_i32_view view = custub_i32_view_of(small.view.ptr, CUSTUB_COUNT_UNKNOWN);
    int32_t values[25];

    (void)state;
    custub_set_check(CUSTUB_CHECK_CONTRACT);
    recording_fail("cuMemcpy3DAsync_v2", 1, 1);
    custub_i32_download_box(view, pitch, values, NO_GAP, box, NULL, fresh(&error));
    assert_int_equal(error.status, CUSTUB_ERROR_OUT_OF_RANGE);
    assert_non_null(strstr(error.message, "downloading a box: 2068 bytes, the device memory at "
                                          "this address has 40 bytes"));
    assert_int_equal(error.needed, 2068);
    assert_int_equal(error.found, 40);
    custub_i32_buffer_destroy(&small, NULL);
}

/* The element's 10 bytes do not divide the pitch of 512: a row has 51, and the view of two rows
 * counts 102, which is 2 bytes less than the copy needs. */
static void types_of_the_program_have_boxes(void **state)
{
    const custub_box all = custub_box_of(51, 2, 1);
    odd_struct values[102] = {{1, {2, 3, 4, 5}, 6, 7}, {8, {9}, 1, 2}, {3, {4}, 5, 6}};
    odd_struct copies[102];
    custub_pitch distance;
    odd_buffer odd;

    (void)state;
    values[101].d = 5;
    odd = odd_buffer_create_pitched(51, 2, &distance, &error);
    assert_int_equal(odd.view.count, 2 * distance.row / sizeof(odd_struct));
    odd_view_upload_box(odd.view, distance, values, NO_GAP, all, NULL, &error);
    odd_view_download_box(odd.view, distance, copies, NO_GAP, all, NULL, &error);
    assert_false(custub_failed(&error));
    assert_memory_equal(copies, values, sizeof(values));
    odd_buffer_destroy(&odd, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(pitched_memory_tells_its_pitch),
        TEST(rectangles_go_there_and_back),
        TEST(parts_are_copied_by_slices_of_views),
        TEST(boxes_have_slices),
        TEST(empty_boxes_touch_nothing),
        TEST(boxes_past_the_view_are_refused_with_both_sizes),
        TEST(boxes_past_the_memory_are_refused),
        TEST(shapes_that_cannot_be_are_refused),
        TEST(other_failures_are_reported),
        TEST(the_short_end_is_named_with_its_own_size),
        TEST(types_of_the_program_have_boxes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
