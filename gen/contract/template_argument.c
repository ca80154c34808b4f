#include "contract/parse_state.h"

#include "contract/lookup.h"

#include <string.h>

static const gen_template_arguments *arguments_of(const gen_expr_parser *parser)
{
    return parser->scope ? &parser->scope->record->template_arguments
                         : &parser->kernel->template_arguments;
}

static const gen_template_argument *find(const gen_expr_parser *parser, const char *name,
                                         size_t length)
{
    const gen_template_arguments *arguments = arguments_of(parser);

    for (size_t i = 0; i < arguments->count; i++)
        if (strlen(arguments->data[i].name) == length &&
            memcmp(arguments->data[i].name, name, length) == 0)
            return &arguments->data[i];
    return NULL;
}

static size_t first_length(const char *name)
{
    const char *end = strstr(name, "::");

    return end ? (size_t)(end - name) : strlen(name);
}

bool gen_expr_is_argument(const gen_expr_parser *parser, const char *name)
{
    return find(parser, name, first_length(name)) != NULL;
}

static gen_expr_operand fail_unknown(gen_expr_parser *parser, const char *name)
{
    return gen_expr_fail(parser, "expr-template",
                         "'%s' is a parameter of the template, and custub does not know its value; "
                         "%s",
                         name,
                         parser->scope ? "write CUSTUB_FIELD at the kernel"
                                       : "use parameters that are integers, not packs");
}

static gen_expr_operand fail_type(gen_expr_parser *parser, const gen_template_argument *argument)
{
    return gen_expr_fail(parser, "expr-template",
                         "'%s' is the type '%s' here, not a number; use sizeof(%s)", argument->name,
                         argument->text, argument->name);
}

/* Reads an argument that is a number or a truth. */
static gen_expr_operand read_value(gen_expr_parser *parser, const gen_template_argument *argument,
                                   const char *begin)
{
    const char *text = argument->text;
    bool is_negative = *text == '-';
    gen_expr_token token = gen_expr_token_next(text + is_negative);
    custub_int value = {0};

    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return gen_expr_fold_constant(parser, custub_int_of_bool(*text == 't'), begin);
    if (argument->size)
        return fail_type(parser, argument);
    if (token.kind != GEN_EXPR_TOKEN_NUMBER || token.begin[token.length])
        return fail_unknown(parser, argument->name);
    value.bits = token.value;
    if (is_negative)
        value = custub_int_negate(value);
    return gen_expr_fold_constant(parser, value, begin);
}

static const gen_constant *find_constant(const gen_expr_parser *parser,
                                         const gen_annotation *annotation, const char *name,
                                         bool is_global)
{
    const char *both[2];
    const char *full =
        gen_expr_lookup(parser->model, parser->arena, annotation, name, is_global, both);

    return full ? gen_model_find_constant(parser->model, full) : NULL;
}

/* Reads a member of a class that is an argument. The class may be declared after the template. */
static gen_expr_operand read_member(gen_expr_parser *parser, const char *name,
                                    const gen_template_argument *argument, const char *begin)
{
    const char *member =
        gen_arena_format(parser->arena, "%s%s", argument->text, name + strlen(argument->name));
    gen_annotation anywhere = {.order = SIZE_MAX};
    const gen_constant *constant = find_constant(parser, &anywhere, member, true);

    if (constant)
        return gen_expr_read_constant(parser, name, constant, begin);
    return gen_expr_fail(parser, "expr-template",
                         "'%s' is '%s' here, and custub knows no integer constant of that name; "
                         "custub does not read the members of a template's instance",
                         name, member);
}

gen_expr_operand gen_expr_read_argument(gen_expr_parser *parser, const char *name,
                                        const char *begin)
{
    const gen_template_argument *argument = find(parser, name, first_length(name));

    if (!parser->scope && parser->kernel->is_specialization &&
        find_constant(parser, parser->annotation, name, false))
        return gen_expr_fail(parser, "expr-ambiguous",
                             "'%s' is a parameter of the template, and a constant outside of it; "
                             "rename one of them",
                             name);
    if (!argument->text)
        return fail_unknown(parser, argument->name);
    return strcmp(name, argument->name) == 0 ? read_value(parser, argument, begin)
                                             : read_member(parser, name, argument, begin);
}

const char *gen_expr_instantiate(const gen_expr_parser *parser, const char *type)
{
    const char *at = type;
    const char *text = "";
    bool is_first = true; /* not after `::` */
    bool found = false;

    for (gen_expr_token token = gen_expr_token_next(at); token.kind != GEN_EXPR_TOKEN_END;
         token = gen_expr_token_next(at)) {
        const gen_template_argument *argument = is_first && token.kind == GEN_EXPR_TOKEN_NAME
                                                    ? find(parser, token.begin, token.length)
                                                    : NULL;
        bool replace = argument && argument->text;
        text = gen_arena_format(parser->arena, "%s%.*s%.*s", text, (int)(token.begin - at), at,
                                (int)(replace ? strlen(argument->text) : token.length),
                                replace ? argument->text : token.begin);
        found |= replace;
        is_first = !gen_expr_token_is(&token, "::");
        at = token.begin + token.length;
    }
    return found ? text : type;
}

uint64_t gen_expr_size_of_argument(const gen_expr_parser *parser, const char *type)
{
    const gen_template_arguments *arguments = arguments_of(parser);

    for (size_t i = 0; i < arguments->count; i++)
        if (arguments->data[i].text && strcmp(arguments->data[i].text, type) == 0)
            return arguments->data[i].size;
    return 0;
}
