/* Printed diagnostics: the source line, whatever it contains, and what is cut. */
#define _XOPEN_SOURCE 700 /* mkstemp */

#include "support/diag.h"
#include "support/text.h"

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
static gen_diag diag;
static char path[64];

static int set_up(void **state)
{
    int file;

    (void)state;
    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    strcpy(path, "/tmp/custub_diag_XXXXXX");
    file = mkstemp(path);
    return file < 0 || close(file);
}

static int tear_down(void **state)
{
    (void)state;
    remove(path);
    gen_arena_deinitialize(&arena);
    return 0;
}

static void write_source(const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    fclose(file);
}

static char *print(void)
{
    FILE *file = tmpfile();
    char *text;
    long length;

    assert_non_null(file);
    gen_diag_print(&diag, file);
    length = ftell(file);
    rewind(file);
    text = gen_arena_allocate(&arena, (size_t)length + 1);
    assert_int_equal(fread(text, 1, (size_t)length, file), length);
    fclose(file);
    return text;
}

static void expect(const char *behind_place)
{
    const char *text = print();

    assert_int_equal(strncmp(text, path, strlen(path)), 0);
    assert_string_equal(text + strlen(path), behind_place);
}

static void finds_lines_in_any_order(void **state)
{
    enum { LINES = 5000 };
    gen_text source;
    gen_text expected;

    (void)state;
    gen_text_initialize(&source);
    gen_text_initialize(&expected);
    for (unsigned i = 1; i <= LINES; i++)
        gen_text_printf(&source, "%*sline %u\n", i == 100 ? 200000 : 0, "", i);
    write_source(source.data, source.length);
    for (unsigned i = 0; i < 1000; i++) {
        unsigned line = 101 + i * 7919 % (LINES - 100);
        gen_diag_note(&diag, (gen_place){path, line, 2}, NULL, "x");
        gen_text_printf(&expected, "%s:%u:2: note: x\n    line %u\n     ^\n", path, line, line);
    }
    assert_string_equal(print(), expected.data);
    gen_text_deinitialize(&source);
    gen_text_deinitialize(&expected);
}

static void shows_no_missing_line(void **state)
{
    (void)state;
    write_source("one\ntwo", 7);
    gen_diag_error(&diag, (gen_place){path, 2, 3}, NULL, "a");
    gen_diag_error(&diag, (gen_place){path, 2, 4}, NULL, "b");
    gen_diag_error(&diag, (gen_place){path, 3, 1}, NULL, "c");
    gen_diag_error(&diag, (gen_place){"/nowhere", 1, 1}, NULL, "d");
    assert_non_null(strstr(print(), "error: a\n    two\n      ^\n"));
    assert_null(strstr(print(), "b\n "));
    assert_null(strstr(print(), "c\n "));
    assert_null(strstr(print(), "d\n "));
}

/* A terminal obeys ESC and the C1 controls, in either encoding, and U+202E reorders its text. */
static void replaces_terminal_controls_by_blanks(void **state)
{
    static const char source[] = "\tint a\x1b[2J\xc2\x9b\xe2\x80\xae\0\xff\xe4 n;\n";

    (void)state;
    write_source(source, sizeof(source) - 1);
    gen_diag_error(&diag, (gen_place){path, 1, 6}, "id", "%s",
                   "m\x1b]0;x\x07\n\t\xc2\x85\xe2\x81\xa6\xe6\x95\xb0\x9b");
    expect(":1:6: error: m ]0;x        \xe6\x95\xb0  [id]\n"
           "    \tint a [2J         n;\n"
           "    \t    ^\n");
}

static void counts_a_character_as_a_column(void **state)
{
    static const char source[] = "\xe6\x95\xb0\xc3\x9f\xff n";

    (void)state;
    write_source(source, sizeof(source) - 1);
    gen_diag_error(&diag, (gen_place){path, 1, 8}, NULL, "x");
    expect(":1:8: error: x\n    \xe6\x95\xb0\xc3\x9f  n\n        ^\n");
}

static void shortens_long_messages(void **state)
{
    char *name = gen_arena_allocate(&arena, 100001);

    (void)state;
    memset(name, 'n', 100000);
    gen_diag_error(&diag, (gen_place){0}, "id", "'%s' is long; do something", name);
    assert_in_range(strlen(diag.first->text), 1000, 5000);
    assert_int_equal(strncmp(diag.first->text, "'nnn", 4), 0);
    assert_non_null(strstr(diag.first->text, "n ... n"));
    assert_non_null(strstr(diag.first->text, "n' is long; do something"));
    for (size_t i = 0; i + 3 <= 99999; i += 3)
        memcpy(name + i, "\xe6\x95\xb0", 3);
    gen_diag_error(&diag, (gen_place){0}, "id", "x%s", name);
    for (const char *c = diag.first->next->text; *c; c += gen_text_plain_length(c))
        assert_true(gen_text_plain_length(c) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(finds_lines_in_any_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(shows_no_missing_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(replaces_terminal_controls_by_blanks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(counts_a_character_as_a_column, set_up, tear_down),
        cmocka_unit_test_setup_teardown(shortens_long_messages, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
