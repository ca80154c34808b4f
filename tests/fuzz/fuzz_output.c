#include "fuzz_output.h"

#include "cpu_image/cpu_source.h"
#include "fuzz_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void fuzz_fail(const char *what, const char *text)
{
    fprintf(stderr, "custub's fuzzer: %s, in:\n%s\n", what, text ? text : "(nothing)");
    abort();
}

void fuzz_print_diagnostics(const gen_diag *diag)
{
    static FILE *nowhere;

    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    if (nowhere)
        gen_diag_print(diag, nowhere);
}

/* --- C --------------------------------------------------------------------------------------- */

/* The end of the string that starts at `c`. */
static const char *skip_string(const char *c, const char *whole)
{
    for (c++; *c != '"'; c++) {
        if ((unsigned char)*c < 0x20)
            fuzz_fail("a string has no end, or a control character", whole);
        if (*c != '\\')
            continue;
        if (strchr("\"\\?", c[1]) && c[1])
            c++;
        else if (strspn(c + 1, "01234567") >= 3)
            c += 3;
        else
            fuzz_fail("a string has an escape that is never written", whole);
    }
    if (!strchr(",;)} \n", c[1]))
        fuzz_fail("a string continues past its end", whole);
    return c + 1;
}

static const char *skip_comment(const char *c, const char *whole)
{
    for (c += 2; strncmp(c, "*/", 2) != 0; c++) {
        if (!*c)
            fuzz_fail("a comment has no end", whole);
        if (((unsigned char)*c < 0x20 && *c != '\n') || strncmp(c, "/*", 2) == 0 ||
            strncmp(c, "\\\n", 2) == 0)
            fuzz_fail("a comment holds text that no comment may hold", whole);
    }
    return c + 2;
}

void fuzz_check_c(const gen_text *text)
{
    const char *c = text->data;

    if (text->failed || !c || strlen(c) != text->length)
        fuzz_fail("the text is not whole", c);
    if (strstr(c, "??"))
        fuzz_fail("a trigraph", c);
    if (!fuzz_is_utf8(c))
        fuzz_fail("no UTF-8", c);
    while (*c) {
        if (*c == '"')
            c = skip_string(c, text->data);
        else if (strncmp(c, "/*", 2) == 0)
            c = skip_comment(c, text->data);
        else if (strncmp(c, "*/", 2) == 0 || strncmp(c, "//", 2) == 0 || strchr("\\'`@", *c) ||
                 ((unsigned char)*c < 0x20 && *c != '\n'))
            fuzz_fail("code holds what emitters never write", c);
        else
            c++;
    }
}

void fuzz_check_json(const gen_text *text)
{
    const char *end;

    if (text->failed || !text->data || strlen(text->data) != text->length)
        fuzz_fail("the text is not whole", text->data);
    end = fuzz_json_skip(text->data);
    if (!end || strcmp(end, "\n") != 0)
        fuzz_fail("no JSON", text->data);
    if (!fuzz_is_utf8(text->data))
        fuzz_fail("no UTF-8", text->data);
}

/* 64-bit FNV-1a. */
static uint64_t add_to_hash(uint64_t hash, const gen_text *text)
{
    for (size_t i = 0; i < text->length; i++)
        hash = (hash ^ (unsigned char)text->data[i]) * UINT64_C(1099511628211);
    return hash;
}

uint64_t fuzz_check_emitted(const gen_model *model, gen_arena *arena, const char *include)
{
    static const char *const outputs[] = {"out/x.custub.h"};
    const gen_options options = {.include = include, .linked = true};
    const gen_c_names *names = gen_c_names_choose(model, arena, include != NULL);
    uint64_t hash = UINT64_C(14695981039346656037);
    gen_text texts[7];

    for (size_t i = 0; i < 7; i++)
        gen_text_initialize(&texts[i]);
    gen_emit_header(&texts[0], names, arena, &options);
    gen_emit_source(&texts[1], names);
    gen_emit_json(&texts[2], model);
    gen_emit_cpu(&texts[3], model, arena);
    gen_emit_list(&texts[4], model, 40);
    gen_emit_depfile(&texts[5], model, outputs, 1);
    gen_emit_nvcc(&texts[6], model, arena, &options);
    fuzz_check_c(&texts[0]);
    fuzz_check_c(&texts[1]);
    fuzz_check_json(&texts[2]);
    for (size_t i = 0; i < 7; i++) {
        if (texts[i].failed || !texts[i].length)
            fuzz_fail("an emitter wrote nothing", model->path);
        hash = add_to_hash(hash, &texts[i]);
        gen_text_deinitialize(&texts[i]);
    }
    return hash ? hash : 1;
}

/* --- Texts inside others --------------------------------------------------------------------- */

/* The next byte of a C string literal. */
static char c_byte(const char **at)
{
    const char *c = *at;

    if (*c != '\\') {
        *at = c + 1;
        return *c;
    }
    if (c[1] >= '0' && c[1] <= '7') {
        *at = c + 4;
        return (char)((c[1] - '0') << 6 | (c[2] - '0') << 3 | (c[3] - '0'));
    }
    *at = c + 2;
    return c[1];
}

static void check_c_string(const char *string)
{
    gen_text text;
    const char *at;

    gen_text_initialize(&text);
    gen_text_c_string(&text, string);
    gen_text_puts(&text, ";\n");
    fuzz_check_c(&text);
    at = text.data + 1;
    for (const char *c = string; *c; c++)
        if (c_byte(&at) != *c)
            fuzz_fail("a C string says something else", text.data);
    if (strcmp(at, "\";\n") != 0)
        fuzz_fail("a C string says more", text.data);
    gen_text_deinitialize(&text);
}

static void check_json_string(const char *string)
{
    gen_text text;
    char *read;

    gen_text_initialize(&text);
    gen_text_json_string(&text, string);
    gen_text_puts(&text, "\n");
    fuzz_check_json(&text);
    read = fuzz_json_string(text.data);
    if (fuzz_is_utf8(string) && strcmp(read, string) != 0)
        fuzz_fail("a JSON string says something else", text.data);
    free(read);
    gen_text_deinitialize(&text);
}

static void check_comment(const char *string)
{
    gen_text text;

    gen_text_initialize(&text);
    gen_text_puts(&text, "/*");
    gen_text_comment(&text, string);
    gen_text_puts(&text, "\n */\n");
    fuzz_check_c(&text);
    if (strlen(string) + strlen("/*\n */\n") > text.length)
        fuzz_fail("a comment lacks a part", text.data);
    if (strchr(text.data, '\n') != strstr(text.data, "\n */\n") || !strstr(text.data, "\n */\n"))
        fuzz_fail("a comment has two lines", text.data);
    gen_text_deinitialize(&text);
}

void fuzz_check_quoting(const char *string)
{
    check_c_string(string);
    check_json_string(string);
    check_comment(string);
}

/* --- Depfiles -------------------------------------------------------------------------------- */

/* Reads one file name as make does; returns where it ends. */
static const char *read_make_name(const char *c, char *name)
{
    for (; *c && *c != ' ' && *c != '\n' && *c != ':'; c++) {
        size_t backslashes = strspn(c, "\\");
        if (backslashes && strchr(" #:\n", c[backslashes]) && c[backslashes]) {
            memset(name, '\\', backslashes / 2);
            name += backslashes / 2;
            c += backslashes;
            if (backslashes % 2 == 0) /* only escaped backslashes: the name ends */
                break;
        } else if (c[0] == '$' && c[1] == '$') {
            c++;
        }
        *name++ = *c;
    }
    *name = '\0';
    return c;
}

/* Skips `text`, which must be at `c`. */
static const char *expect(const char *c, const char *text, const char *whole)
{
    if (strncmp(c, text, strlen(text)) != 0)
        fuzz_fail("the depfile holds something else", whole);
    return c + strlen(text);
}

void fuzz_check_depfile(const char *name)
{
    gen_file_name last = {NULL, "last.h"};
    gen_file_name first = {&last, name};
    gen_model model = {.dependencies = &first};
    bool is_assignment = strchr(name, '=') != NULL; /* to make, if it is the first name */
    gen_text text;
    char *read = malloc(2 * strlen(name) + 1);
    const char *c;

    if (!read || !*name) {
        free(read);
        return;
    }
    gen_text_initialize(&text);
    gen_emit_depfile(&text, &model, &name, 1);
    c = read_make_name(text.data, read);
    c = expect(c, is_assignment ? ": \\\n  last.h \\\n  " : ": \\\n  ", text.data);
    c = read_make_name(c, read);
    expect(c, is_assignment ? "\n" : " \\\n  last.h\n", text.data);
    for (size_t i = 0; i <= strlen(name); i++) {
        bool is_hidden = name[i] && ((unsigned char)name[i] < 0x20 || strchr("\x7f;|", name[i]));
        if (read[i] != (is_hidden ? '?' : name[i]))
            fuzz_fail("a dependency is called something else", text.data);
    }
    gen_text_deinitialize(&text);
    free(read);
}
