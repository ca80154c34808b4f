#include "contract/global_text.h"
#include "contract/looked_up.h"
#include "contract/parse_state.h"

#include <string.h>

static const gen_template_arguments *arguments_of(const gen_expr_parser *parser)
{
    return parser->scope ? &parser->scope->record->template_arguments
                         : &parser->kernel->template_arguments;
}

const gen_template_argument *gen_expr_find_argument(const gen_template_arguments *arguments,
                                                    const gen_parameter_names *names,
                                                    const char *name)
{
    size_t count = names && names->template_count < arguments->count ? names->template_count
                                                                     : arguments->count;

    for (size_t i = 0; i < count; i++)
        if (strcmp(names ? names->templates[i] : arguments->data[i].name, name) == 0)
            return arguments->data[i].text ? &arguments->data[i] : NULL;
    return NULL;
}

static const gen_template_argument *find(const gen_expr_parser *parser, const char *name)
{
    return gen_expr_find_argument(arguments_of(parser),
                                  parser->scope ? NULL : parser->annotation->names, name);
}

bool gen_expr_is_argument(const gen_expr_parser *parser, const char *name)
{
    return find(parser, name) != NULL;
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

static gen_expr_operand fail_type(gen_expr_parser *parser, const char *name,
                                  const gen_template_argument *argument)
{
    return gen_expr_fail(parser, "expr-template",
                         "'%s' is the type '%s' here, not a number; use sizeof(%s)", name,
                         argument->text, name);
}

/* Reads an argument that is a number or a bool. */
static gen_expr_operand read_value(gen_expr_parser *parser, const char *name,
                                   const gen_template_argument *argument, const char *begin)
{
    const char *text = argument->text;
    bool is_negative = *text == '-';
    gen_expr_token token = gen_expr_token_next(text + is_negative);
    custub_int value = {0};

    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return gen_expr_fold_constant(parser, custub_int_of_bool(*text == 't'), begin);
    if (argument->size)
        return fail_type(parser, name, argument);
    if (token.kind != GEN_EXPR_TOKEN_NUMBER || token.begin[token.length])
        return fail_unknown(parser, name);
    value.bits = token.value;
    if (is_negative)
        value = custub_int_negate(value);
    return gen_expr_fold_constant(parser, value, begin);
}

gen_expr_operand gen_expr_read_argument(gen_expr_parser *parser, const char *name,
                                        const char *begin)
{
    return read_value(parser, name, find(parser, name), begin);
}

const gen_constant *gen_expr_size_of_argument(const gen_expr_parser *parser, const char **type)
{
    const gen_template_argument *argument = find(parser, *type);
    gen_constant *size;

    if (!argument || !argument->size)
        return NULL;
    *type = argument->text;
    size = GEN_NEW(parser->arena, gen_constant);
    *size = (gen_constant){.name = gen_expr_size_of_words(argument->text)
                                       ? NULL
                                       : gen_expr_global_text(parser->arena, argument->text),
                           .is_size = true,
                           .bits = argument->size,
                           .architectures = UINT32_MAX};
    return size;
}
