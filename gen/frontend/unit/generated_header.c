#include "frontend/unit/generated_header.h"

#include <ctype.h>
#include <string.h>

static const char suffix[] = ".custub.h";

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text);
    size_t end_length = strlen(end);

    return length > end_length && strcmp(text + length - end_length, end) == 0;
}

bool gen_is_generated_header(const char *name)
{
    return ends_with(name, suffix);
}

bool gen_is_generated_header_missing(const char *error)
{
    return ends_with(error, ".custub.h' file not found");
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

void gen_prelude_write_generated(gen_text *out, const char *source)
{
    for (const char *at = source; (at = strstr(at, suffix)) != NULL; at++) {
        const char *begin = at;
        while (begin > source && is_word(begin[-1]))
            begin--;
        if (begin == at || (at[sizeof(suffix) - 1] != '"' && at[sizeof(suffix) - 1] != '>'))
            continue;
        gen_text_puts(out, "#include <custub/stub.h>\n#ifndef CUSTUB_INCLUDES_");
        gen_text_append(out, begin, (size_t)(at - begin));
        gen_text_puts(out, "\n#define CUSTUB_INCLUDES_");
        gen_text_append(out, begin, (size_t)(at - begin));
        gen_text_puts(out, "\nstruct ");
        gen_text_append(out, begin, (size_t)(at - begin));
        gen_text_puts(out, "_kernels { custub_library *library; };\n#endif\n");
    }
}
