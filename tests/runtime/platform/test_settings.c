/* Environment variables: the values that each takes, and that an invalid value is an error of the
 * first call that can report one. CPU_DRIVER is the CPU driver's path. */
#define _GNU_SOURCE /* dlsym's default handles */

#include <custub/custub.h>
#include <custub/setting.h>

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "child.h"
#include "platform/settings.h"

#define A_SWITCH "it may be 0, 1, off, on, false, true, no or yes"

typedef struct setting_case {
    const char *variable;
    const char *value;
    const char *message; /* null: the value is accepted */
} setting_case;

static const setting_case cases[] = {
    {"CUSTUB_DRIVER", "gpu",
     "the environment variable CUSTUB_DRIVER is 'gpu': it may be 'cuda' or 'cpu'"},
    {"CUSTUB_CHECK", "all",
     "the environment variable CUSTUB_CHECK is 'all': it may be 'whole', 'contract' or 'none'"},
    {"CUSTUB_CHECK", "0",
     "the environment variable CUSTUB_CHECK is '0': it may be 'whole', 'contract' or 'none'"},
    {"CUSTUB_SYNC", "of", "the environment variable CUSTUB_SYNC is 'of': " A_SWITCH},
    {"CUSTUB_SYNC", "2", "the environment variable CUSTUB_SYNC is '2': " A_SWITCH},
    {"CUSTUB_SYNC", " 1", "the environment variable CUSTUB_SYNC is ' 1': " A_SWITCH},
    {"CUSTUB_NVTX", "never", "the environment variable CUSTUB_NVTX is 'never': " A_SWITCH},
    {"CUSTUB_BOUNDS_CHECKS", "all",
     "the environment variable CUSTUB_BOUNDS_CHECKS is 'all': it may be trap, measure, always, 0, "
     "1, off, "
     "on, false, true, no or yes"},
    {"CUSTUB_CPU_THREADS", "two",
     "the environment variable CUSTUB_CPU_THREADS is 'two': it may be a number from 1 to 1024"},
    {"CUSTUB_CPU_THREADS", "0",
     "the environment variable CUSTUB_CPU_THREADS is '0': it may be a number from 1 to 1024"},
    {"CUSTUB_CPU_THREADS", "1025",
     "the environment variable CUSTUB_CPU_THREADS is '1025': it may be a number from 1 to 1024"},
    {"CUSTUB_CPU_TIMEOUT", "-1",
     "the environment variable CUSTUB_CPU_TIMEOUT is '-1': it may be a number of seconds from 1 to "
     "1000000"},
    {"CUSTUB_CPU_CHECK", "races",
     "the environment variable CUSTUB_CPU_CHECK is 'races': it may be 0, 1, off, on, false, true, "
     "no or yes, or a list of memory, init, race, barrier, exit, shuffle, contract and global, "
     "separated by commas"},
    {"CUSTUB_CPU_CHECK", ",race",
     "the environment variable CUSTUB_CPU_CHECK is ',race': it may be 0, 1, off, on, false, true, "
     "no or yes, or a list of memory, init, race, barrier, exit, shuffle, contract and global, "
     "separated by commas"},
    {"CUSTUB_CPU_CHECK_LIMIT", "many",
     "the environment variable CUSTUB_CPU_CHECK_LIMIT is 'many': it may be a number"},
    {"CUSTUB_CPU_BLOCK_ORDER", "back",
     "the environment variable CUSTUB_CPU_BLOCK_ORDER is 'back': it may be a number from 0 to "
     "4294967295"},
    {"CUSTUB_CPU_FAIL", "cuMemAlloc",
     "the environment variable CUSTUB_CPU_FAIL is 'cuMemAlloc': 'cuMemAlloc' has no ':' and call "
     "number; write for example cuMemAlloc:3 or cuMemAlloc:3=CUDA_ERROR_OUT_OF_MEMORY"},
    {"CUSTUB_DRIVER", "CPU", NULL},
    {"CUSTUB_CHECK", "Contract", NULL},
    {"CUSTUB_SYNC", "FALSE", NULL},
    {"CUSTUB_SYNC", "", NULL},
    {"CUSTUB_NVTX", "no", NULL},
    {"CUSTUB_BOUNDS_CHECKS", "Measure", NULL},
    {"CUSTUB_CPU_THREADS", "1024", NULL},
    {"CUSTUB_CPU_THREADS", "", NULL},
    {"CUSTUB_CPU_TIMEOUT", "1000000", NULL},
    {"CUSTUB_CPU_CHECK", "off", NULL},
    {"CUSTUB_CPU_CHECK", "on,exit", NULL},
    {"CUSTUB_CPU_CHECK_LIMIT", "0", NULL},
    {"CUSTUB_CPU_BLOCK_ORDER", "1", NULL},
    {"CUSTUB_CPU_FAIL", "cuMemAlloc:3", NULL},
};

static const setting_case *tried;

static void in_child_opens_with_it(void)
{
    custub_error error;
    custub_status status;

    memset(&error, 0, sizeof(error));
    setenv("CUSTUB_DRIVER", "cpu", 1);
    setenv("CUSTUB_CPU_DRIVER", CPU_DRIVER, 1);
    setenv(tried->variable, tried->value, 1);
    status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, fresh(&error));
    if (tried->message) {
        CHILD_CHECK_STRING(error.message, tried->message);
        CHILD_CHECK(status == CUSTUB_ERROR_INVALID_ARGUMENT);
        CHILD_CHECK(custub_driver_name() == NULL);
    } else {
        CHILD_CHECK_STRING(error.message, "");
        CHILD_CHECK_STRING(custub_driver_name(), "cpu");
    }
}

static void an_invalid_value_is_refused_by_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tried = &cases[i];
        if (!passes_in_child(in_child_opens_with_it))
            fail_msg("%s=%s", tried->variable, tried->value);
    }
}

static void in_child_a_long_value_is_cut(void)
{
    char value[2000];
    custub_error error;

    memset(value, 'x', sizeof(value));
    value[sizeof(value) - 1] = '\0';
    setenv("CUSTUB_DRIVER", "cpu", 1);
    setenv("CUSTUB_CPU_DRIVER", CPU_DRIVER, 1);
    setenv("CUSTUB_CPU_FAIL", value, 1);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_DEFAULT, fresh(&error)) ==
                CUSTUB_ERROR_INVALID_ARGUMENT);
    CHILD_CHECK(strstr(error.message, "; write for example cuMemAlloc:3 or cuMemAlloc:3="));
}
CHILD_TEST(a_long_value_is_cut)

static void switches_take_every_word(void **state)
{
    static const struct {
        const char *word;
        int value;
    } words[] = {{"0", 0},  {"off", 0},  {"false", 0}, {"no", 0},  {"OFF", 0}, {"1", 1},
                 {"on", 1}, {"true", 1}, {"yes", 1},   {"Yes", 1}, {"", 0},    {"onn", 0}};

    (void)state;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        setenv("CUSTUB_SYNC", words[i].word, 1);
        assert_int_equal(custubi_setting_of(CUSTUBI_SETTING_SYNC), words[i].value);
    }
    unsetenv("CUSTUB_SYNC");
    assert_int_equal(custub_setting_switch("off,on", 3), 0);
    assert_int_equal(custub_setting_switch("off,on", 2), -1);
    assert_int_equal(custub_setting_switch("off", 0), -1);
}

static void numbers_are_whole_and_in_range(void **state)
{
    static const char *const wrong[] = {"",    " 1", "1 ", "+1", "-1",
                                        "0x1", "1.", "4",  "11", "99999999999999999999999"};
    uint64_t number = 7;

    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        assert_false(custub_setting_number(wrong[i], 5, 10, &number));
    assert_int_equal(number, 7);
    assert_true(custub_setting_number("10", 5, 10, &number) && number == 10);
    assert_true(custub_setting_number("005", 5, 10, &number) && number == 5);
    assert_true(custub_setting_number("18446744073709551615", 0, UINT64_MAX, &number));
    assert_true(number == UINT64_MAX);
    assert_false(custub_setting_number("18446744073709551616", 0, UINT64_MAX, &number));
}

static void in_child_the_cpu_driver_obeys_the_check_setting(void)
{
    void *library = dlopen(CPU_DRIVER, RTLD_NOW);
    int (*settings)(int *, const char **) = NULL;
    const char *fault = "";
    int checks = -1;

    CHILD_CHECK(library);
    *(void **)(void *)&settings = dlsym(library, "custub_cpu_settings");
    setenv("CUSTUB_CPU_CHECK", tried->value, 1);
    CHILD_CHECK(settings(&checks, &fault) == 0);
    CHILD_CHECK(!fault);
    CHILD_CHECK(checks == (tried->message != NULL));
}

static void the_cpu_driver_obeys_the_check_setting(void **state)
{
    static const setting_case values[] = {
        {"", "", NULL},  {"", "0", NULL},    {"", "no", NULL},   {"", "off", NULL},
        {"", "1", "on"}, {"", "True", "on"}, {"", "exit", "on"}, {"", "race,init", "on"}};

    (void)state;
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        tried = &values[i];
        assert_true(passes_in_child(in_child_the_cpu_driver_obeys_the_check_setting));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_invalid_value_is_refused_by_name),
        cmocka_unit_test(a_long_value_is_cut),
        cmocka_unit_test(switches_take_every_word),
        cmocka_unit_test(numbers_are_whole_and_in_range),
        cmocka_unit_test(the_cpu_driver_obeys_the_check_setting),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
