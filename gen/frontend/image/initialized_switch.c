#include "frontend/image/initialized_switch.h"

#include "support/body_scan.h"

#include <string.h>

/* Prints the whole function, without macros and comments; null if that fails. */
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
