#include "contract/meaning.h"

#include "contract/looked_up.h"
#include "contract/token.h"

#include <string.h>

/* The position of a name; -1 if it has none. */
static int position_of(const char *const *names, size_t count, const gen_expr_token *token)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == token->length && memcmp(names[i], token->begin, token->length) == 0)
            return (int)i;
    return -1;
}

static const gen_named *named_at(const gen_annotation *annotation, const char *at, size_t length,
                                 bool is_size)
{
    const gen_named *named = annotation->named;

    while (named && (named->is_size != is_size || strlen(named->text) != length ||
                     memcmp(named->text, at, length) != 0))
        named = named->next;
    return named && named->value ? named : NULL;
}

/* The longest name at this token that the compiler has looked up. */
static const gen_named *longest_at(const gen_annotation *annotation, const char *at)
{
    const gen_named *found = NULL;

    for (const gen_named *n = annotation->named; n; n = n->next) {
        size_t length = strlen(n->text);
        if (!n->is_size && n->value && strncmp(n->text, at, length) == 0 &&
            !gen_expr_is_name_part(at[length]) && (!found || length > strlen(found->text)))
            found = n;
    }
    return found;
}

static const char *value_text(gen_arena *arena, const gen_named *named)
{
    return gen_arena_format(arena, "%s%llu", named->value->negative ? "-" : "",
                            (unsigned long long)named->value->bits);
}

/* The general form of the token, or of the looked-up name that begins with it. Sets *end to the end
 * of what it replaces. */
static const char *general(gen_arena *arena, const gen_annotation *annotation,
                           const gen_expr_token *token, const char **end)
{
    const gen_parameter_names *names = annotation->names;
    const gen_named *named = longest_at(annotation, token->begin);
    int position = names ? position_of(names->data, names->count, token) : -1;

    *end = token->begin + token->length;
    if (position >= 0)
        return gen_arena_format(arena, "#%d", position);
    position = names ? position_of(names->templates, names->template_count, token) : -1;
    if (position >= 0)
        return gen_arena_format(arena, "T%d", position);
    if (named) {
        *end = token->begin + strlen(named->text);
        return value_text(arena, named);
    }
    return gen_arena_copy(arena, token->begin, token->length);
}

static const char *meaning_of(gen_arena *arena, const gen_annotation *annotation)
{
    gen_expr_token token = gen_expr_token_next(annotation->text);
    const char *meaning = "";
    bool is_field = false;

    while (token.kind != GEN_EXPR_TOKEN_END) {
        const char *end = token.begin + token.length;
        const char *text = gen_arena_copy(arena, token.begin, token.length);
        const char *close;
        const gen_named *size = NULL;
        if (gen_expr_token_is(&token, "sizeof")) {
            gen_expr_token open = gen_expr_token_next(end);
            close =
                gen_expr_token_is(&open, "(") ? gen_expr_closing_parenthesis(open.begin + 1) : NULL;
            size =
                close ? named_at(annotation, open.begin + 1, (size_t)(close - open.begin - 1), true)
                      : NULL;
            if (size) {
                text = value_text(arena, size);
                end = close + 1;
            }
        } else if (token.kind != GEN_EXPR_TOKEN_NUMBER && !is_field) {
            text = general(arena, annotation, &token, &end);
        }
        is_field = gen_expr_token_is(&token, ".");
        meaning = gen_arena_format(arena, "%s %s", meaning, text);
        token = gen_expr_token_next(end);
    }
    return meaning;
}

bool gen_expr_means_same(gen_arena *arena, const gen_annotation *a, const gen_annotation *b)
{
    return a->kind == b->kind && strcmp(meaning_of(arena, a), meaning_of(arena, b)) == 0;
}
