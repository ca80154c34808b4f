/* Outputs are replaced by what this run wrote, and only by that. */
#define _XOPEN_SOURCE 700 /* mkdtemp, getpid */

#include "write/output.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static gen_arena arena;
static char folder[64];

static int set_up(void **state)
{
    (void)state;
    gen_arena_initialize(&arena);
    strcpy(folder, "/tmp/custub_output_XXXXXX");
    return !mkdtemp(folder);
}

static const char *output_path(void)
{
    return gen_arena_format(&arena, "%s/saxpy.custub.h", folder);
}

/* A temporary file as a killed process with this process's id would have left it. */
static const char *temporary_path(void)
{
    return gen_arena_format(&arena, "%s.tmp%ld", output_path(), (long)getpid());
}

static int tear_down(void **state)
{
    (void)state;
    remove(temporary_path());
    remove(output_path());
    remove(folder);
    gen_arena_deinitialize(&arena);
    return 0;
}

static void write_output(const char *text)
{
    gen_diag diag;
    gen_outputs outputs;

    gen_diag_initialize(&diag, &arena);
    gen_outputs_initialize(&outputs, &arena);
    gen_text_puts(gen_outputs_add(&outputs, output_path(), false), text);
    assert_true(gen_outputs_write(&outputs, &diag));
    gen_outputs_deinitialize(&outputs);
}

static void leave_temporary(const char *text)
{
    FILE *file = fopen(temporary_path(), "wb");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void assert_output_is(const char *text)
{
    FILE *file = fopen(output_path(), "rb");
    char found[64] = "";

    assert_non_null(file);
    found[fread(found, 1, sizeof(found) - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(found, text);
}

static void keeps_an_unchanged_output_despite_a_stale_temporary_file(void **state)
{
    (void)state;
    write_output("whole");
    leave_temporary("ha");
    write_output("whole");
    assert_output_is("whole");
}

static void replaces_a_changed_output_despite_a_stale_temporary_file(void **state)
{
    (void)state;
    write_output("whole");
    leave_temporary("ha");
    write_output("changed");
    assert_output_is("changed");
    assert_int_not_equal(access(temporary_path(), F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(keeps_an_unchanged_output_despite_a_stale_temporary_file,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(replaces_a_changed_output_despite_a_stale_temporary_file,
                                        set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
