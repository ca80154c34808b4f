#include "emit/assertions/namespace_scope.h"

#include <string.h>

size_t gen_emit_open_namespaces(gen_text *out, const char *enclosing)
{
    size_t count = 0;

    while (*enclosing) {
        const char *separator = strstr(enclosing, "::");
        size_t length = separator ? (size_t)(separator - enclosing) : strlen(enclosing);

        gen_text_puts(out, "namespace ");
        if (length > 0 && enclosing[0] != '(')
            gen_text_append(out, enclosing, length);
        gen_text_puts(out, "\n{\n");
        count++;
        enclosing += length + (separator ? 2 : 0);
    }
    return count;
}

void gen_emit_scope(gen_text *out, const char *enclosing)
{
    gen_text_puts(out, "::");
    while (*enclosing) {
        const char *separator = strstr(enclosing, "::");
        size_t length = separator ? (size_t)(separator - enclosing) : strlen(enclosing);

        if (enclosing[0] != '(') {
            gen_text_append(out, enclosing, length);
            gen_text_puts(out, "::");
        }
        enclosing += length + (separator ? 2 : 0);
    }
}
