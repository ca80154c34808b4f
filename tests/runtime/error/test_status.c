#include <custub/status.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "driver/result.h"

static void names_and_texts_of_every_status(void **state)
{
    (void)state;
#define CHECK(name, number, text)                                                                  \
    assert_string_equal(custub_status_name(name), #name);                                          \
    assert_string_equal(custub_status_text(name), text);                                           \
    assert_int_equal((int)name, number);
    CUSTUB_STATUS_TABLE(CHECK)
#undef CHECK
}

static void numbers_are_stable(void **state)
{
    (void)state;
    assert_int_equal(CUSTUB_OK, 0);
    assert_int_equal(CUSTUB_ERROR_DRIVER, 13);
    assert_int_equal(CUSTUB_ERROR_COVERAGE, 37);
    assert_int_equal(CUSTUB_ERROR_BUFFER_TOO_SMALL, 61);
    assert_int_equal(CUSTUB_ERROR_OUT_OF_RANGE, 66);
}

static void unknown_numbers_have_a_name_too(void **state)
{
    (void)state;
    assert_string_equal(custub_status_name((custub_status)9), "unknown status");
    assert_string_equal(custub_status_text((custub_status)-5), "unknown status");
    assert_string_equal(custub_status_text(CUSTUB_STATUS_MAX), "unknown status");
}

static void null_record_is_passed_over(void **state)
{
    (void)state;
    custubi_error_append(NULL, "%d", 1);
    custubi_error_append_result(NULL, "cuInit", 1);
    assert_int_equal(custubi_error_set(NULL, CUSTUB_ERROR_OVERLAP, "%d", 1), CUSTUB_ERROR_OVERLAP);
    assert_int_equal(custubi_error_driver(NULL, "cuInit", 1, "%d", 1), CUSTUB_ERROR_DRIVER);
}

static void record_starts_empty(void **state)
{
    custub_error error;

    (void)state;
    memset(&error, 0xaa, sizeof(error));
    custubi_error_set(&error, CUSTUB_ERROR_NO_DEVICE, "device %d", 3);
    assert_int_equal(error.status, CUSTUB_ERROR_NO_DEVICE);
    assert_string_equal(error.message, "device 3");
    assert_int_equal(error.parameter_index, -1);
    assert_int_equal(error.driver_result, 0);
    assert_string_equal(error.kernel, "");
    assert_string_equal(error.parameter, "");
    assert_string_equal(error.file, "");
    assert_string_equal(error.driver_call, "");
    assert_int_equal(error.needed, 0);
}

static void long_message_is_cut_and_ended(void **state)
{
    struct {
        custub_error error;
        char guard[8];
    } record;

    (void)state;
    memset(record.guard, 'g', sizeof(record.guard));
    custubi_error_set(&record.error, CUSTUB_ERROR_NO_DEVICE, "%0400d", 1);
    custubi_error_append(&record.error, "%0400d", 2);
    custubi_error_append(&record.error, "more");
    assert_int_equal(strlen(record.error.message), CUSTUB_MESSAGE_SIZE - 1);
    assert_memory_equal(record.guard, "gggggggg", sizeof(record.guard));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_texts_of_every_status),
        cmocka_unit_test(numbers_are_stable),
        cmocka_unit_test(unknown_numbers_have_a_name_too),
        cmocka_unit_test(null_record_is_passed_over),
        cmocka_unit_test(record_starts_empty),
        cmocka_unit_test(long_message_is_cut_and_ended),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
