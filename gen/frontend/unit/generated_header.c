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

const char *gen_generated_header_missing(gen_arena *arena, const char *error)
{
    const char *end = strstr(error, ".custub.h' file not found");

    if (*error != '\'' || !end)
        return NULL;
    return gen_arena_copy(arena, error + 1, (size_t)(end - error) - 1 + strlen(suffix));
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

bool gen_generated_headers_add(gen_generated_headers **list, gen_arena *arena, const char *name)
{
    const char *end = name + strlen(name) - strlen(suffix);
    const char *begin = end;
    const char *stem;

    while (begin > name && is_word(begin[-1]))
        begin--;
    if (begin == end)
        return false;
    stem = gen_arena_copy(arena, begin, (size_t)(end - begin));
    for (; *list; list = &(*list)->next)
        if (strcmp((*list)->stem, stem) == 0)
            return false;
    *list = GEN_NEW(arena, gen_generated_headers);
    (*list)->stem = stem;
    return true;
}

void gen_prelude_write_generated(gen_text *out, const gen_generated_headers *headers)
{
    if (headers)
        gen_text_puts(out, "#include <custub/stub.h>\n");
    for (; headers; headers = headers->next)
        gen_text_printf(out, "struct %s_kernels { custub_library *library; };\n", headers->stem);
}
