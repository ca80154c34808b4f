#include "contract/parse_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define QUOTE_LENGTH 100 /* bytes of the author's text in a message */

static const gen_expr_operand failed;

/* --- Messages */

const char *gen_expr_quote(const gen_expr_parser *parser, const char *begin, const char *end)
{
    size_t length = (size_t)(end - begin);
    size_t cut = QUOTE_LENGTH;

    if (length <= QUOTE_LENGTH)
        return gen_arena_copy(parser->arena, begin, length);
    while (cut && ((unsigned char)begin[cut] & 0xc0) == 0x80)
        cut--; /* do not split a UTF-8 character */
    return gen_arena_format(parser->arena, "%.*s...", (int)cut, begin);
}

gen_expr_operand gen_expr_fail(gen_expr_parser *parser, const char *id, const char *format, ...)
{
    const char *text = parser->annotation->text;
    va_list arguments;
    va_list again;
    int length;
    char *fact;

    va_start(arguments, format);
    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    fact = gen_arena_allocate(parser->arena, (size_t)(length < 0 ? 0 : length) + 1);
    vsnprintf(fact, (size_t)(length < 0 ? 0 : length) + 1, format, again);
    va_end(again);
    gen_diag_error(
        parser->diag, parser->annotation->place, id, "%s: %s(%s): %s",
        gen_model_subject(parser->arena, parser->kernel, parser->pointer, parser->annotation),
        parser->rules->annotation, gen_expr_quote(parser, text, text + strlen(text)), fact);
    return failed;
}

/* --- Tokens */

void gen_expr_advance(gen_expr_parser *parser)
{
    parser->end = parser->token.begin + parser->token.length;
    parser->token = gen_expr_token_next(parser->end);
}

bool gen_expr_expect(gen_expr_parser *parser, const char *mark)
{
    if (!gen_expr_token_is(&parser->token, mark)) {
        gen_expr_unexpected(parser, gen_arena_format(parser->arena, "'%s'", mark));
        return false;
    }
    gen_expr_advance(parser);
    return true;
}

static bool is_among(const gen_expr_token *token, const char *const marks[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (gen_expr_token_is(token, marks[i]))
            return true;
    }
    return false;
}

/* Says why contracts do not have an operator of C++. Null if there is nothing special to say. */
static const char *advice_on(const gen_expr_token *token, const char **id)
{
    static const char *const assignments[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};

    if (is_among(token, assignments, sizeof(assignments) / sizeof(assignments[0]))) {
        *id = "expr-assignment";
        return "would change a value, but a contract only computes; use '==' to compare";
    }
    *id = "expr-syntax";
    if (gen_expr_token_is(token, "~"))
        return "is not in the language of contracts, whose numbers have no fixed width; use "
               "arithmetic, for example n / 4 * 4";
    *id = "expr-dereference";
    if (gen_expr_token_is(token, "->") || gen_expr_token_is(token, "*"))
        return "reads device memory through a pointer, which a check before the launch cannot "
               "do; pass the number as a parameter of its own";
    *id = "expr-syntax";
    return NULL;
}

gen_expr_operand gen_expr_unexpected(gen_expr_parser *parser, const char *wanted)
{
    const gen_expr_token *token = &parser->token;
    const char *text = gen_expr_quote(parser, token->begin, token->begin + token->length);
    const char *id;
    const char *advice = advice_on(token, &id);

    if (token->kind == GEN_EXPR_TOKEN_END)
        return gen_expr_fail(parser, "expr-syntax", "the expression ends too early; write %s",
                             wanted);
    if (token->kind == GEN_EXPR_TOKEN_BAD)
        return gen_expr_fail(parser, token->id, "'%s' %s", text, token->problem);
    if (advice)
        return gen_expr_fail(parser, id, "'%s' %s", text, advice);
    return gen_expr_fail(parser, "expr-syntax", "'%s' is not expected here; write %s", text,
                         wanted);
}

gen_expr_operand gen_expr_fail_after(gen_expr_parser *parser)
{
    const char *id;

    if (parser->token.kind == GEN_EXPR_TOKEN_BAD || advice_on(&parser->token, &id))
        return gen_expr_unexpected(parser, "the end");
    return gen_expr_fail(
        parser, "expr-trailing",
        "'%s' follows the complete expression '%s'; join them by an operator, or remove it",
        gen_expr_quote(parser, parser->token.begin, parser->token.begin + parser->token.length),
        gen_expr_quote(parser, parser->text, parser->end));
}
