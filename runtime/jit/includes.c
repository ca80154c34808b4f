#include "jit/includes.h"

#include <string.h>

#define NAME_SIZE 4096 /* bytes */

typedef struct reader {
    const char *at;
    bool has_raw_strings; /* they may contain comment marks, so block comments are read, too */
    bool is_directive;    /* what was read of the line may be a directive */
    char name[NAME_SIZE];
} reader;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* A backslash at the end of a line joins it with the next one. */
static void skip_joints(reader *r)
{
    for (;;) {
        if (r->at[0] == '\\' && r->at[1] == '\n')
            r->at += 2;
        else if (r->at[0] == '\\' && r->at[1] == '\r' && r->at[2] == '\n')
            r->at += 3;
        else
            return;
    }
}

static char peek(reader *r)
{
    skip_joints(r);
    return *r->at;
}

/* The character after the next one. */
static char peek_second(const reader *r)
{
    reader ahead = {.at = r->at};

    skip_joints(&ahead);
    if (*ahead.at)
        ahead.at++;
    skip_joints(&ahead);
    return *ahead.at;
}

static char next(reader *r)
{
    const char c = peek(r);

    if (c)
        r->at++;
    return c;
}

/* --- What is passed over --------------------------------------------------------------------- */

static void skip_line(reader *r)
{
    while (peek(r) && peek(r) != '\n')
        next(r);
}

static void skip_block_comment(reader *r)
{
    next(r);
    next(r);
    while (peek(r) && !(peek(r) == '*' && peek_second(r) == '/'))
        next(r);
    next(r);
    next(r);
}

/* Skips a string or a character constant. A quote without an end on its line is skipped alone: an
 * apostrophe. */
static void skip_quoted(reader *r)
{
    const char quote = next(r);
    const char *begin;

    skip_joints(r);
    begin = r->at;
    while (peek(r) && peek(r) != '\n') {
        const char c = next(r);
        if (c == quote)
            return;
        if (c == '\\')
            next(r);
    }
    r->at = begin;
}

/* --- Names ----------------------------------------------------------------------------------- */

/* Reads <name> or "name" into r->name. False: something else is there. */
static bool read_name(reader *r)
{
    size_t length = 0;
    char end;

    while (peek(r) == ' ' || peek(r) == '\t' || peek(r) == '(')
        next(r);
    end = peek(r) == '<' ? '>' : '"';
    if (peek(r) != '<' && peek(r) != '"')
        return false;
    for (next(r); peek(r) != end; length++) {
        if (!peek(r) || peek(r) == '\n' || length + 1 == NAME_SIZE)
            return false;
        r->name[length] = next(r);
    }
    next(r);
    r->name[length] = '\0';
    return true;
}

/* True if a file's name follows the word. */
static bool takes_name(const reader *r, const char *word)
{
    static const char *const directives[] = {"include", "include_next", "import", "embed"};
    static const char *const questions[] = {"__has_include", "__has_include_next", "__has_embed"};

    for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++)
        if (strcmp(word, questions[i]) == 0)
            return true;
    for (size_t i = 0; r->is_directive && i < sizeof(directives) / sizeof(directives[0]); i++)
        if (strcmp(word, directives[i]) == 0)
            return true;
    return false;
}

/* Reads a word or a number, with the apostrophes in a number. */
static void read_word(reader *r, char *word, size_t size)
{
    const bool is_number = peek(r) >= '0' && peek(r) <= '9';
    size_t length = 0;

    while (is_letter(peek(r)) || (is_number && peek(r) == '\'' && is_letter(peek_second(r)))) {
        const char c = next(r);
        if (length + 1 < size)
            word[length++] = c;
    }
    word[length] = '\0';
}

/* --- The text -------------------------------------------------------------------------------- */

/* Passes over one thing that is not a word. */
static void skip_one(reader *r)
{
    const char c = peek(r);
    const char second = peek_second(r);

    if (c == '/' && second == '/') {
        skip_line(r);
    } else if (c == '/' && second == '*' && !r->has_raw_strings) {
        skip_block_comment(r);
    } else if ((c == '"' || c == '\'') && !r->has_raw_strings) {
        skip_quoted(r);
    } else {
        if (c == '\n')
            r->is_directive = false;
        else if (c == '#' || (c == '%' && second == ':'))
            r->is_directive = true;
        next(r);
    }
}

bool custubi_includes_visit(const char *text, bool (*found)(const char *name, void *data),
                            void *data)
{
    reader r = {.at = text, .has_raw_strings = strstr(text, "R\"") != NULL};
    char word[32];

    if (strstr(text, "\?\?/") || strstr(text, "\?\?=")) /* trigraphs: \ and # */
        return false;
    while (peek(&r)) {
        if (!is_letter(peek(&r))) {
            skip_one(&r);
            continue;
        }
        read_word(&r, word, sizeof(word));
        if (takes_name(&r, word) && (!read_name(&r) || !found(r.name, data)))
            return false;
    }
    return true;
}
