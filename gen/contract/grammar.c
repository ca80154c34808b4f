#include "contract/parse_state.h"

#include <string.h>

static const gen_expr_operand failed;

typedef struct infix {
    const char *mark;
    int precedence;
    custub_op op;
} infix;

enum { LOWEST = 1, EQUALITY = 6, RELATION = 7 };

/* C's binary operators, with C's precedence. */
static const infix infixes[] = {
    {"||", LOWEST, CUSTUB_OP_OR},
    {"&&", 2, CUSTUB_OP_AND},
    {"|", 3, CUSTUB_OP_BIT_OR},
    {"^", 4, CUSTUB_OP_BIT_XOR},
    {"&", 5, CUSTUB_OP_BIT_AND},
    {"==", EQUALITY, CUSTUB_OP_EQUAL},
    {"!=", EQUALITY, CUSTUB_OP_NOT_EQUAL},
    {"<", RELATION, CUSTUB_OP_LESS},
    {"<=", RELATION, CUSTUB_OP_LESS_EQUAL},
    {">", RELATION, CUSTUB_OP_GREATER},
    {">=", RELATION, CUSTUB_OP_GREATER_EQUAL},
    {"<<", 8, CUSTUB_OP_SHIFT_LEFT},
    {">>", 8, CUSTUB_OP_SHIFT_RIGHT},
    {"+", 9, CUSTUB_OP_ADD},
    {"-", 9, CUSTUB_OP_SUBTRACT},
    {"*", 10, CUSTUB_OP_MULTIPLY},
    {"/", 10, CUSTUB_OP_DIVIDE},
    {"%", 10, CUSTUB_OP_REMAINDER},
};

static gen_expr_operand read_infix(gen_expr_parser *parser, int lowest);

static gen_expr_operand read_parenthesis(gen_expr_parser *parser)
{
    const char *begin = parser->token.begin;
    gen_expr_operand operand;

    gen_expr_advance(parser);
    operand = gen_expr_read(parser);
    if (!operand.expr || !gen_expr_expect(parser, ")"))
        return failed;
    operand.begin = begin;
    operand.end = parser->end;
    operand.comparison = 0;
    return operand;
}

static gen_expr_operand read_primary(gen_expr_parser *parser)
{
    const char *begin = parser->token.begin;
    custub_int value = custub_int_of_u64(parser->token.value);

    if (parser->token.kind == GEN_EXPR_TOKEN_NUMBER) {
        gen_expr_advance(parser);
        return gen_expr_fold_constant(parser, value, begin);
    }
    if (parser->token.kind == GEN_EXPR_TOKEN_NAME || gen_expr_token_is(&parser->token, "::"))
        return gen_expr_read_name(parser);
    if (gen_expr_token_is(&parser->token, "("))
        return read_parenthesis(parser);
    return gen_expr_unexpected(parser, "a number, a name or '('");
}

static gen_expr_operand read_prefix(gen_expr_parser *parser);

static gen_expr_operand fail_nesting(gen_expr_parser *parser)
{
    return gen_expr_fail(parser, "expr-too-deep",
                         "it is nested more than %d levels deep; simplify it", GEN_EXPR_NESTING);
}

static gen_expr_operand read_prefixed(gen_expr_parser *parser)
{
    const char *begin = parser->token.begin;
    bool is_minus = gen_expr_token_is(&parser->token, "-");
    bool is_not = gen_expr_token_is(&parser->token, "!");
    gen_expr_operand operand;

    if (!is_minus && !is_not && !gen_expr_token_is(&parser->token, "+"))
        return read_primary(parser);
    gen_expr_advance(parser);
    operand = read_prefix(parser);
    operand.begin = begin;
    if (!is_minus && !is_not)
        return operand;
    return gen_expr_fold_unary(parser, is_minus ? CUSTUB_OP_NEGATE : CUSTUB_OP_NOT, &operand,
                               begin);
}

/* Reads an operand with its prefix operators. Every recursion of the grammar passes through here,
 * or through read_conditional(). */
static gen_expr_operand read_prefix(gen_expr_parser *parser)
{
    gen_expr_operand operand;

    if (parser->nesting == GEN_EXPR_NESTING)
        return fail_nesting(parser);
    parser->nesting++;
    operand = read_prefixed(parser);
    parser->nesting--;
    return operand;
}

static const infix *infix_of(const gen_expr_token *token)
{
    for (size_t i = 0; i < sizeof(infixes) / sizeof(infixes[0]); i++) {
        if (gen_expr_token_is(token, infixes[i].mark))
            return &infixes[i];
    }
    return NULL;
}

static gen_expr_operand read_right(gen_expr_parser *parser, const infix *i,
                                   const gen_expr_operand *left)
{
    bool settled = gen_expr_fold_settles(i->op, left);
    gen_expr_operand right;
    gen_expr_operand result;

    if (left->comparison == i->precedence)
        return gen_expr_fail(parser, "expr-comparison-chain",
                             "'%s' is already a comparison, whose result is 0 or 1; write a < "
                             "b && b < c, or parentheses if you mean that result",
                             gen_expr_quote(parser, left->begin, left->end));
    gen_expr_advance(parser);
    parser->decided += settled;
    right = read_infix(parser, i->precedence + 1);
    parser->decided -= settled;
    result = gen_expr_fold_binary(parser, i->op, left, &right, left->begin);
    result.comparison = i->precedence == EQUALITY || i->precedence == RELATION ? i->precedence : 0;
    return result;
}

/* Reads operands, and the operators between them that bind at least as strongly as `lowest`. */
static gen_expr_operand read_infix(gen_expr_parser *parser, int lowest)
{
    gen_expr_operand left = read_prefix(parser);
    const infix *i = infix_of(&parser->token);

    while (left.expr && i && i->precedence >= lowest) {
        left = read_right(parser, i, &left);
        i = infix_of(&parser->token);
    }
    return left;
}

/* Reads an operand of ?:, whose value does not matter if `is_decided`. */
static gen_expr_operand read_choice(gen_expr_parser *parser, bool is_decided)
{
    gen_expr_operand operand;

    gen_expr_advance(parser);
    parser->decided += is_decided;
    operand = gen_expr_read(parser);
    parser->decided -= is_decided;
    return operand;
}

/* Reads what follows a condition. The operator groups from the right, as in C. */
static gen_expr_operand read_conditional(gen_expr_parser *parser, const gen_expr_operand *condition)
{
    custub_int value;
    bool is_constant = gen_expr_is_constant(condition, &value);
    bool holds = is_constant && custub_int_holds(value);
    gen_expr_operand chosen;
    gen_expr_operand otherwise;

    if (parser->nesting == GEN_EXPR_NESTING)
        return fail_nesting(parser);
    parser->nesting++;
    chosen = read_choice(parser, is_constant && !holds);
    if (!chosen.expr)
        return failed;
    if (!gen_expr_token_is(&parser->token, ":"))
        return gen_expr_unexpected(parser, "':' and the value if the condition does not hold");
    otherwise = read_choice(parser, holds);
    parser->nesting--;
    return gen_expr_fold_conditional(parser, condition, &chosen, &otherwise, condition->begin);
}

gen_expr_operand gen_expr_read(gen_expr_parser *parser)
{
    gen_expr_operand operand = read_infix(parser, LOWEST);

    if (!operand.expr || !gen_expr_token_is(&parser->token, "?"))
        return operand;
    return read_conditional(parser, &operand);
}

/* The text on one line, without blanks at either end. */
static const char *trimmed(gen_arena *arena, const char *text)
{
    size_t length;
    char *copy;

    while (gen_expr_is_space(*text))
        text++;
    length = strlen(text);
    while (length && gen_expr_is_space(text[length - 1]))
        length--;
    copy = gen_arena_copy(arena, text, length);
    for (size_t i = 0; i < length; i++)
        if (gen_expr_is_space(copy[i]))
            copy[i] = ' ';
    return copy;
}

static gen_expr_operand read_whole(gen_expr_parser *parser)
{
    gen_expr_operand operand;

    if (parser->token.kind == GEN_EXPR_TOKEN_END)
        return gen_expr_fail(parser, "expr-empty", "there is no expression; write one, such as n");
    operand = gen_expr_read(parser);
    if (!operand.expr || parser->token.kind == GEN_EXPR_TOKEN_END)
        return operand;
    return gen_expr_fail_after(parser);
}

static gen_expr_parser begin(gen_arena *arena, gen_diag *diag, const gen_model *model,
                             const gen_kernel *kernel, const gen_pointer *pointer,
                             const gen_annotation *annotation, const char *text)
{
    gen_expr_parser parser = {.arena = arena,
                              .diag = diag,
                              .model = model,
                              .kernel = kernel,
                              .pointer = pointer,
                              .annotation = annotation,
                              .text = trimmed(arena, text)};

    if (pointer && !annotation->in_field_macro)
        parser.scope = pointer->scope;
    parser.end = parser.text;
    parser.token = gen_expr_token_next(parser.text);
    return parser;
}

const gen_expr *gen_expr_parse(gen_arena *arena, gen_diag *diag, const gen_model *model,
                               const gen_kernel *kernel, const gen_pointer *pointer,
                               const gen_annotation *annotation, const char *text,
                               const gen_expr_rules *rules)
{
    gen_expr_parser parser = begin(arena, diag, model, kernel, pointer, annotation, text);
    gen_expr_operand operand;

    parser.rules = rules;
    operand = read_whole(&parser);
    if (!operand.expr)
        return NULL;
    operand.expr->text = parser.text;
    operand.expr->assumptions = parser.assumptions;
    return operand.expr;
}

bool gen_expr_locate(gen_arena *arena, gen_diag *diag, const gen_model *model,
                     const gen_kernel *kernel, const gen_pointer *pointer,
                     const gen_annotation *annotation, const char *path, gen_expr_place *place)
{
    const gen_expr_rules rules = {false, false, gen_annotation_macro(annotation->kind)};
    gen_expr_parser parser = begin(arena, diag, model, kernel, pointer, annotation, path);

    parser.rules = &rules;
    return gen_expr_read_whole_path(&parser, place);
}
