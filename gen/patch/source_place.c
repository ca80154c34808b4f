#include "patch/source_place.h"

#include "support/body_scan.h"

#include <string.h>

/* True if nothing but blanks is before the token on its line. */
static bool is_directive(const gen_scan *scan)
{
    const char *at = scan->token.text;

    while (at > scan->source && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    return *scan->token.text == '#' && (at == scan->source || at[-1] == '\n');
}

/* True at the end of a line that a backslash does not continue. */
static bool is_line_end(const char *at)
{
    return *at == '\n' && at[at[-1] == '\r' ? -2 : -1] != '\\';
}

/* The end of a comment or a string that begins here; the next character if none does. */
static const char *after_comment_or_string(const char *at, const char *end)
{
    if (*at == '"') {
        for (at++; at < end && *at != '"' && *at != '\n';)
            at += *at == '\\' && end - at > 1 ? 2 : 1;
        return at < end && *at == '"' ? at + 1 : at;
    }
    if (end - at > 1 && at[0] == '/' && at[1] == '/') {
        while (at < end && *at != '\n')
            at++;
        return at;
    }
    if (end - at < 2 || at[0] != '/' || at[1] != '*')
        return at + 1;
    for (at += 2; end - at > 2 && (at[0] != '*' || at[1] != '/');)
        at++;
    return end - at > 2 ? at + 2 : end;
}

static void skip_directive(gen_scan *scan)
{
    while (scan->next < scan->end && !is_line_end(scan->next))
        scan->next = after_comment_or_string(scan->next, scan->end);
    gen_scan_advance(scan);
}

/* Skips a string whose first quote is the current token, after an R: R"x(…)x". */
static void skip_raw_string(gen_scan *scan)
{
    const char *name = scan->next;
    const char *at = memchr(name, '(', (size_t)(scan->end - name));
    const size_t length = at ? (size_t)(at - name) : 0;

    while (at && (size_t)(scan->end - at) > length + 1 &&
           (at[0] != ')' || memcmp(at + 1, name, length) != 0 || at[length + 1] != '"'))
        at++;
    scan->next = at && (size_t)(scan->end - at) > length + 1 ? at + length + 2 : scan->end;
    gen_scan_advance(scan);
}

/* Skips a string, a character, or the separator of a number's digits, after this token. */
static void skip_literal(gen_scan *scan, gen_token before)
{
    const bool is_joined = before.length && before.text + before.length == scan->token.text;

    if (is_joined && *before.text >= '0' && *before.text <= '9')
        gen_scan_advance(scan);
    else if (is_joined && *scan->token.text == '"' && scan->token.text[-1] == 'R')
        skip_raw_string(scan);
    else
        gen_scan_skip_quoted(scan);
}

size_t gen_source_place_global(const gen_model *model, size_t name)
{
    static const char *const ends[] = {";", "{", "}"};
    gen_token before = {0};
    size_t found = name;
    gen_scan scan;

    gen_scan_begin(&scan, model->source, (gen_source_range){0, name});
    while (!gen_scan_at_end(&scan)) {
        const gen_token token = scan.token;

        if (*token.text == '"' || *token.text == '\'') {
            skip_literal(&scan, before);
        } else if (is_directive(&scan)) {
            skip_directive(&scan);
        } else {
            if (GEN_TOKEN_IS_ANY(token, ends))
                found = name;
            else if (gen_scan_at(&scan, "__global__"))
                found = gen_scan_offset(&scan);
            gen_scan_advance(&scan);
        }
        before = token;
    }
    return found;
}

size_t gen_source_place_include(const gen_model *model)
{
    static const char mark[] = "\xef\xbb\xbf";
    const size_t marked = sizeof(mark) - 1;
    const size_t begin =
        model->source_length >= marked && memcmp(model->source, mark, marked) == 0 ? marked : 0;
    gen_scan scan;

    gen_scan_begin(&scan, model->source, (gen_source_range){begin, model->source_length});
    while (!gen_scan_at_end(&scan) && *scan.token.text == '#') {
        size_t offset = gen_scan_offset(&scan);

        gen_scan_advance(&scan);
        if (gen_scan_at(&scan, "include")) {
            while (offset > begin && strchr(" \t", model->source[offset - 1]))
                offset--;
            return offset;
        }
        if (scan.token.length >= 2 && memcmp(scan.token.text, "if", 2) == 0)
            return begin;
        skip_directive(&scan);
    }
    return begin;
}
