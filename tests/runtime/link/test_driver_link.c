/* Linking by the driver, where there is no nvJitLink. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"

static const custub_image parts[] = {{"ptx", ".version", 9}, {"cubin", "b", 1}, {NULL, NULL, 0}};
static custub_error error;
static bool malloc_fails;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_malloc(size_t size)
{
    return malloc_fails ? NULL : __real_malloc(size);
}

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_use_device(0);
    malloc_fails = false;
    fresh(&error);
    return 0;
}

static int nothing_is_left(void **state)
{
    (void)state;
    return recording_alive() != 0;
}

static void the_driver_links(void **state)
{
    custub_image linked = custub_link(parts, NULL, &error);

    (void)state;
    assert_false(custub_failed(&error));
    assert_string_equal(linked.tag, "cubin");
    assert_int_equal(linked.size, 10);
    assert_memory_equal(linked.data, ".version\0b", 10);
    assert_true(recording_had_option(9, 90)); /* the architecture */
    custub_image_free(&linked);
}

static void every_kind_has_its_number(void **state)
{
    static const char *const tags[] = {"cubin", "ptx", "fatbin", "object", "archive"};

    (void)state;
    for (int i = 0; i < 5; i++) {
        const custub_image one[] = {{tags[i], "x", 2}, {NULL, NULL, 0}};
        custub_image linked = custub_link(one, NULL, &error);
        assert_int_equal(recording_last_part(), i);
        custub_image_free(&linked);
    }
}

static void options_are_the_compilers(void **state)
{
    custub_link_options options = {.architecture = "sm_90a", .ptx = {.max_registers = 40}};
    custub_image linked = custub_link(parts, &options, &error);

    (void)state;
    assert_true(recording_had_option(9, 0x10000 + 90));
    assert_true(recording_had_option(0, 40));
    custub_image_free(&linked);
}

static void says_what_the_driver_says(void **state)
{
    static const char *const calls[] = {"cuLinkCreate_v2", "cuLinkAddData_v2", "cuLinkComplete"};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        recording_fail(calls[i], 1, 218);
        assert_null(custub_link(parts, NULL, fresh(&error)).data);
        assert_int_equal(error.status, CUSTUB_ERROR_LINK);
        assert_int_equal(error.driver_result, 218);
        assert_int_equal(strncmp(calls[i], error.driver_call, strlen(error.driver_call)), 0);
    }
    recording_reject(parts[1].data, 300, true, "ptxas: undefined\n'f'\n");
    assert_null(custub_link(parts, NULL, fresh(&error)).data);
    assert_non_null(strstr(error.message, "; the part at fault is of the kind 'cubin': ptxas: "
                                          "undefined 'f'"));
}

static void lto_is_refused(void **state)
{
    const custub_image lto[] = {{"ltoir", "x", 1}, {NULL, NULL, 0}};

    (void)state;
    assert_null(custub_link(lto, NULL, &error).data);
    assert_int_equal(error.status, CUSTUB_ERROR_LINK);
    assert_non_null(strstr(error.message, "LTO-IR needs nvJitLink"));
}

static void no_context_is_an_error(void **state)
{
    const custub_link_options options = {.architecture = "sm_90"};

    (void)state;
    recording_use_device(-1);
    assert_null(custub_link(parts, &options, &error).data);
    assert_int_equal(error.status, CUSTUB_ERROR_LINK);
    assert_int_equal(error.driver_result, 201);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    malloc_fails = true;
    assert_null(custub_link(parts, NULL, &error).data);
    malloc_fails = false;
    assert_int_equal(error.status, CUSTUB_ERROR_OUT_OF_HOST_MEMORY);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, nothing_is_left)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_driver_links),
        TEST(every_kind_has_its_number),
        TEST(options_are_the_compilers),
        TEST(says_what_the_driver_says),
        TEST(lto_is_refused),
        TEST(no_context_is_an_error),
        TEST(memory_may_run_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
