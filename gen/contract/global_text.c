#include "contract/global_text.h"

bool gen_expr_is_keyword(const gen_expr_token *token)
{
    static const char *const words[] = {
        "bool",  "char",     "double",   "float",    "int",     "long",     "short",
        "void",  "signed",   "unsigned", "const",    "struct",  "class",    "union",
        "enum",  "volatile", "typename", "char8_t",  "wchar_t", "char16_t", "char32_t",
        "_Bool", "true",     "false",    "__int128", "sizeof",  "alignof",  "__restrict__"};

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (gen_expr_token_is(token, words[i]))
            return true;
    return false;
}

const char *gen_expr_global_text(gen_arena *arena, const char *type)
{
    const char *done = type;
    const char *text = "";
    bool is_qualified = false;

    for (gen_expr_token token = gen_expr_token_next(type); token.kind != GEN_EXPR_TOKEN_END;
         token = gen_expr_token_next(token.begin + token.length)) {
        if (token.kind == GEN_EXPR_TOKEN_NAME && !is_qualified && !gen_expr_is_keyword(&token)) {
            text = gen_arena_format(arena, "%s%.*s::", text, (int)(token.begin - done), done);
            done = token.begin;
        }
        is_qualified = gen_expr_token_is(&token, "::");
    }
    return gen_arena_format(arena, "%s%s", text, done);
}
