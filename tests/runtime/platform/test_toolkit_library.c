/* Finding libraries of the CUDA toolkit. SOME_LIBRARY is the path of a shared library, FOLDER a
 * folder of the build's. */
#define _XOPEN_SOURCE 700 /* setenv, symlink */

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "child.h"
#include "error/error.h"
#include "platform/platform.h"
#include "platform/toolkit_library.h"

#define NAME "libcustub_no_such.so.7"

static const char *const names[] = {"libcustub_no_such.so.8", NAME, NULL};

static void *open_library(custub_error *tried)
{
    custubi_error_set(tried, CUSTUB_ERROR_DRIVER_NOT_FOUND, "tried:");
    return custubi_library_open_toolkit("CUSTUB_SOME_LIBRARY", names, tried);
}

static void in_child_opens_the_file_that_the_setting_names(void)
{
    custub_error tried;

    setenv("CUSTUB_SOME_LIBRARY", SOME_LIBRARY, 1);
    CHILD_CHECK(open_library(&tried) != NULL);
}
CHILD_TEST(opens_the_file_that_the_setting_names)

static void in_child_takes_no_other_file_than_the_named_one(void)
{
    custub_error tried;

    setenv("CUSTUB_SOME_LIBRARY", "/nowhere/lib.so", 1);
    CHILD_CHECK(open_library(&tried) == NULL);
    CHILD_CHECK(strstr(tried.message, "tried: [CUSTUB_SOME_LIBRARY: /nowhere/lib.so"));
    CHILD_CHECK(!strstr(tried.message, NAME));
}
CHILD_TEST(takes_no_other_file_than_the_named_one)

static void in_child_looks_into_the_toolkit(void)
{
    custub_error tried;

    mkdir(FOLDER, 0777);
    mkdir(FOLDER "/lib", 0777);
    unlink(FOLDER "/lib/" NAME);
    CHILD_CHECK(symlink(SOME_LIBRARY, FOLDER "/lib/" NAME) == 0);
    setenv("CUDA_PATH", FOLDER, 1);
    CHILD_CHECK(open_library(&tried) != NULL);
    unsetenv("CUDA_PATH");
    setenv("CUDA_HOME", FOLDER, 1);
    CHILD_CHECK(open_library(&tried) != NULL);
}
CHILD_TEST(looks_into_the_toolkit)

static void in_child_says_what_was_tried(void)
{
    custub_error tried;

    unsetenv("CUDA_HOME");
    setenv("CUDA_PATH", "/nowhere", 1);
    CHILD_CHECK(open_library(&tried) == NULL);
    CHILD_CHECK_STRING(tried.message, "tried: libcustub_no_such.so.8, " NAME
                                      " on the library path, /nowhere, /usr/local/cuda");
    CHILD_CHECK(custubi_library_open_toolkit("CUSTUB_SOME_LIBRARY", names, NULL) == NULL);
}
CHILD_TEST(says_what_was_tried)

static void in_child_says_why_a_file_cannot_be_opened(void)
{
    custub_error tried;
    FILE *file;

    mkdir(FOLDER, 0777);
    mkdir(FOLDER "/lib", 0777);
    unlink(FOLDER "/lib/" NAME);
    file = fopen(FOLDER "/lib/" NAME, "w");
    CHILD_CHECK(file && fputs("no library", file) >= 0 && fclose(file) == 0);
    setenv("CUDA_PATH", FOLDER, 1);
    CHILD_CHECK(open_library(&tried) == NULL);
    CHILD_CHECK(strstr(tried.message, "[" FOLDER "/lib/" NAME ": "));
}
CHILD_TEST(says_why_a_file_cannot_be_opened)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opens_the_file_that_the_setting_names),
        cmocka_unit_test(takes_no_other_file_than_the_named_one),
        cmocka_unit_test(looks_into_the_toolkit),
        cmocka_unit_test(says_what_was_tried),
        cmocka_unit_test(says_why_a_file_cannot_be_opened),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
