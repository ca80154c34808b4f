/* Linking with a fake nvJitLink: what it is given, and every failure. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fake_nvjitlink.h"
#include "fresh_error.h"
#include "recording_driver.h"

static const custub_image parts[] = {
    {"ptx", ".version", 9}, {"cubin", "b", 1},   {"ltoir", "c", 1}, {"fatbin", "d", 1},
    {"object", "e", 1},     {"archive", "f", 1}, {NULL, NULL, 0}};
static custub_link_options options;
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
    memset(fake_nvjitlink_state(), 0, sizeof(fake_nvjitlink));
    memset(&options, 0, sizeof(options));
    options.architecture = "sm_90";
    malloc_fails = false;
    fresh(&error);
    return 0;
}

static int nothing_is_left(void **state)
{
    (void)state;
    return fake_nvjitlink_state()->alive != 0;
}

static void links_every_kind_of_part(void **state)
{
    custub_image linked = custub_link(parts, &options, &error);

    (void)state;
    assert_false(custub_failed(&error));
    assert_string_equal(linked.tag, "cubin");
    assert_int_equal(linked.size, 5);
    assert_memory_equal(linked.data, "cubin", 5);
    assert_string_equal(fake_nvjitlink_state()->types, "213456");
    assert_string_equal(fake_nvjitlink_state()->options, "-arch=sm_90 -lto");
    assert_int_equal(recording_call_count(), 0); /* no driver is needed */
    custub_image_free(&linked);
}

static void passes_options(void **state)
{
    const custub_image one[] = {parts[0], {NULL, NULL, 0}};
    custub_image linked;

    (void)state;
    options.architecture = "sm_100a";
    options.ptx.optimization = 3;
    options.ptx.max_registers = 32;
    options.ptx.line_info = 1;
    linked = custub_link(one, &options, &error);
    assert_string_equal(fake_nvjitlink_state()->options,
                        "-arch=sm_100a -O3 -maxrregcount=32 -lineinfo");
    custub_image_free(&linked);
    options.ptx.optimization = CUSTUB_OPTIMIZATION_NONE;
    options.lto = 1;
    linked = custub_link(one, &options, &error);
    assert_string_equal(fake_nvjitlink_state()->options,
                        "-arch=sm_100a -lto -O0 -maxrregcount=32 -lineinfo");
    custub_image_free(&linked);
}

static void the_device_tells_the_architecture(void **state)
{
    custub_image linked;

    (void)state;
    recording_use_device(0);
    linked = custub_link(parts, NULL, &error);
    assert_string_equal(fake_nvjitlink_state()->options, "-arch=sm_90 -lto");
    custub_image_free(&linked);
    recording_fail("cuDeviceGetAttribute", 2, 700);
    assert_null(custub_link(parts, NULL, &error).data);
    assert_int_equal(error.status, CUSTUB_ERROR_DRIVER);
    recording_fail("cuCtxGetDevice", 1, 201);
    assert_null(custub_link(parts, NULL, fresh(&error)).data);
    assert_string_equal(error.driver_call, "cuCtxGetDevice");
}

static void is_refused(const custub_image *list, custub_status status, const char *message)
{
    custub_image linked = custub_link(list, &options, fresh(&error));

    assert_null(linked.data);
    assert_int_equal(linked.size, 0);
    assert_int_equal(error.status, status);
    assert_non_null(strstr(error.message, message));
    assert_null(custub_link(list, &options, NULL).data);
}

static void refuses_what_cannot_be_linked(void **state)
{
    const custub_image cpu[] = {parts[0], {"cpu-x86_64", "x", 1}, {NULL, NULL, 0}};
    const custub_image cut[] = {{"ptx", ".version", 8}, {NULL, NULL, 0}};
    static const char *const bad[] = {"90", "sm_", "sm_9", "sm_90x", "sm_90aa", "compute_90", ""};

    (void)state;
    is_refused(NULL, CUSTUB_ERROR_INVALID_ARGUMENT, "there are no parts");
    is_refused(&parts[6], CUSTUB_ERROR_INVALID_ARGUMENT, "there are no parts");
    is_refused(cpu, CUSTUB_ERROR_INVALID_ARGUMENT, "part 2 is 'cpu-x86_64'");
    is_refused(cut, CUSTUB_ERROR_IMAGE_UNKNOWN, "part 1 is cut off (ptx)");
    options.ptx.max_registers = 1000;
    is_refused(parts, CUSTUB_ERROR_INVALID_ARGUMENT, "1000 registers");
    options.ptx.max_registers = 0;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        options.architecture = bad[i];
        is_refused(parts, CUSTUB_ERROR_INVALID_ARGUMENT, "is no architecture");
    }
}

static void says_what_the_linker_says(void **state)
{
    static const char *const calls[] = {"nvJitLinkCreate", "nvJitLinkAddData", "nvJitLinkComplete",
                                        "nvJitLinkGetLinkedCubinSize", "nvJitLinkGetLinkedCubin"};
    fake_nvjitlink *fake = fake_nvjitlink_state();

    (void)state;
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        fake->failing = calls[i];
        fake->result = 9;
        fake->log = NULL;
        is_refused(parts, CUSTUB_ERROR_LINK, "linking for sm_90: nvJitLink");
        assert_non_null(strstr(error.message, ": the link cannot be completed (9)"));
        assert_int_equal(error.driver_result, 9);
        fake->log = "error: undefined 'f'\nin 'ptx'\n";
        is_refused(parts, CUSTUB_ERROR_LINK, "linking for sm_90: nvJitLink");
        assert_int_equal(strstr(error.message, ": error: undefined 'f' in 'ptx'") != NULL, i > 0);
        assert_int_equal(strstr(error.message, "at fault is of the kind 'ptx'") != NULL, i == 1);
    }
    fake->result = 1000;
    is_refused(parts, CUSTUB_ERROR_LINK, ": unknown error (1000)");
}

static void a_log_that_fails_is_left_out(void **state)
{
    fake_nvjitlink *fake = fake_nvjitlink_state();
    custub_image linked;

    (void)state;
    fake->failing = "nvJitLinkGetErrorLog";
    fake->result = 6;
    linked = custub_link(parts, &options, &error);
    assert_non_null(linked.tag);
    custub_image_free(&linked);
    fake->failing = "nvJitLinkComplete";
    fake->log = "";
    is_refused(parts, CUSTUB_ERROR_LINK, "internal error (6)");
}

static void an_earlier_failure_stays(void **state)
{
    (void)state;
    error.status = CUSTUB_ERROR_OVERLAP;
    assert_null(custub_link(parts, &options, &error).data);
    assert_int_equal(error.status, CUSTUB_ERROR_OVERLAP);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    malloc_fails = true;
    assert_null(custub_link(parts, &options, &error).data);
    malloc_fails = false;
    assert_int_equal(error.status, CUSTUB_ERROR_OUT_OF_HOST_MEMORY);
}

static custub_activity seen; /* the last one */

static void remember(const custub_activity *activity, void *user)
{
    assert_ptr_equal(user, &seen);
    assert_string_equal(activity->name, "linking");
    seen = *activity;
}

static void the_hook_sees_links(void **state)
{
    custub_image linked;

    (void)state;
    custub_set_activity(remember, &seen);
    linked = custub_link(parts, &options, &error);
    assert_int_equal(seen.kind, CUSTUB_ACTIVITY_LINK);
    assert_int_equal(seen.status, CUSTUB_OK);
    assert_int_equal(seen.bytes, linked.size);
    assert_string_equal(seen.image, "cubin");
    custub_image_free(&linked);
    malloc_fails = true;
    custub_link(parts, &options, &error);
    malloc_fails = false;
    custub_set_activity(NULL, NULL);
    assert_int_equal(seen.status, CUSTUB_ERROR_OUT_OF_HOST_MEMORY);
    assert_int_equal(seen.bytes, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, nothing_is_left)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(links_every_kind_of_part),
        TEST(passes_options),
        TEST(the_device_tells_the_architecture),
        TEST(refuses_what_cannot_be_linked),
        TEST(says_what_the_linker_says),
        TEST(a_log_that_fails_is_left_out),
        TEST(an_earlier_failure_stays),
        TEST(memory_may_run_out),
        TEST(the_hook_sees_links),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
