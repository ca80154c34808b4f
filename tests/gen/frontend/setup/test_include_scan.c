/* Which of the toolkit's headers a precompiled header must contain. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "frontend/setup/include_scan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

static gen_arena arena;
static char folder[64];

static const char *path_of(const char *name)
{
    return gen_arena_format(&arena, "%s/%s", folder, name);
}

static int write_file(const char *name, const char *text)
{
    FILE *file = fopen(path_of(name), "wb");

    return !file || fputs(text, file) < 0 || fclose(file) != 0;
}

/* A folder like CUDA 13's, with libcu++ apart from the others. */
static int set_up(void **state)
{
    (void)state;
    gen_arena_initialize(&arena);
    strcpy(folder, "/tmp/custub_scan_XXXXXX");
    return !mkdtemp(folder) || mkdir(path_of("include"), 0777) ||
           mkdir(path_of("include/cccl"), 0777) || mkdir(path_of("include/cccl/cuda"), 0777) ||
           write_file("include/mma.h", "") || write_file("include/cccl/cuda/barrier", "");
}

static int tear_down(void **state)
{
    static const char *const names[] = {"include/cccl/cuda/barrier",
                                        "include/cccl/cuda",
                                        "include/cccl",
                                        "include/mma.h",
                                        "include",
                                        "own.cuh",
                                        "x.cu",
                                        ""};

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        remove(path_of(names[i]));
    gen_arena_deinitialize(&arena);
    return 0;
}

static gen_include_scan scan(const char *source)
{
    gen_include_scan found = {.toolkit = path_of("include")};

    assert_int_equal(write_file("x.cu", source), 0);
    gen_include_scan_run(&found, &arena, path_of("x.cu"));
    return found;
}

static void finds_headers_in_either_folder_once(void **state)
{
    gen_include_scan found;

    (void)state;
    assert_int_equal(write_file("own.cuh", "#include <cuda/barrier>\n"), 0);
    found = scan("#include <mma.h>\n#include <vector>\n#include \"own.cuh\"\n"
                 " # include <cuda/barrier>\n#include <mma.h>\n");
    assert_int_equal(found.header_count, 2);
    assert_string_equal(found.headers[0], "mma.h");
    assert_string_equal(found.headers[1], "cuda/barrier");
    assert_false(found.tuned);
    assert_false(found.plain);
}

static void finds_no_headers_without_toolkit_includes(void **state)
{
    gen_include_scan found;

    (void)state;
    found = scan("#include <custub/kernel.h>\nint x;\n// #include <mma.h>\n");
    assert_int_equal(found.header_count, 0);
    assert_true(found.plain);
}

/* The result must not depend on whether the header exists yet. */
static void lists_generated_headers_and_does_not_read_them(void **state)
{
    gen_include_scan found;

    (void)state;
    assert_int_equal(write_file("own.cuh", "#include \"folder/own.custub.h\"\n"), 0);
    assert_int_equal(write_file("x.custub.h", "#include <mma.h>\n"), 0);
    found = scan("#include \"own.cuh\"\n#include \"x.custub.h\"\n#include <own.custub.h>\n");
    remove(path_of("x.custub.h"));
    assert_string_equal(found.generated->stem, "own");
    assert_string_equal(found.generated->next->stem, "x");
    assert_null(found.generated->next->next);
    assert_int_equal(found.header_count, 0);
}

static void notices_macros_that_change_headers(void **state)
{
    (void)state;
    assert_true(scan("#define CCCL_DISABLE_EXCEPTIONS\n#include <cuda/barrier>\n").tuned);
    assert_false(scan("#define MINE\n#include <cuda/barrier>\n").tuned);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(finds_headers_in_either_folder_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(finds_no_headers_without_toolkit_includes, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(lists_generated_headers_and_does_not_read_them, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(notices_macros_that_change_headers, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
