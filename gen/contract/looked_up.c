#include "contract/looked_up.h"

#include "contract/token.h"

#include <string.h>

typedef struct name_list {
    gen_arena *arena;
    gen_expr_knows *knows;
    const void *data;
    gen_named *first;
    gen_named **last;
} name_list;

static void add(name_list *list, const char *text, bool is_size)
{
    gen_named *named = list->first;

    while (named && (named->is_size != is_size || strcmp(named->text, text) != 0))
        named = named->next;
    if (named)
        return;
    named = GEN_NEW(list->arena, gen_named);
    *named = (gen_named){.text = text, .is_size = is_size};
    *list->last = named;
    list->last = &named->next;
}

const char *gen_expr_closing_parenthesis(const char *text)
{
    size_t depth = 1;

    for (; *text; text++) {
        if (*text == '(')
            depth++;
        else if (*text == ')' && --depth == 0)
            return text;
    }
    return NULL;
}

bool gen_expr_is_word(const char *name)
{
    static const char *const words[] = {
        "true",     "false",       "sizeof",           "gridDim",    "blockDim",    "threadIdx",
        "blockIdx", "static_cast", "reinterpret_cast", "const_cast", "dynamic_cast"};

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strcmp(name, words[i]) == 0)
            return true;
    return false;
}

/* False for text that cannot be a type, and for `long double`, which has 8 bytes on the device and
 * 16 on the host. */
static bool may_be_type(const char *type)
{
    bool is_double = false;
    bool is_long = false;

    for (gen_expr_token token = gen_expr_token_next(type); token.kind != GEN_EXPR_TOKEN_END;
         token = gen_expr_token_next(token.begin + token.length)) {
        if (token.kind == GEN_EXPR_TOKEN_BAD)
            return false;
        is_double |= gen_expr_token_is(&token, "double");
        is_long |= gen_expr_token_is(&token, "long");
    }
    return !is_double || !is_long;
}

/* Skips the parentheses after the ELEMENT of a CUSTUB_FIELD. check.c knows the types in them. */
static const char *skip_parentheses(const char *at)
{
    gen_expr_token open = gen_expr_token_next(at);
    const char *close =
        gen_expr_token_is(&open, "(") ? gen_expr_closing_parenthesis(open.begin + 1) : NULL;

    return close ? close + 1 : at;
}

/* Reads what follows `sizeof`. Returns its end. */
static const char *read_size(name_list *list, const char *at)
{
    gen_expr_token open = gen_expr_token_next(at);
    const char *close =
        gen_expr_token_is(&open, "(") ? gen_expr_closing_parenthesis(open.begin + 1) : NULL;
    gen_expr_token first = gen_expr_token_next(close ? open.begin + 1 : at);
    gen_expr_known known;
    const char *type;

    if (!close)
        return at;
    type = gen_arena_copy(list->arena, open.begin + 1, (size_t)(close - open.begin - 1));
    known = list->knows(list->data, gen_arena_copy(list->arena, first.begin, first.length));
    if (known == GEN_EXPR_UNKNOWN ||
        (known == GEN_EXPR_ARGUMENT &&
         gen_expr_token_next(first.begin + first.length).begin != close))
        if (!gen_expr_size_of_words(type) && may_be_type(type))
            add(list, type, true);
    return close + 1;
}

/* Reads `name`, `name::name` or `::name`. Returns its end. */
static const char *read_name(name_list *list, gen_expr_token token)
{
    const char *begin = token.begin;
    const char *end = begin + token.length;
    const char *first = gen_arena_copy(list->arena, begin, token.length);
    const char *name = "";
    gen_expr_known known;

    while (token.kind == GEN_EXPR_TOKEN_NAME || gen_expr_token_is(&token, "::")) {
        bool is_name = token.kind == GEN_EXPR_TOKEN_NAME;
        name = gen_arena_format(list->arena, "%s%.*s", name, (int)token.length, token.begin);
        end = token.begin + token.length;
        token = gen_expr_token_next(end);
        if (is_name && !gen_expr_token_is(&token, "::"))
            break;
    }
    known = list->knows(list->data, first);
    if (known == GEN_EXPR_PLACE || (known == GEN_EXPR_ARGUMENT && strcmp(name, first) == 0))
        return end;
    if (!gen_expr_token_is(&token, "(") && !gen_expr_is_word(first) &&
        !gen_expr_size_of_words(first))
        add(list, name, false);
    return end;
}

gen_named *gen_expr_looked_up(gen_arena *arena, const char *text, gen_expr_knows *knows,
                              const void *data)
{
    name_list list = {.arena = arena, .knows = knows, .data = data};
    gen_expr_token token = gen_expr_token_next(text);
    bool is_field = false; /* the previous token was a `.` */

    list.last = &list.first;
    while (token.kind != GEN_EXPR_TOKEN_END) {
        const char *end = token.begin + token.length;
        bool begins_name = token.kind == GEN_EXPR_TOKEN_NAME || gen_expr_token_is(&token, "::");
        if (gen_expr_token_is(&token, "sizeof"))
            end = read_size(&list, end);
        else if (gen_expr_token_is(&token, "ELEMENT"))
            end = skip_parentheses(end);
        else if (begins_name && !is_field)
            end = read_name(&list, token);
        is_field = gen_expr_token_is(&token, ".") || gen_expr_token_is(&token, "->");
        token = gen_expr_token_next(end);
    }
    return list.first;
}
