/* Compilation databases: the words of a command, and the entry of a file. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "frontend/setup/compile_commands.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static gen_arena arena;
static gen_diag diag;
static char folder[64]; /* holds the test's files */

static const char *path_of(const char *name)
{
    return gen_arena_format(&arena, "%s/%s", folder, name);
}

static int set_up(void **state)
{
    (void)state;
    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    strcpy(folder, "/tmp/custub_database_XXXXXX");
    return !mkdtemp(folder) || mkdir(path_of("b"), 0777) || mkdir(path_of("s"), 0777);
}

static int tear_down(void **state)
{
    static const char *const names[] = {"b/compile_commands.json", "s/a.cu", "s/link.cu", "b", "s"};

    (void)state;
    for (size_t i = 0; i < LENGTH(names); i++)
        remove(path_of(names[i]));
    rmdir(folder);
    gen_arena_deinitialize(&arena);
    return 0;
}

static void words_are_split_as_a_shell_does(void **state)
{
    static const struct {
        const char *text;
        const char *words; /* null: a quote is not closed */
    } cases[] = {
        {"", ""},
        {"  a\tb\n c  ", "a|b|c"},
        {"a\\ b 'c d' \"e f\"", "a b|c d|e f"},
        {"-DS=\\\"x\\ y\\\"", "-DS=\"x y\""},
        {"-DS=\"\\\"a b\\\"\"", "-DS=\"a b\""},
        {"'a\"b\\' \"c'd\"", "a\"b\\|c'd"},
        {"\"a\\nb\\$\" c\\nd", "a\\nb$|cnd"},
        {"'' \"\" x''y", "||xy"},
        {"a\\\nb $HOME *", "ab|$HOME|*"},
        {"a\\", "a\\"},
        {"a 'b", NULL},
        {"a \"b\\\"", NULL},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        gen_words words = {0};
        const char *text = "";
        bool fine = gen_words_split(&words, &arena, cases[i].text, GEN_QUOTING_SHELL);
        if (fine != (cases[i].words != NULL))
            fail_msg("%s: %s", cases[i].text, fine ? "accepted" : "refused");
        for (size_t w = 0; fine && w < words.count; w++)
            text = gen_arena_format(&arena, "%s%s%s", text, w ? "|" : "", words.data[w]);
        if (fine)
            assert_string_equal(text, cases[i].words);
    }
}

static void write_file(const char *name, const char *content)
{
    FILE *file = fopen(path_of(name), "wb");

    assert_non_null(file);
    fputs(content, file);
    fclose(file);
}

/* Reads a database in b/, in which F means the folder. */
static bool read_database(gen_compile_commands *database, const char *content, const char *path)
{
    gen_words parts = {0};
    const char *text = "";

    for (const char *at = content; at;) {
        const char *mark = strstr(at, "F/");
        gen_words_add(&parts, &arena,
                      gen_arena_copy(&arena, at, mark ? (size_t)(mark - at) : strlen(at)));
        at = mark ? mark + 1 : NULL;
    }
    for (size_t i = 0; i < parts.count; i++)
        text = gen_arena_format(&arena, "%s%s%s", text, i ? folder : "", parts.data[i]);
    write_file("b/compile_commands.json", text);
    gen_diag_initialize(&diag, &arena);
    return gen_compile_commands_read(database, &arena, &diag, path_of(path));
}

static void entries_are_found_by_the_real_path(void **state)
{
    static const char content[] =
        "[{\"directory\": \"F/b\", \"command\": \"other x\", \"file\": \"F/s/b.cu\"},"
        " {\"directory\": \"../b\", \"command\": \"nvcc '-DS=a b' ../s/a.cu\", \"output\": \"o\","
        "  \"file\": \"../s/a.cu\"}]";
    static const char *const names[] = {"s/a.cu", "s/link.cu", "b/../s//a.cu"};
    gen_compile_commands database;

    (void)state;
    write_file("s/a.cu", "");
    assert_int_equal(symlink("a.cu", path_of("s/link.cu")), 0);
    assert_true(read_database(&database, content, "b"));
    assert_string_equal(database.path, path_of("b/compile_commands.json"));
    for (size_t i = 0; i < LENGTH(names); i++) {
        const gen_compile_command *command =
            gen_compile_commands_find(&database, &arena, &diag, path_of(names[i]));
        assert_non_null(command);
        assert_string_equal(command->directory, path_of("b/../b"));
        assert_int_equal(command->arguments.count, 3);
        assert_string_equal(command->arguments.data[1], "-DS=a b");
    }
    assert_null(diag.first);
}

static void arguments_are_not_changed(void **state)
{
    gen_compile_commands database;
    const gen_compile_command *command;

    (void)state;
    write_file("s/a.cu", "");
    assert_true(read_database(&database,
                              "[{\"directory\": \"F/b\", \"file\": \"F/s/a.cu\","
                              "  \"arguments\": [\"nvcc\", \"-DS='a b'\"]}]",
                              "b"));
    command = gen_compile_commands_find(&database, &arena, &diag, path_of("s/a.cu"));
    assert_non_null(command);
    assert_int_equal(command->arguments.count, 2);
    assert_string_equal(command->arguments.data[1], "-DS='a b'");
}

static void the_first_of_several_entries_is_taken_with_a_note(void **state)
{
    gen_compile_commands database;
    const gen_compile_command *command;

    (void)state;
    write_file("s/a.cu", "");
    assert_true(read_database(
        &database,
        "[{\"directory\": \"F/b\", \"command\": \"nvcc -DA\", \"file\": \"F/s/a.cu\"},"
        " {\"directory\": \"F/s\", \"command\": \"nvcc -DB\", \"file\": \"a.cu\"}]",
        "b"));
    command = gen_compile_commands_find(&database, &arena, &diag, path_of("s/a.cu"));
    assert_non_null(command);
    assert_string_equal(command->arguments.data[1], "-DA");
    assert_int_equal(diag.errors, 0);
    assert_string_equal(diag.first->id, "compile-command-twice");
}

static void a_file_without_an_entry_is_an_error_that_names_the_database(void **state)
{
    gen_compile_commands database;

    (void)state;
    assert_true(read_database(&database, "[]", "b"));
    assert_null(gen_compile_commands_find(&database, &arena, &diag, path_of("s/a.cu")));
    assert_string_equal(diag.first->id, "compile-command-missing");
    assert_string_equal(diag.first->place.file, path_of("s/a.cu"));
    assert_non_null(strstr(diag.first->text, path_of("b/compile_commands.json")));
}

static void malformed_databases_are_refused(void **state)
{
    static const char *const contents[] = {
        "",
        "{}",
        "[\n 1]",
        "[{\"directory\" \"/\"}]",
        "[{\"directory\": \"/\", \"command\": \"c\"}]",
        "[{\"file\": \"f\", \"command\": \"c\"}]",
        "[{\"directory\": [], \"file\": \"f\", \"command\": \"c\"}]",
        "[{\"directory\": \"/\", \"file\": \"f\"}]",
        "[{\"directory\": \"/\", \"file\": \"f\", \"command\": [\"c\"]}]",
        "[{\"directory\": \"/\", \"file\": \"f\", \"arguments\": []}]",
    };
    gen_compile_commands database;

    (void)state;
    for (size_t i = 0; i < LENGTH(contents); i++) {
        if (read_database(&database, contents[i], "b"))
            fail_msg("%s: accepted", contents[i]);
        assert_string_equal(diag.first->id, "compile-commands-entry");
    }
}

static void options_that_libclang_guesses_are_removed(void **state)
{
    gen_compile_commands database;
    const gen_compile_command *command;

    (void)state;
    write_file("s/a.cu", "");
    assert_true(read_database(&database,
                              "[{\"directory\": \"F/b\", \"file\": \"F/s/a.cu\", \"arguments\":"
                              "  [\"/bin/x86_64-linux-gnu-g++\", \"-DA\"]}]",
                              "b"));
    command = gen_compile_commands_find(&database, &arena, &diag, path_of("s/a.cu"));
    assert_non_null(command);
    assert_int_equal(command->arguments.count, 2);
    assert_string_equal(command->arguments.data[1], "-DA");
}

static void a_missing_database_is_an_error(void **state)
{
    gen_compile_commands database;

    (void)state;
    assert_false(gen_compile_commands_read(&database, &arena, &diag, path_of("s")));
    assert_string_equal(diag.first->id, "file-unreadable");
    assert_string_equal(diag.first->place.file, path_of("s/compile_commands.json"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(words_are_split_as_a_shell_does),
        TEST(entries_are_found_by_the_real_path),
        TEST(arguments_are_not_changed),
        TEST(the_first_of_several_entries_is_taken_with_a_note),
        TEST(a_file_without_an_entry_is_an_error_that_names_the_database),
        TEST(malformed_databases_are_refused),
        TEST(options_that_libclang_guesses_are_removed),
        TEST(a_missing_database_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
