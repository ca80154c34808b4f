/* What the front end saw of a body, as text. */
#include "reader.h"

#include "body_scan.h"

#include <string.h>

/* Behind a string, at whose quote the scan stands. False if it does not end. */
static bool skip_string(gen_scan *scan)
{
    const char *at = scan->next;

    while (at < scan->end && *at != '"')
        at += *at == '\\' && scan->end - at > 1 ? 2 : 1;
    if (at >= scan->end)
        return false;
    scan->next = at + 1;
    gen_scan_advance(scan);
    return true;
}

/* Stands at the body's brace, behind the name, the parameters and attributes with their texts. */
static bool find_body(gen_scan *scan)
{
    size_t depth = 0;

    while (depth > 0 || !gen_scan_at(scan, "{")) {
        if (gen_scan_at_end(scan))
            return false;
        if (gen_scan_at(scan, "\"")) {
            if (!skip_string(scan))
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

const char *gen_read_print(gen_reader *reader, CXCursor function)
{
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(function);
    CXString printed = clang_getCursorPrettyPrinted(function, policy);
    const char *text = clang_getCString(printed);
    const char *body = text ? body_of(reader, text) : NULL;

    clang_disposeString(printed);
    clang_PrintingPolicy_dispose(policy);
    return body;
}
