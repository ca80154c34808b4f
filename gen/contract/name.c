#include "contract/parse_state.h"

#include "contract/global_text.h"
#include "contract/looked_up.h"
#include "support/suggestion.h"

#include <string.h>

static const gen_expr_operand failed;

static void assume(gen_expr_parser *parser, const gen_constant *constant)
{
    gen_assumption *added = GEN_NEW(parser->arena, gen_assumption);

    *added = (gen_assumption){.next = parser->assumptions,
                              .name = constant->name,
                              .is_size = constant->is_size,
                              .is_closed = constant->is_closed,
                              .negative = constant->negative,
                              .bits = constant->bits};
    parser->assumptions = added;
}

/* --- gridDim, blockDim, threadIdx and blockIdx */

static gen_expr_operand read_dimension(gen_expr_parser *parser, const char *name, custub_op op,
                                       bool allowed, const char *begin)
{
    static const char *const components[] = {"x", "y", "z"};
    gen_expr_operand operand;

    if (!allowed)
        return gen_expr_fail(parser, op == CUSTUB_OP_GRID ? "expr-grid" : "expr-block",
                             "%s cannot use %s, which may be computed from it; use the "
                             "kernel's parameters",
                             parser->rules->annotation, name);
    if (gen_expr_token_is(&parser->token, ".")) {
        gen_expr_advance(parser);
        for (uint32_t i = 0; i < 3; i++) {
            if (!gen_expr_token_is(&parser->token, components[i]))
                continue;
            gen_expr_advance(parser);
            operand = gen_expr_fold_leaf(parser, op, begin);
            operand.expr->index = i;
            return operand;
        }
    }
    return gen_expr_fail(parser, "expr-dimension", "'%s' is not a number; use %s.x, %s.y or %s.z",
                         name, name, name, name);
}

static bool is_index(const char *name)
{
    return strcmp(name, "threadIdx") == 0 || strcmp(name, "blockIdx") == 0;
}

/* --- Functions and sizeof */

typedef struct function {
    const char *name;
    custub_op op;
    size_t arity;
} function;

static const function functions[] = {{"min", CUSTUB_OP_MIN, 2},
                                     {"max", CUSTUB_OP_MAX, 2},
                                     {"ceil_div", CUSTUB_OP_CEIL_DIV, 2},
                                     {"is_pow2", CUSTUB_OP_IS_POW2, 1}};

#define FUNCTION_COUNT (sizeof(functions) / sizeof(functions[0]))

const char *gen_expr_function(size_t index)
{
    return index < FUNCTION_COUNT ? functions[index].name : NULL;
}

static gen_expr_operand fail_unknown_function(gen_expr_parser *parser, const char *name)
{
    gen_expr_suggestion suggestion = gen_expr_suggestion_for(name);

    if (strncmp(name, "std::", 5) == 0)
        suggestion = gen_expr_suggestion_for(name + 5);
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        gen_expr_suggestion_consider(&suggestion, functions[i].name);
    if (suggestion.best)
        return gen_expr_fail(parser, "expr-unknown-function",
                             "'%s' is not a function of contracts; did you mean '%s'?", name,
                             suggestion.best);
    return gen_expr_fail(parser, "expr-unknown-function",
                         "'%s' is not a function of contracts; use min, max, ceil_div, "
                         "is_pow2 or sizeof",
                         name);
}

/* Reads `(argument, …)`. Sets the number of arguments; only the first two are stored. */
static bool read_arguments(gen_expr_parser *parser, gen_expr_operand arguments[2], size_t *count)
{
    *count = 0;
    gen_expr_advance(parser);
    if (!gen_expr_token_is(&parser->token, ")")) {
        for (;;) {
            gen_expr_operand argument = gen_expr_read(parser);
            if (!argument.expr)
                return false;
            if (*count < 2)
                arguments[*count] = argument;
            ++*count;
            if (!gen_expr_token_is(&parser->token, ","))
                break;
            gen_expr_advance(parser);
        }
    }
    return gen_expr_expect(parser, ")");
}

static gen_expr_operand read_call(gen_expr_parser *parser, const char *name, const char *begin)
{
    gen_expr_operand arguments[2] = {{0}, {0}};
    const function *f = functions;
    size_t count;

    while (f < functions + FUNCTION_COUNT && strcmp(f->name, name) != 0)
        f++;
    if (f == functions + FUNCTION_COUNT)
        return fail_unknown_function(parser, name);
    if (!read_arguments(parser, arguments, &count))
        return failed;
    if (count != f->arity)
        return gen_expr_fail(parser, "expr-argument-count", "'%s' takes %s, not %zu; write %s(%s)",
                             name, f->arity == 1 ? "one argument" : "two arguments", count, name,
                             f->arity == 1 ? "a" : "a, b");
    if (f->arity == 1)
        return gen_expr_fold_unary(parser, f->op, &arguments[0], begin);
    return gen_expr_fold_binary(parser, f->op, &arguments[0], &arguments[1], begin);
}

gen_expr_operand gen_expr_read_constant(gen_expr_parser *parser, const char *what,
                                        const gen_constant *constant, const char *begin)
{
    const uint32_t architectures = parser->kernel->architectures;
    const gen_constant *same = gen_model_value_for(constant, architectures);
    custub_int value = {0};

    if (!same)
        return gen_expr_fail(
            parser, "architectures-differ",
            "'%s' is %s; give it the same value on all, or generate for each separately", what,
            gen_model_values(parser->model, parser->arena, constant, architectures));
    if (same->name)
        assume(parser, same);
    value.bits = same->bits;
    value.negative = same->negative;
    return gen_expr_fold_constant(parser, value, begin);
}

/* True if C spells it as C++ does. */
static bool is_c_type(const char *type)
{
    return gen_expr_size_of_words(type) && !strstr(type, "_Bool") && !strchr(type, '*');
}

static const gen_named *find_named(const gen_expr_parser *parser, const char *text, bool is_size)
{
    const gen_named *named = parser->annotation->named;

    while (named && (named->is_size != is_size || strcmp(named->text, text) != 0))
        named = named->next;
    return named;
}

/* The size of a type, for the architectures of the kernel; null after an error. */
static const gen_constant *size_of(gen_expr_parser *parser, const char *type)
{
    const gen_named *named = find_named(parser, type, true);
    gen_constant *size;

    if (named && named->value)
        return named->value;
    if (named) {
        gen_expr_fail(parser, "expr-sizeof", "sizeof(%s): %s; name a complete type", type,
                      named->problem);
        return NULL;
    }
    size = GEN_NEW(parser->arena, gen_constant);
    *size = (gen_constant){.bits = gen_expr_size_of_words(type), .architectures = UINT32_MAX};
    if (size->bits)
        return size;
    gen_expr_fail(parser, "expr-sizeof",
                  "'%s' is not a type; name a complete type other than long double",
                  gen_expr_quote(parser, type, type + strlen(type)));
    return NULL;
}

static gen_expr_operand read_sizeof(gen_expr_parser *parser, const char *begin)
{
    const char *type = parser->token.begin + 1;
    const char *close =
        gen_expr_token_is(&parser->token, "(") ? gen_expr_closing_parenthesis(type) : NULL;
    const gen_constant *size;
    gen_expr_operand operand;
    const char *written; /* as the author wrote it, unless it is a parameter of the template */

    if (!close)
        return gen_expr_fail(parser, "expr-sizeof",
                             "sizeof takes the name of a type in parentheses; write sizeof(float)");
    type = gen_arena_copy(parser->arena, type, (size_t)(close - type));
    size = gen_expr_size_of_argument(parser, &type);
    if (!size)
        size = size_of(parser, type);
    if (!size)
        return failed;
    while (parser->token.kind != GEN_EXPR_TOKEN_END && parser->token.begin < close)
        gen_expr_advance(parser);
    gen_expr_advance(parser);
    written = gen_arena_format(parser->arena, "sizeof(%s)", type);
    operand = gen_expr_read_constant(parser, written, size, begin);
    if (operand.expr && is_c_type(type))
        operand.expr->access = written;
    return operand;
}

/* --- Names */

/* Reads `name`, `name::name` or `::name`; returns it without blanks and without the leading `::`.
 * Null, with an error, if there is something else. */
static const char *read_qualified(gen_expr_parser *parser)
{
    const char *name = "";

    if (gen_expr_token_is(&parser->token, "::"))
        gen_expr_advance(parser);
    for (;;) {
        if (parser->token.kind != GEN_EXPR_TOKEN_NAME) {
            gen_expr_unexpected(parser, "a name");
            return NULL;
        }
        name = gen_arena_format(parser->arena, "%s%.*s", name, (int)parser->token.length,
                                parser->token.begin);
        gen_expr_advance(parser);
        if (!gen_expr_token_is(&parser->token, "::"))
            return name;
        name = gen_arena_format(parser->arena, "%s::", name);
        gen_expr_advance(parser);
    }
}

/* `named`: the compiler's answer about it; null: it was not asked. */
static gen_expr_operand fail_unknown_name(gen_expr_parser *parser, const char *name,
                                          const gen_named *named)
{
    static const char undeclared[] = "use of undeclared identifier";
    const char *whose = parser->scope ? "a field of the struct" : "a parameter of the kernel";
    const char *problem = named ? named->problem : undeclared;
    gen_expr_suggestion suggestion = gen_expr_suggestion_for(name);

    if (strncmp(problem, undeclared, sizeof(undeclared) - 1) == 0)
        gen_expr_suggest_places(parser, &suggestion);
    if (suggestion.best)
        return gen_expr_fail(parser, "expr-unknown-name",
                             "'%s' is neither %s nor an integer constant; did you mean '%s'?", name,
                             whose, suggestion.best);
    return gen_expr_fail(parser, "expr-unknown-name",
                         "'%s' is neither %s nor an integer constant here: %s; name a %s of "
                         "integer type, an enumerator, or a const or constexpr integer",
                         name, whose, problem, parser->scope ? "field" : "parameter");
}

/* "a cast" or "a type" if the language has one of this name, else null. */
static const char *kind_of_cast(const char *name)
{
    const gen_expr_token token = gen_expr_token_next(name);
    size_t length = strlen(name);

    if (length > 5 && strcmp(name + length - 5, "_cast") == 0 && gen_expr_is_word(name))
        return "a cast";
    return gen_expr_is_keyword(&token) && !gen_expr_is_word(name) ? "a type" : NULL;
}

static gen_expr_operand fail_cast(gen_expr_parser *parser, const char *name, const char *kind)
{
    return gen_expr_fail(parser, "expr-cast",
                         "'%s' is %s, but contracts compute with mathematical integers and have no "
                         "casts; remove it",
                         name, kind);
}

/* Reads a word of the language, or reports a name that is not known. */
static gen_expr_operand read_word(gen_expr_parser *parser, const char *name, const char *begin)
{
    if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0)
        return gen_expr_fold_constant(parser, custub_int_of_bool(name[0] == 't'), begin);
    if (strcmp(name, "sizeof") == 0)
        return read_sizeof(parser, begin);
    if (strcmp(name, "gridDim") == 0)
        return read_dimension(parser, name, CUSTUB_OP_GRID, parser->rules->allows_grid, begin);
    if (strcmp(name, "blockDim") == 0)
        return read_dimension(parser, name, CUSTUB_OP_BLOCK, parser->rules->allows_block, begin);
    if (is_index(name))
        return gen_expr_fail(parser, "expr-thread-index",
                             "'%s' differs from thread to thread, but a contract is checked "
                             "once, before the launch; use gridDim and blockDim",
                             name);
    if (kind_of_cast(name))
        return fail_cast(parser, name, kind_of_cast(name));
    return fail_unknown_name(parser, name, NULL);
}

gen_expr_operand gen_expr_read_name(gen_expr_parser *parser)
{
    const char *begin = parser->token.begin;
    bool is_global = *begin == ':';
    const char *name = read_qualified(parser);
    const gen_named *named;

    if (!name)
        return failed;
    if (gen_expr_token_is(&parser->token, "(") && !kind_of_cast(name) && !gen_expr_is_word(name))
        return read_call(parser, name, begin);
    if (!is_global && gen_expr_is_place(parser, name))
        return gen_expr_read_number(parser, name, begin);
    named =
        find_named(parser, is_global ? gen_arena_format(parser->arena, "::%s", name) : name, false);
    if (named && named->value)
        return gen_expr_read_constant(parser, name, named->value, begin);
    if (named)
        return named->is_type ? fail_cast(parser, name, "a type")
                              : fail_unknown_name(parser, name, named);
    if (!is_global && gen_expr_is_argument(parser, name))
        return gen_expr_read_argument(parser, name, begin);
    return read_word(parser, name, begin);
}
