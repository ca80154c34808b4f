/* Compilation databases: the JSON, the words of a command, the entry of a file. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "command_line/compile_commands.h"
#include "command_line/json_reader.h"

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
static char folder[64]; /* of the test's files */

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

static const gen_json *read_json(const char *text)
{
    gen_diag_initialize(&diag, &arena);
    return gen_json_read(&arena, &diag, "x.json", text, strlen(text));
}

/* The tree on one line, to compare. */
static const char *write_json(const gen_json *value)
{
    static const char *const words[] = {"null", "false", "true"};
    const char *text = value->kind == GEN_JSON_OBJECT ? "{" : "[";

    if (value->kind <= GEN_JSON_TRUE)
        return words[value->kind];
    if (value->kind == GEN_JSON_NUMBER)
        return value->text;
    if (value->kind == GEN_JSON_STRING)
        return gen_arena_format(&arena, "<%s>", value->text);
    for (const gen_json *child = value->first; child; child = child->next)
        text = gen_arena_format(&arena, "%s%s%s%s%s", text, child == value->first ? "" : " ",
                                child->name ? child->name : "", child->name ? "=" : "",
                                write_json(child));
    return gen_arena_format(&arena, "%s%s", text, value->kind == GEN_JSON_OBJECT ? "}" : "]");
}

static void json_is_read(void **state)
{
    static const struct {
        const char *text;
        const char *tree;
    } cases[] = {
        {"null", "null"},
        {" [ true ,false\n,\tnull ]\r\n", "[true false null]"},
        {"[]", "[]"},
        {"{}", "{}"},
        {"[0,-0,10,-1.5,2e3,2E+3,1.25e-10]", "[0 -0 10 -1.5 2e3 2E+3 1.25e-10]"},
        {"{\"a\":{\"b\":[1]},\"\":\"\"}", "{a={b=[1]} =<>}"},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "<\"\\/\b\f\n\r\t>"},
        {"\"\\u0041\\u00e9\\u20AC\\uFFFF\"", "<A\xc3\xa9\xe2\x82\xac\xef\xbf\xbf>"},
        {"\"\\ud83d\\uDE00\"", "<\xf0\x9f\x98\x80>"},
        {"\"\xc3\xa9\xff\"", "<\xc3\xa9\xff>"}, /* names of files are bytes */
        {"\xef\xbb\xbf[1]", "[1]"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const gen_json *value = read_json(cases[i].text);
        if (!value)
            fail_msg("%s: %s", cases[i].text, diag.first->text);
        assert_string_equal(write_json(value), cases[i].tree);
        assert_int_equal(diag.errors, 0);
    }
}

static const struct {
    const char *text;
    unsigned line;
    unsigned column;
    const char *fact;
} malformed[] = {
    {"", 1, 1, "the file ends here"},
    {"  \n ", 2, 2, "the file ends here"},
    {"[1", 1, 3, "the file ends here"},
    {"[1,", 1, 4, "the file ends here"},
    {"[1,]", 1, 4, "no value begins like this"},
    {"[1 2]", 1, 4, "',' or ']' is missing"},
    {"[1}", 1, 3, "',' or ']' is missing"},
    {"{\"a\":1,}", 1, 8, "a member's name is missing"},
    {"{\"a\":1 \"b\":2}", 1, 8, "',' or '}' is missing"},
    {"{\"a\" 1}", 1, 6, "':' is missing"},
    {"{a:1}", 1, 2, "a member's name is missing"},
    {"{\"a\"", 1, 5, "the file ends here"},
    {"[\n\n nul]", 3, 2, "no value begins like this"},
    {"[1] x", 1, 5, "something stands behind"},
    {"[1]]", 1, 4, "something stands behind"},
    {"// no\n[1]", 1, 1, "no value begins like this"},
    {"'a'", 1, 1, "no value begins like this"},
    {"\"abc", 1, 5, "the file ends here"},
    {"\"abc\\", 1, 6, "the file ends here"},
    {"\"abc\\\"", 1, 7, "the file ends here"},
    {"\"a\nb\"", 1, 3, "a control character"},
    {"\"a\tb\"", 1, 3, "a control character"},
    {"\"\\x\"", 1, 3, "an unknown escape"},
    {"\"\\u00g0\"", 1, 6, "four hexadecimal digits"},
    {"\"\\u00", 1, 6, "the file ends here"},
    {"\"\\u0000\"", 1, 8, "a zero character"},
    {"\"\\ud83d\"", 1, 8, "half of a surrogate pair"},
    {"\"\\ud83d\\n\"", 1, 8, "half of a surrogate pair"},
    {"\"\\ud83d\\u0041\"", 1, 14, "half of a surrogate pair"},
    {"\"\\ude00\"", 1, 8, "half of a surrogate pair"},
    {"[01]", 1, 2, "begins with a zero"},
    {"[-]", 1, 3, "a digit is missing"},
    {"[1.]", 1, 4, "a digit is missing"},
    {"[1e]", 1, 4, "a digit is missing"},
    {"[1e+]", 1, 5, "a digit is missing"},
    {"[.5]", 1, 2, "no value begins like this"},
    {"[+5]", 1, 2, "no value begins like this"},
    {"[1] \xef\xbb\xbf", 1, 5, "something stands behind"},
};

static void malformed_json_is_refused_at_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(malformed); i++) {
        if (read_json(malformed[i].text))
            fail_msg("%s: accepted", malformed[i].text);
        assert_int_equal(diag.errors, 1);
        if (!strstr(diag.first->text, malformed[i].fact))
            fail_msg("%s: %s", malformed[i].text, diag.first->text);
        assert_string_equal(diag.first->place.file, "x.json");
        assert_string_equal(gen_arena_format(&arena, "%s: %u:%u", malformed[i].text,
                                             diag.first->place.line, diag.first->place.column),
                            gen_arena_format(&arena, "%s: %u:%u", malformed[i].text,
                                             malformed[i].line, malformed[i].column));
    }
}

/* Every beginning of a text is an error, and reads nothing beyond its end. */
static void truncated_json_is_refused(void **state)
{
    static const char text[] =
        "[{\"directory\": \"\\u00e9\\ud83d\\ude00\", \"n\": [-1.5e+3, true]}]";

    (void)state;
    assert_non_null(read_json(text));
    for (size_t length = 0; length + 1 < sizeof(text); length++) {
        char *copy = malloc(length ? length : 1); /* no zero byte behind it */
        memcpy(copy, text, length);
        gen_diag_initialize(&diag, &arena);
        assert_null(gen_json_read(&arena, &diag, "x.json", copy, length));
        assert_int_equal(diag.errors, 1);
        free(copy);
    }
}

static void a_zero_byte_is_no_end(void **state)
{
    (void)state;
    gen_diag_initialize(&diag, &arena);
    assert_null(gen_json_read(&arena, &diag, "x.json", "[1\0]", 4));
    assert_null(gen_json_read(&arena, &diag, "x.json", "\"a\0\"", 4));
    assert_null(gen_json_read(&arena, &diag, "x.json", "\"\\\0\"", 4));
    assert_int_equal(diag.errors, 3);
}

static void deep_nesting_is_refused(void **state)
{
    enum { TOO_DEEP = 100000 };
    char *deep = gen_arena_allocate(&arena, TOO_DEEP + 1);
    char *legal = gen_arena_allocate(&arena, (size_t)2 * GEN_JSON_MAX_DEPTH + 1);

    (void)state;
    memset(deep, '[', TOO_DEEP);
    assert_null(read_json(deep));
    assert_non_null(strstr(diag.first->text, "nests more than 64 deep"));
    memset(legal, '[', GEN_JSON_MAX_DEPTH);
    memset(legal + GEN_JSON_MAX_DEPTH, ']', GEN_JSON_MAX_DEPTH);
    assert_non_null(read_json(legal));
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

/* A database in b/, where F stands for the folder. */
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
    static const char *const databases[] = {"b", "b/compile_commands.json"};
    static const char *const names[] = {"s/a.cu", "s/link.cu", "b/../s//a.cu"};
    gen_compile_commands database;

    (void)state;
    write_file("s/a.cu", "");
    assert_int_equal(symlink("a.cu", path_of("s/link.cu")), 0);
    for (size_t d = 0; d < LENGTH(databases); d++) {
        assert_true(read_database(&database, content, databases[d]));
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
}

static void arguments_are_taken_as_they_are(void **state)
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

static void databases_of_another_form_are_refused_at_their_place(void **state)
{
    static const struct {
        const char *content;
        unsigned line;
        unsigned column;
    } cases[] = {
        {"{}", 1, 1},
        {"[\n 1]", 2, 2},
        {"[{\"directory\": \"/\", \"command\": \"c\"}]", 1, 2},
        {"[{\"file\": \"f\", \"command\": \"c\"}]", 1, 2},
        {"[{\"directory\": 1, \"file\": \"f\", \"command\": \"c\"}]", 1, 2},
        {"[{\"directory\": \"/\", \"file\": \"f\"}]", 1, 2},
        {"[{\"directory\": \"/\", \"file\": \"f\", \"command\": [\"c\"]}]", 1, 2},
        {"[{\"directory\": \"/\", \"file\": \"f\", \"arguments\": [\"c\", 1]}]", 1, 2},
        {"[{\"directory\": \"/\", \"file\": \"f\", \"arguments\": []}]", 1, 2},
    };
    gen_compile_commands database;

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        if (read_database(&database, cases[i].content, "b"))
            fail_msg("%s: accepted", cases[i].content);
        assert_string_equal(diag.first->id, "compile-commands-entry");
        assert_int_equal(diag.first->place.line, cases[i].line);
        assert_int_equal(diag.first->place.column, cases[i].column);
    }
}

static void an_open_quote_in_a_command_is_an_error(void **state)
{
    gen_compile_commands database;

    (void)state;
    write_file("s/a.cu", "");
    assert_true(read_database(
        &database, "[{\"directory\": \"F/b\", \"command\": \"nvcc 'x\", \"file\": \"F/s/a.cu\"}]",
        "b"));
    assert_null(gen_compile_commands_find(&database, &arena, &diag, path_of("s/a.cu")));
    assert_string_equal(diag.first->id, "compile-commands-entry");
    assert_int_equal(diag.first->place.line, 1);
}

static void a_database_that_is_not_there_is_an_error(void **state)
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
        TEST(json_is_read),
        TEST(malformed_json_is_refused_at_its_place),
        TEST(truncated_json_is_refused),
        TEST(a_zero_byte_is_no_end),
        TEST(deep_nesting_is_refused),
        TEST(words_are_split_as_a_shell_does),
        TEST(entries_are_found_by_the_real_path),
        TEST(arguments_are_taken_as_they_are),
        TEST(the_first_of_several_entries_is_taken_with_a_note),
        TEST(a_file_without_an_entry_is_an_error_that_names_the_database),
        TEST(databases_of_another_form_are_refused_at_their_place),
        TEST(an_open_quote_in_a_command_is_an_error),
        TEST(a_database_that_is_not_there_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
