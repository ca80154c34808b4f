/* Prints what the front end saw of a body. */
#include "frontend/image/printed_body.h"

#include "support/body_scan.h"

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

bool gen_read_has_initialized_switch(gen_reader *reader, CXCursor function)
{
    const char *text = print(reader, function);
    gen_scan scan;

    if (!text)
        return true;
    gen_scan_begin(&scan, text, (gen_source_range){0, strlen(text)});
    while (!gen_scan_at_end(&scan)) {
        if (gen_scan_at(&scan, "\"") || gen_scan_at(&scan, "'")) {
            if (!gen_scan_skip_quoted(&scan))
                return true;
        } else if (gen_scan_take(&scan, "switch")) {
            const char *head = scan.token.text;
            if (!gen_scan_skip_brackets(&scan) ||
                memchr(head, ';', (size_t)(scan.token.text - head)))
                return true;
        } else {
            gen_scan_advance(&scan);
        }
    }
    return false;
}
