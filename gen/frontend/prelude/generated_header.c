#include "frontend/prelude/generated_header.h"

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

static gen_generated_headers *find(gen_generated_headers *list, const char *stem)
{
    while (list && strcmp(list->stem, stem) != 0)
        list = list->next;
    return list;
}

gen_generated_headers *gen_generated_headers_add(gen_generated_headers **list, gen_arena *arena,
                                                 const char *name)
{
    const char *end = name + strlen(name) - strlen(suffix);
    const char *begin = end;
    gen_generated_headers *header;
    const char *stem;

    while (begin > name && is_word(begin[-1]))
        begin--;
    if (begin == end)
        return NULL;
    stem = gen_arena_copy(arena, begin, (size_t)(end - begin));
    header = find(*list, stem);
    if (header)
        return header;
    while (*list)
        list = &(*list)->next;
    *list = GEN_NEW(arena, gen_generated_headers);
    (*list)->stem = stem;
    return *list;
}

static bool contains(gen_generated_headers *list, const gen_generated_headers *others)
{
    while (others && find(list, others->stem))
        others = others->next;
    return !others;
}

bool gen_generated_headers_equal(gen_generated_headers *a, gen_generated_headers *b)
{
    return contains(a, b) && contains(b, a);
}

bool gen_generated_header_is_of(const gen_generated_headers *header, const char *source,
                                const char *prefix)
{
    const char *slash = strrchr(source, '/');
    const char *stem = header->stem;

    source = slash ? slash + 1 : source;
    if (strncmp(stem, prefix, strlen(prefix)) == 0)
        stem += strlen(prefix);
    for (; *stem; stem++, source++)
        if (*source != *stem && (*stem != '_' || is_word(*source)))
            return false;
    return strcmp(source, ".cu") == 0;
}

void gen_prelude_write_generated(gen_text *out, const gen_generated_headers *headers)
{
    if (headers)
        gen_text_puts(out, "#include <custub/stub.h>\n");
    for (; headers; headers = headers->next)
        gen_text_printf(out, "struct %s_kernels { custub_library *library; };\n", headers->stem);
}
