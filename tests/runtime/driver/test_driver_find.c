/* Finding the drivers' libraries. No library named libcuda is linked or loaded here.
 *
 * RECORDING_CPU_DRIVER is the path of a recording driver of the soname libcustub_cpu.so.1, and
 * RECORDING_NO_DRIVER that of a shared library that is no driver. LIBRARY_WITH_RUNTIME is one that
 * has a runtime of its own. */
#define _GNU_SOURCE /* dladdr */

#include <custub/custub.h>

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "driver/driver_find.h"
#include "child.h"

static custub_error error;

static void in_child_says_what_was_tried_and_what_to_do(void)
{
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CUDA, fresh(&error)) ==
                CUSTUB_ERROR_DRIVER_NOT_FOUND);
    CHILD_CHECK(strstr(error.message, "install the NVIDIA driver"));
    CHILD_CHECK(strstr(error.message, "CUSTUB_DRIVER=cpu"));
    CHILD_CHECK(strstr(error.message, "[libcuda.so.1: "));
    CHILD_CHECK(strstr(error.message, "[libcuda.so: "));
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CUDA, NULL) == CUSTUB_ERROR_DRIVER_NOT_FOUND);
}

static void says_what_was_tried_and_what_to_do(void **state)
{
    void *cuda = dlopen("libcuda.so.1", RTLD_NOW);

    (void)state;
    if (!cuda)
        cuda = dlopen("libcuda.so", RTLD_NOW);
    if (cuda) {
        print_message("this machine has a libcuda: it cannot show what happens without one\n");
        dlclose(cuda);
        skip();
    }
    assert_true(passes_in_child(in_child_says_what_was_tried_and_what_to_do));
}

static void in_child_takes_the_cpu_driver_that_the_environment_names(void)
{
    setenv("CUSTUB_DRIVER", "cpu", 1);
    setenv("CUSTUB_CPU_DRIVER", RECORDING_CPU_DRIVER, 1);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_DEFAULT, fresh(&error)) == CUSTUB_OK);
    CHILD_CHECK_STRING(custub_driver_name(), "cpu");
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CPU, fresh(&error)) == CUSTUB_OK);
}
CHILD_TEST(takes_the_cpu_driver_that_the_environment_names)

static void in_child_refuses_cuda_beside_the_cpu_driver(void)
{
    setenv("CUSTUB_CPU_DRIVER", RECORDING_CPU_DRIVER, 1);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CPU, fresh(&error)) == CUSTUB_OK);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CUDA, fresh(&error)) ==
                CUSTUB_ERROR_DRIVER_CONFLICT);
    CHILD_CHECK_STRING(error.message, "the CUDA driver was asked for, but this process has opened "
                                      "the CPU driver already");
    CHILD_CHECK_STRING(custub_driver_name(), "cpu");
}
CHILD_TEST(refuses_cuda_beside_the_cpu_driver)

static void in_child_refuses_a_library_that_is_no_driver_and_may_be_tried_again(void)
{
    setenv("CUSTUB_CPU_DRIVER", RECORDING_NO_DRIVER, 1);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CPU, fresh(&error)) ==
                CUSTUB_ERROR_DRIVER_NOT_FOUND);
    CHILD_CHECK_STRING(error.message,
                       RECORDING_NO_DRIVER " is not custub's CPU driver, or another "
                                           "version of it: it has no function custub_cpu_settings");
    CHILD_CHECK(custub_driver_name() == NULL);
    setenv("CUSTUB_CPU_DRIVER", RECORDING_CPU_DRIVER, 1);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CPU, fresh(&error)) == CUSTUB_OK);
}
CHILD_TEST(refuses_a_library_that_is_no_driver_and_may_be_tried_again)

static void in_child_lists_where_it_looked_for_the_cpu_driver(void)
{
    const custubi_cpu_places places = {"no-such-name.so.1",
                                       {"/no/such/library", "/no/such/program"},
                                       "/no/link.so",
                                       "/no/path.so"};
    char path[CUSTUBI_PATH_SIZE];
    void *shared = &error;

    CHILD_CHECK(custubi_find_cpu_driver_in(&places, &shared, path, &error) ==
                CUSTUB_ERROR_DRIVER_NOT_FOUND);
    CHILD_CHECK(!shared);
    CHILD_CHECK(error.status == CUSTUB_ERROR_DRIVER_NOT_FOUND);
    CHILD_CHECK(strstr(error.message, "name it in CUSTUB_CPU_DRIVER"));
    CHILD_CHECK(strstr(error.message, "[no-such-name.so.1: "));
    CHILD_CHECK(strstr(error.message, " [/no/such/library/libcustub_cpu.so.1] "));
    CHILD_CHECK(strstr(error.message, " [/no/such/library/../lib/libcustub_cpu.so.1] "));
    CHILD_CHECK(strstr(error.message, " [/no/such/program/libcustub_cpu.so.1] "));
    CHILD_CHECK(strstr(error.message, " [/no/such/program/../lib/libcustub_cpu.so.1] "));
    CHILD_CHECK(strstr(error.message, " [/no/link.so] [/no/path.so]"));
    CHILD_CHECK(custubi_find_cpu_driver_in(&places, &shared, path, NULL) ==
                CUSTUB_ERROR_DRIVER_NOT_FOUND);
}
CHILD_TEST(lists_where_it_looked_for_the_cpu_driver)

static void in_child_takes_the_installed_cpu_driver_last(void)
{
    const custubi_cpu_places places = {
        "no-such-name.so.1", {NULL, "/no/such/folder"}, NULL, RECORDING_CPU_DRIVER};
    char path[CUSTUBI_PATH_SIZE];
    void *shared = NULL;

    CHILD_CHECK(custubi_find_cpu_driver_in(&places, &shared, path, &error) == CUSTUB_OK);
    CHILD_CHECK(shared);
    CHILD_CHECK_STRING(path, RECORDING_CPU_DRIVER);
    dlclose(shared);
}
CHILD_TEST(takes_the_installed_cpu_driver_last)

/* Copies this program to bin/ of a new folder, and a CPU driver to `place` in it. */
static int make_program(char *folder, const char *place)
{
    char command[2048];
    char self[1024];
    ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);

    if (length <= 0 || !mkdtemp(folder) || chmod(folder, 0755) != 0)
        return 0;
    self[length] = '\0';
    snprintf(command, sizeof(command),
             "mkdir '%s/bin' '%s/lib' && cp '%s' '%s/bin/program' && "
             "cp -L '" RECORDING_CPU_DRIVER "' '%s/%s/libcustub_cpu.so.1'",
             folder, folder, self, folder, folder, place);
    return system(command) == 0;
}

/* Runs that program by another name, and as another user unless `user` is 0. Its exit status. */
static int run_program(const char *folder, const char *name, uid_t user)
{
    char path[64], bin[64];
    char *arguments[] = {(char *)(uintptr_t)name, bin, NULL};
    int status = -1;
    pid_t child;

    snprintf(path, sizeof(path), "%s/bin/program", folder);
    snprintf(bin, sizeof(bin), "%s/bin/", folder);
    child = fork();
    if (child == 0) {
        if (!user || setuid(user) == 0)
            execv(path, arguments);
        _exit(77);
    }
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int remove_program(const char *folder)
{
    char command[64];

    snprintf(command, sizeof(command), "rm -r '%s'", folder);
    return system(command) == 0;
}

/* Run in that program: the driver that it opens must be in `bin` or be named relative to it. */
static int open_as_another_program(const char *bin)
{
    Dl_info object;
    void *symbol = NULL;

    if (custub_driver_open(CUSTUB_DRIVER_CPU, fresh(&error))) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    symbol = custub_driver_symbol("cuInit");
    if (!dladdr(symbol, &object) || strncmp(object.dli_fname, bin, strlen(bin)) != 0) {
        fprintf(stderr, "another driver was opened\n");
        return 1;
    }
    return 0;
}

static void takes_the_cpu_driver_beside_the_program(void **state)
{
    static const char *const places[] = {"bin", "lib"};

    (void)state;
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        char folder[] = "/tmp/custub_find_XXXXXX";
        assert_true(make_program(folder, places[i]));
        assert_int_equal(run_program(folder, "program", 0), 0);
        /* The caller may run a program under any name. */
        assert_int_equal(run_program(folder, RECORDING_CPU_DRIVER, 0), 0);
        assert_true(remove_program(folder));
    }
}

static void does_not_look_beside_a_program_with_more_rights_than_its_user(void **state)
{
    char folder[] = "/tmp/custub_find_XXXXXX";
    const uid_t nobody = 65534;
    char program[64];
    struct statvfs place;

    (void)state;
    if (geteuid() != 0 || statvfs("/tmp", &place) != 0 || (place.f_flag & ST_NOSUID)) {
        print_message("only root can make such a program, and not everywhere\n");
        skip();
    }
    assert_true(make_program(folder, "bin"));
    snprintf(program, sizeof(program), "%s/bin/program", folder);
    assert_int_equal(run_program(folder, "program", nobody), 0);
    assert_int_equal(chmod(program, 04755), 0);
    assert_int_equal(run_program(folder, "program", nobody), 1);
    assert_true(remove_program(folder));
}

/* Opens the CPU driver with the runtime of a library that has a driver next to it. */
static void in_child_takes_the_cpu_driver_beside_its_library(void)
{
    char folder[] = "/tmp/custub_find_XXXXXX";
    char command[2048];
    char library[64];
    custub_status (*open)(custub_driver, custub_error *) = NULL;
    void *symbol = NULL;

    CHILD_CHECK(mkdtemp(folder));
    snprintf(command, sizeof(command),
             "cp '" LIBRARY_WITH_RUNTIME "' '%s/library.so' && "
             "cp -L '" RECORDING_CPU_DRIVER "' '%s/libcustub_cpu.so.1'",
             folder, folder);
    CHILD_CHECK(system(command) == 0);
    snprintf(library, sizeof(library), "%s/library.so", folder);
    symbol = dlsym(dlopen(library, RTLD_NOW | RTLD_LOCAL), "custub_driver_open");
    CHILD_CHECK(symbol && symbol != (void *)(uintptr_t)custub_driver_open);
    memcpy(&open, &symbol, sizeof(open));
    CHILD_CHECK(open(CUSTUB_DRIVER_CPU, &error) == CUSTUB_OK);
    snprintf(library, sizeof(library), "%s/libcustub_cpu.so.1", folder);
    CHILD_CHECK(dlopen(library, RTLD_NOW | RTLD_NOLOAD));
    snprintf(command, sizeof(command), "rm -r '%s'", folder);
    CHILD_CHECK(system(command) == 0);
}
CHILD_TEST(takes_the_cpu_driver_beside_its_library)

static void in_child_refuses_a_named_driver_that_cannot_be_opened(void)
{
    char named[CUSTUBI_PATH_SIZE + 8];

    setenv("CUSTUB_CPU_DRIVER", "/no/such/driver.so", 1);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CPU, fresh(&error)) ==
                CUSTUB_ERROR_DRIVER_NOT_FOUND);
    CHILD_CHECK_STRING(
        error.message,
        "CUSTUB_CPU_DRIVER names '/no/such/driver.so', which cannot be opened: cannot "
        "open shared object file: No such file or directory");
    setenv("CUSTUB_CPU_DRIVER", __FILE__, 1); /* exists, but is not a library */
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CPU, fresh(&error)) ==
                CUSTUB_ERROR_DRIVER_NOT_FOUND);
    CHILD_CHECK(
        strstr(error.message, "CUSTUB_CPU_DRIVER names '" __FILE__ "', which cannot be opened: "));
    CHILD_CHECK(error.message[strlen(error.message) - 1] != ' ');
    memset(named, 'a', sizeof(named));
    named[sizeof(named) - 1] = '\0';
    setenv("CUSTUB_CPU_DRIVER", named, 1);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CPU, fresh(&error)) ==
                CUSTUB_ERROR_DRIVER_NOT_FOUND);
    CHILD_CHECK(strstr(error.message, "a path of more than"));
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CPU, NULL) == CUSTUB_ERROR_DRIVER_NOT_FOUND);
    CHILD_CHECK(custub_driver_name() == NULL);
    setenv("CUSTUB_CPU_DRIVER", RECORDING_CPU_DRIVER, 1);
    CHILD_CHECK(custub_driver_open(CUSTUB_DRIVER_CPU, fresh(&error)) == CUSTUB_OK);
}
CHILD_TEST(refuses_a_named_driver_that_cannot_be_opened)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_was_tried_and_what_to_do),
        cmocka_unit_test(takes_the_cpu_driver_that_the_environment_names),
        cmocka_unit_test(refuses_cuda_beside_the_cpu_driver),
        cmocka_unit_test(refuses_a_library_that_is_no_driver_and_may_be_tried_again),
        cmocka_unit_test(lists_where_it_looked_for_the_cpu_driver),
        cmocka_unit_test(takes_the_installed_cpu_driver_last),
        cmocka_unit_test(takes_the_cpu_driver_beside_the_program),
        cmocka_unit_test(does_not_look_beside_a_program_with_more_rights_than_its_user),
        cmocka_unit_test(takes_the_cpu_driver_beside_its_library),
        cmocka_unit_test(refuses_a_named_driver_that_cannot_be_opened),
    };

    unsetenv("CUSTUB_DRIVER");
    unsetenv("CUSTUB_CPU_DRIVER");
    if (argc == 2)
        return open_as_another_program(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
