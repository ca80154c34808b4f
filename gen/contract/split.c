#include "contract/expression.h"

#include "contract/token.h"

#include <string.h>

static const char *trimmed(gen_arena *arena, const char *begin, const char *end)
{
    while (begin < end && gen_expr_is_space(*begin))
        begin++;
    while (begin < end && gen_expr_is_space(end[-1]))
        end--;
    return gen_arena_copy(arena, begin, (size_t)(end - begin));
}

/* The first such character outside brackets, or the end of the text. */
static const char *top_level_end(const char *text, char c)
{
    size_t depth = 0;

    for (; *text && (*text != c || depth); text++) {
        if (strchr("([{", *text))
            depth++;
        else if (strchr(")]}", *text) && depth)
            depth--;
    }
    return text;
}

/* The first top-level operator made of two such characters, or the end of the text. */
static const char *pair_end(const char *text, char c)
{
    size_t depth = 0;

    for (; *text && (text[0] != c || text[1] != c || depth); text++) {
        if (strchr("([{", *text))
            depth++;
        else if (strchr(")]}", *text) && depth)
            depth--;
    }
    return text;
}

size_t gen_expr_split_conjuncts(gen_arena *arena, const char *text, const char **parts,
                                size_t limit)
{
    size_t count = 0;
    bool is_chain = !*pair_end(text, '|') && !*top_level_end(text, '?');

    for (;;) {
        const char *end = is_chain ? pair_end(text, '&') : text + strlen(text);
        if (count < limit)
            parts[count] = trimmed(arena, text, end);
        count++;
        if (!*end)
            return count;
        text = end + 2;
    }
}

size_t gen_expr_split(gen_arena *arena, const char *text, const char **parts, size_t limit)
{
    size_t count = 0;

    while (gen_expr_is_space(*text))
        text++;
    if (!*text)
        return 0;
    for (;;) {
        const char *end = top_level_end(text, ',');
        if (count < limit)
            parts[count] = trimmed(arena, text, end);
        count++;
        if (!*end)
            return count;
        text = end + 1;
    }
}
