/* Prints what the front end saw of a body. */
#include "frontend/image/printed_body.h"

#include "support/body_scan.h"
#include "frontend/unit/prelude.h"

#include <string.h>

/* Moves to the body's brace, past the name, the parameters and the attributes. */
static bool find_body(gen_scan *scan)
{
    size_t depth = 0;

    while (depth > 0 || !gen_scan_at(scan, "{")) {
        if (gen_scan_at_end(scan))
            return false;
        if (gen_scan_at(scan, "\"")) {
            if (!gen_scan_skip_quoted(scan))
                return false;
            continue;
        }
        if (gen_scan_at(scan, "("))
            depth++;
        if (gen_scan_at(scan, ")"))
            depth--;
        gen_scan_advance(scan);
    }
    return true;
}

static const char *body_of(gen_reader *reader, const char *text)
{
    const gen_source_range whole = {0, strlen(text)};
    const char *end = strrchr(text, '}');
    gen_scan scan;
    char *body;

    gen_scan_begin(&scan, text, whole);
    if (!end || !find_body(&scan) || scan.next > end)
        return NULL;
    body = gen_arena_string(reader->arena, scan.next);
    body[end - scan.next] = '\0';
    return body;
}

/* Prints the whole function; null if that fails. */
static const char *print(gen_reader *reader, CXCursor function)
{
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(function);
    CXString printed = clang_getCursorPrettyPrinted(function, policy);
    const char *text = clang_getCString(printed);

    text = text ? gen_arena_string(reader->arena, text) : NULL;
    clang_disposeString(printed);
    clang_PrintingPolicy_dispose(policy);
    return text;
}

const char *gen_read_print(gen_reader *reader, CXCursor function)
{
    const char *text = print(reader, function);

    return text ? body_of(reader, text) : NULL;
}

/* --- switch (init; condition) ----------------------------------------------------------------- */

/* What a search of a function's text has found. */
typedef struct switch_search {
    unsigned plain;    /* statements without an initializer */
    const char *unfit; /* what a host compiler cannot build in an initializer, or null */
} switch_search;

static const char *unfit_token(gen_reader *reader, gen_token token)
{
    if (gen_token_is(token, "asm"))
        return "inline PTX";
    if (gen_token_is_name(token) &&
        gen_prelude_has_texture_function(gen_arena_copy(reader->arena, token.text, token.length)))
        return "textures and surfaces";
    return NULL;
}

/* Reads the head of a `switch`, from its parenthesis. */
static void read_head(gen_reader *reader, switch_search *search, gen_scan scan)
{
    const char *unfit = NULL;
    size_t depth = 0;

    for (; !gen_scan_at_end(&scan); gen_scan_advance(&scan)) {
        char c = *scan.token.text;
        if (c == '(' || c == '[' || c == '{')
            depth++;
        else if (c == ')' || c == ']' || c == '}')
            depth--;
        if (depth == 0)
            break;
        if (c == ';' && depth == 1) {
            search->unfit = search->unfit ? search->unfit : unfit;
            return;
        }
        unfit = unfit ? unfit : unfit_token(reader, scan.token);
        if ((c == '"' || c == '\'') && !gen_scan_skip_quoted(&scan))
            return;
    }
    search->plain++;
}

static switch_search find_switches(gen_reader *reader, CXCursor function)
{
    const char *text = print(reader, function);
    switch_search search = {0};
    gen_scan scan;

    if (!text)
        return search;
    gen_scan_begin(&scan, text, (gen_source_range){0, strlen(text)});
    while (!gen_scan_at_end(&scan)) {
        if (gen_scan_at(&scan, "\"") || gen_scan_at(&scan, "'")) {
            if (!gen_scan_skip_quoted(&scan))
                return search;
        } else if (gen_scan_take(&scan, "switch")) {
            read_head(reader, &search, scan);
        } else {
            gen_scan_advance(&scan);
        }
    }
    return search;
}

bool gen_read_has_initialized_switch(gen_reader *reader, CXCursor function, unsigned count)
{
    return count > 0 && find_switches(reader, function).plain < count;
}

const char *gen_read_unfit_switch(gen_reader *reader, CXCursor function)
{
    return find_switches(reader, function).unfit;
}
