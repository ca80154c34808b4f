#include "contract/parse_state.h"

#include "model/tensor_map.h"
#include "support/suggestion.h"

#include <string.h>

typedef gen_expr_place access;

static const gen_expr_operand failed;

static bool fail_access(gen_expr_parser *parser, const char *id, const access *a, const char *what)
{
    gen_expr_fail(parser, id, "'%s' %s", a->text, what);
    return false;
}

static const gen_field *find_field(const gen_record *record, const char *name)
{
    size_t count;
    const gen_field *fields = gen_model_fields(record, &count);

    for (size_t i = 0; i < count; i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    return NULL;
}

static bool fail_unknown_field(gen_expr_parser *parser, const access *a, const char *name)
{
    const gen_record *record = a->type->record;
    gen_expr_suggestion suggestion = gen_expr_suggestion_for(name);
    size_t count;
    const gen_field *fields = gen_model_fields(record, &count);

    for (size_t i = 0; gen_expr_suggests(parser->diag) && i < count; i++)
        if (!fields[i].is_closed)
            gen_expr_suggestion_consider(&suggestion, fields[i].name);
    if (suggestion.best)
        gen_expr_fail(parser, "expr-no-field", "'%s' has no field '%s'; did you mean '%s'?",
                      a->text, name, suggestion.best);
    else
        gen_expr_fail(parser, "expr-no-field",
                      "'%s' has no field '%s'%s; name one that %s declares", a->text, name,
                      record->is_plain ? "" : " of its own", record->spelling);
    return false;
}

static const char opaque[] =
    "is a class whose fields custub does not know; pass the number as a parameter of its own";

static bool has_no_fields(const gen_record *record)
{
    return !record || (!record->is_plain && !record->readable_count);
}

/* Moves from a struct to its field. False, with an error, if a contract cannot use the field. */
static bool step_into(gen_expr_parser *parser, access *a, const gen_field *field)
{
    a->type = field->type;
    a->offset += field->offset;
    a->text =
        a->text ? gen_arena_format(parser->arena, "%s.%s", a->text, field->name) : field->name;
    if (field->is_closed)
        return fail_access(parser, "expr-opaque", a,
                           "is not public; pass the number as a parameter of its own");
    if (field->is_bit_field)
        return fail_access(
            parser, "expr-opaque", a,
            "is a bit-field, and compilers do not tell its position; pass the number as a "
            "parameter of its own");
    if (!field->type)
        return fail_access(parser, "expr-opaque", a,
                           "has a type that C does not have; pass the number as a parameter "
                           "of its own");
    return true;
}

/* Reads `.field`. */
static bool read_field(gen_expr_parser *parser, access *a)
{
    const gen_record *record = a->type->record;
    const gen_field *field;
    const char *name;

    if (a->type->kind != GEN_TYPE_RECORD)
        return fail_access(parser, "expr-no-field", a,
                           "is not a struct and has no fields; remove the field");
    if (has_no_fields(record))
        return fail_access(parser, "expr-opaque", a, opaque);
    gen_expr_advance(parser);
    if (parser->token.kind != GEN_EXPR_TOKEN_NAME) {
        gen_expr_unexpected(parser, "the name of a field");
        return false;
    }
    name = gen_arena_copy(parser->arena, parser->token.begin, parser->token.length);
    field = find_field(record, name);
    if (!field)
        return fail_unknown_field(parser, a, name);
    gen_expr_advance(parser);
    return step_into(parser, a, field);
}

/* Reads `[index]`. */
static bool read_element(gen_expr_parser *parser, access *a)
{
    gen_expr_operand index;
    custub_int value;

    if (a->type->kind == GEN_TYPE_POINTER)
        return fail_access(parser, "expr-dereference", a,
                           "is a pointer to device memory, which a check before the launch "
                           "cannot read; pass the number as a parameter of its own");
    if (a->type->kind != GEN_TYPE_ARRAY)
        return fail_access(parser, "expr-index", a, "is not an array; remove the index");
    gen_expr_advance(parser);
    index = gen_expr_read(parser);
    if (!index.expr || !gen_expr_expect(parser, "]"))
        return false;
    if (!gen_expr_is_constant(&index, &value))
        return fail_access(parser, "expr-index", a,
                           "has an index that is not a constant; write a number");
    if (value.negative || value.bits >= a->type->count) {
        gen_expr_fail(parser, "expr-index",
                      "'%s' has %llu elements, and the index %s is not one of them; count "
                      "from 0",
                      a->text, (unsigned long long)a->type->count,
                      gen_expr_quote(parser, index.begin, index.end));
        return false;
    }
    a->type = a->type->element;
    a->offset += value.bits * a->type->size;
    a->text = gen_arena_format(parser->arena, "%s[%llu]", a->text, (unsigned long long)value.bits);
    return true;
}

/* False, with an error, if the value is not an integer. */
static bool check_number(gen_expr_parser *parser, const access *a)
{
    switch (a->type->kind) {
    case GEN_TYPE_SCALAR:
        if (gen_scalar_is_integer(a->type->scalar))
            return true;
        gen_expr_fail(parser, "expr-floating-point",
                      "'%s' is a %s, but contracts compute with integers; use a parameter of "
                      "integer type",
                      a->text, a->type->spelling);
        return false;
    case GEN_TYPE_POINTER:
        return fail_access(parser, "expr-pointer", a,
                           "is a pointer, not a number; use a parameter of integer type");
    case GEN_TYPE_ARRAY:
        return fail_access(parser, "expr-index", a,
                           "is an array, not a number; name one element, with a constant index");
    case GEN_TYPE_RECORD:
        if (has_no_fields(a->type->record))
            return fail_access(parser, "expr-opaque", a, opaque);
        return fail_access(parser, "expr-struct", a,
                           "is a struct, not a number; name one of its fields");
    default:
        return fail_access(parser, "expr-opaque", a,
                           "is not a number; use a parameter of integer type");
    }
}

static gen_expr_operand make_leaf(gen_expr_parser *parser, const access *a, const char *begin)
{
    gen_expr_operand operand = gen_expr_fold_leaf(parser, CUSTUB_OP_PARAMETER, begin);

    operand.expr->index = a->param;
    operand.expr->offset = (uint32_t)a->offset;
    operand.expr->scalar = a->type->scalar;
    operand.expr->access =
        parser->scope ? gen_arena_format(parser->arena, "%s.%s", parser->scope->name, a->text)
                      : a->text;
    return operand;
}

/* The name that the annotation's declaration gives to a parameter. */
static const char *param_name(const gen_expr_parser *parser, size_t index)
{
    const gen_parameter_names *names = parser->annotation->names;

    return names && index < names->count ? names->data[index] : parser->kernel->params[index].name;
}

void gen_expr_suggest_places(const gen_expr_parser *parser, gen_expr_suggestion *suggestion)
{
    size_t count = parser->kernel->param_count;
    const gen_field *fields =
        parser->scope ? gen_model_fields(parser->scope->record, &count) : NULL;

    for (size_t i = 0; gen_expr_suggests(parser->diag) && i < count; i++)
        gen_expr_suggestion_consider(suggestion, fields ? fields[i].name : param_name(parser, i));
}

bool gen_expr_is_place(const gen_expr_parser *parser, const char *name)
{
    if (parser->scope)
        return find_field(parser->scope->record, name) != NULL;
    for (size_t i = 0; i < parser->kernel->param_count; i++)
        if (strcmp(param_name(parser, i), name) == 0)
            return true;
    return false;
}

static bool begin_place(gen_expr_parser *parser, const char *name, access *a)
{
    const gen_scope *scope = parser->scope;

    if (scope) {
        *a = (access){.param = (uint32_t)scope->param, .offset = scope->offset};
        return step_into(parser, a, find_field(scope->record, name));
    }
    *a = (access){0};
    while (strcmp(param_name(parser, a->param), name) != 0)
        a->param++;
    a->text = parser->kernel->params[a->param].name;
    a->type = parser->kernel->params[a->param].kind == CUSTUB_PARAM_TENSOR_MAP
                  ? gen_tensor_map_type()
                  : parser->kernel->params[a->param].type;
    return true;
}

bool gen_expr_read_path(gen_expr_parser *parser, const char *name, gen_expr_place *place)
{
    if (!begin_place(parser, name, place))
        return false;
    while (gen_expr_token_is(&parser->token, ".") || gen_expr_token_is(&parser->token, "[")) {
        bool is_field = gen_expr_token_is(&parser->token, ".");
        if (!(is_field ? read_field(parser, place) : read_element(parser, place)))
            return false;
    }
    return true;
}

gen_expr_operand gen_expr_read_number(gen_expr_parser *parser, const char *name, const char *begin)
{
    access place;

    if (!gen_expr_read_path(parser, name, &place))
        return failed;
    if (place.type->kind == GEN_TYPE_POINTER && gen_expr_token_is(&parser->token, "->"))
        return gen_expr_unexpected(parser, "the end");
    if (!check_number(parser, &place))
        return failed;
    return make_leaf(parser, &place, begin);
}

static bool fail_unknown_place(gen_expr_parser *parser, const char *name)
{
    const char *whose = parser->scope ? "a field of the struct" : "a parameter of the kernel";
    gen_expr_suggestion suggestion = gen_expr_suggestion_for(name);

    gen_expr_suggest_places(parser, &suggestion);
    if (suggestion.best)
        gen_expr_fail(parser, "expr-unknown-name", "'%s' is not %s; did you mean '%s'?", name,
                      whose, suggestion.best);
    else
        gen_expr_fail(parser, "expr-unknown-name", "'%s' is not %s; name one", name, whose);
    return false;
}

bool gen_expr_read_whole_path(gen_expr_parser *parser, gen_expr_place *place)
{
    const char *name;

    if (parser->token.kind != GEN_EXPR_TOKEN_NAME) {
        gen_expr_unexpected(parser, "a name");
        return false;
    }
    name = gen_arena_copy(parser->arena, parser->token.begin, parser->token.length);
    gen_expr_advance(parser);
    if (!gen_expr_is_place(parser, name))
        return fail_unknown_place(parser, name);
    if (!gen_expr_read_path(parser, name, place))
        return false;
    if (parser->token.kind == GEN_EXPR_TOKEN_END)
        return true;
    gen_expr_fail(
        parser, "expr-trailing", "'%s' follows '%s'; remove it",
        gen_expr_quote(parser, parser->token.begin, parser->token.begin + parser->token.length),
        gen_expr_quote(parser, parser->text, parser->end));
    return false;
}
