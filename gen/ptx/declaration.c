#include "ptx/declaration.h"

#include <string.h>

#define VARIABLE_LIMIT (UINT64_C(1) << 48) /* bytes */
#define PARAM_LIMIT    (UINT64_C(1) << 32) /* bytes */

/* What stands between a state space and a name. */
typedef struct value_type {
    uint64_t element; /* bytes; 0: no type so far */
    uint64_t align;   /* bytes; 0: as the element */
    uint64_t lanes;   /* of .v2, .v4 and .v8; else 1 */
    char kind;        /* 'p' predicate, 'b', 'u', 's' or 'f' */
    bool is_opaque;   /* a texture, surface or sampler */
} value_type;

/* Reads the number of bits after the letters; 0 if that is no type of PTX. `.f16x2` has 32. */
static uint64_t bits_of(gen_token digits)
{
    static const char *const bits[] = {"4", "8", "16", "32", "64", "128"};
    static const char *const pairs[] = {"16x2", "32x2", "8x2", "8x4"};
    static const uint64_t pair_bits[] = {32, 64, 16, 32};

    for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++)
        if (gen_token_is(digits, bits[i]))
            return UINT64_C(4) << i;
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        if (gen_token_is(digits, pairs[i]))
            return pair_bits[i];
    return 0;
}

/* If the word is a type such as ".u64", sets it and returns true. */
static bool take_type(gen_ptx_lexer *lexer, value_type *type)
{
    static const char *const opaque[] = {".texref", ".surfref", ".samplerref"};
    gen_token token = lexer->token;
    bool is_bf16 = token.length > 3 && memcmp(token.text, ".bf", 3) == 0;
    uint64_t bits = 0;

    if (token.length > 2 && strchr("busf", token.text[1]))
        bits = bits_of((gen_token){token.text + 2 + is_bf16, token.length - 2 - is_bf16});
    type->is_opaque = GEN_TOKEN_IS_ANY(token, opaque);
    if (bits >= 8) {
        type->kind = is_bf16 ? 'f' : token.text[1];
        type->element = bits / 8;
    } else if (gen_token_is(token, ".pred")) {
        type->kind = 'p';
        type->element = 1;
    } else if (type->is_opaque) {
        type->kind = 'b';
        type->element = 8;
    } else {
        return false;
    }
    gen_ptx_advance(lexer);
    return true;
}

static uint64_t lanes_of(gen_token token)
{
    bool is_vector = token.length == 3 && token.text[1] == 'v' && strchr("248", token.text[2]);

    return is_vector ? (uint64_t)(token.text[2] - '0') : 1;
}

/* .ptr [.space] [.align N]: the alignment is that of the pointee, not of the parameter. */
static bool read_pointer(gen_ptx_reader *reader, bool *is_shared)
{
    gen_ptx_lexer *lexer = &reader->lexer;

    for (gen_ptx_advance(lexer); gen_ptx_at_directive(lexer);) {
        uint64_t ignored;
        bool is_align = gen_ptx_at_word(lexer, ".align");
        *is_shared |= gen_ptx_at_word(lexer, ".shared") || gen_ptx_at_word(lexer, ".local");
        gen_ptx_advance(lexer);
        if (is_align && !gen_ptx_read_number(reader, &ignored))
            return false;
    }
    return true;
}

/* [.align N] [.v4] .type, and other directives before a name. `is_shared` may be null: then the
 * type is of no parameter. */
static bool read_type(gen_ptx_reader *reader, value_type *type, bool *is_shared)
{
    gen_ptx_lexer *lexer = &reader->lexer;

    type->lanes = 1;
    while (gen_ptx_at_directive(lexer) || lexer->sign == '(' || lexer->sign == '[') {
        if (lexer->sign != GEN_PTX_WORD) { /* .attribute(…), .const[2] */
            if (!gen_ptx_skip_brackets(lexer))
                return gen_ptx_fail(reader, "a closing bracket");
        } else if (is_shared && gen_ptx_at_word(lexer, ".ptr")) {
            if (!read_pointer(reader, is_shared))
                return false;
        } else if (gen_ptx_take_word(lexer, ".align")) {
            if (!gen_ptx_read_number(reader, &type->align))
                return false;
        } else if (!take_type(lexer, type)) {
            type->lanes *= lanes_of(lexer->token);
            gen_ptx_advance(lexer);
        }
    }
    return true;
}

/* --- Registers -------------------------------------------------------------------------------- */

bool gen_ptx_read_registers(gen_ptx_reader *reader, gen_ptx_scope *scope)
{
    gen_ptx_lexer *lexer = &reader->lexer;
    value_type type = {0};

    gen_ptx_advance(lexer);
    if (!read_type(reader, &type, NULL))
        return false;
    do {
        gen_ptx_name name = {.name = lexer->token, .kind = type.kind ? type.kind : 'b'};
        if (!gen_ptx_at_name(lexer))
            return gen_ptx_fail(reader, "a register's name");
        name.bits = type.kind == 'p' ? 1 : (uint8_t)(8 * type.element);
        name.lanes = type.lanes <= UINT8_MAX ? (uint8_t)type.lanes : 0;
        gen_ptx_advance(lexer);
        if (gen_ptx_take(lexer, '<') &&
            (!gen_ptx_read_number(reader, &name.count) || !gen_ptx_expect(reader, '>', "'>'")))
            return false;
        gen_ptx_scope_add(scope, &name);
    } while (gen_ptx_take(lexer, ','));
    return gen_ptx_expect_semicolon(reader);
}

/* --- Variables -------------------------------------------------------------------------------- */

gen_ptx_space gen_ptx_space_of(const gen_ptx_lexer *lexer)
{
    static const char *const names[] = {".global", ".const", ".shared", ".local", ".param"};

    if (gen_ptx_at_directive(lexer))
        for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
            if (gen_token_is(lexer->token, names[i]))
                return (gen_ptx_space)(GEN_PTX_GLOBAL + i);
    return GEN_PTX_GENERIC;
}

/* The dimensions of an array: `[N][M]`. The first may be empty. */
typedef struct dimensions {
    uint64_t count; /* of elements, without an empty dimension */
    bool is_empty;
} dimensions;

static bool read_dimensions(gen_ptx_reader *reader, dimensions *array, uint64_t element)
{
    *array = (dimensions){.count = 1};
    while (gen_ptx_take(&reader->lexer, '[')) {
        uint64_t count = 1;
        if (reader->lexer.sign == ']')
            array->is_empty = true;
        else if (!gen_ptx_read_number(reader, &count))
            return false;
        if (count && array->count > VARIABLE_LIMIT / element / count)
            return gen_ptx_fail(reader, "an array of less than 2^48 bytes");
        array->count *= count;
        if (!gen_ptx_expect(reader, ']', "']'"))
            return false;
    }
    return true;
}

/* = value, = {value, …}: `count` is the number of values outside inner braces. */
static bool skip_initializer(gen_ptx_reader *reader, uint64_t *count)
{
    gen_ptx_lexer *lexer = &reader->lexer;
    bool is_list = gen_ptx_take(lexer, '{');

    *count = !is_list || lexer->sign != '}';
    while (lexer->sign != ';' && lexer->sign != (is_list ? '}' : ',')) {
        bool is_open = lexer->sign == '{' || lexer->sign == '(';
        if (!lexer->sign || (is_open && !gen_ptx_skip_brackets(lexer)))
            return gen_ptx_fail(reader, "';'");
        if (!is_open) {
            *count += lexer->sign == ',';
            gen_ptx_advance(lexer);
        }
    }
    return !is_list || gen_ptx_expect(reader, '}', "'}'");
}

static bool read_variable(gen_ptx_reader *reader, gen_ptx_variable *variable,
                          const value_type *type)
{
    uint64_t element = type->element * type->lanes;
    uint64_t count = 0;
    dimensions array;

    variable->name = reader->lexer.token;
    if (!gen_ptx_at_name(&reader->lexer))
        return gen_ptx_fail(reader, "a variable's name");
    gen_ptx_advance(&reader->lexer);
    if (!read_dimensions(reader, &array, element) ||
        (gen_ptx_take(&reader->lexer, '=') && !skip_initializer(reader, &count)))
        return false;
    if (array.is_empty && count > VARIABLE_LIMIT / element / (array.count + 1))
        return gen_ptx_fail(reader, "an array of less than 2^48 bytes");
    if (!type->is_opaque)
        variable->size = element * array.count * (array.is_empty ? count : 1);
    variable->align = type->align ? type->align : element;
    return true;
}

bool gen_ptx_read_variables(gen_ptx_reader *reader, gen_ptx_variable ***last, bool is_extern)
{
    gen_ptx_space space = gen_ptx_space_of(&reader->lexer);
    value_type type = {0};

    gen_ptx_advance(&reader->lexer);
    if (!read_type(reader, &type, NULL))
        return false;
    if (!type.element)
        return gen_ptx_fail(reader, "a type");
    do {
        gen_ptx_variable *variable = GEN_NEW(reader->arena, gen_ptx_variable);
        variable->space = space;
        variable->is_extern = is_extern;
        if (!read_variable(reader, variable, &type))
            return false;
        **last = variable;
        *last = &variable->next;
    } while (gen_ptx_take(&reader->lexer, ','));
    return gen_ptx_expect_semicolon(reader);
}

/* --- Parameters ------------------------------------------------------------------------------- */

/* '[' N ']'; N may be missing: any number of bytes. */
static bool read_param_size(gen_ptx_reader *reader, gen_ptx_param *param, uint64_t element)
{
    uint64_t count = 1;

    if (gen_ptx_take(&reader->lexer, '[')) {
        param->kind = 'b';
        count = 0;
        if (reader->lexer.sign != ']' && !gen_ptx_read_number(reader, &count))
            return false;
        if (!gen_ptx_expect(reader, ']', "']'"))
            return false;
    }
    if (count > PARAM_LIMIT)
        return gen_ptx_fail(reader, "a parameter of less than 4 GiB");
    param->size = element * count;
    return true;
}

/* .param [.align N] .type [.ptr [.space] [.align N]] name [ '[' N ']' ], or .reg .type name */
static bool read_param(gen_ptx_reader *reader, gen_ptx_param *param, gen_ptx_scope *scope)
{
    gen_ptx_lexer *lexer = &reader->lexer;
    bool is_register = gen_ptx_at_word(lexer, ".reg");
    value_type type = {0};

    if (!is_register && !gen_ptx_at_word(lexer, ".param"))
        return gen_ptx_fail(reader, "'.param'");
    gen_ptx_advance(lexer);
    if (!read_type(reader, &type, &param->is_shared))
        return false;
    if (!lexer->sign)
        return gen_ptx_fail(reader, "a parameter's name");
    if (!type.element)
        return gen_ptx_fail(reader, "a type");
    if (!gen_ptx_at_name(lexer))
        return gen_ptx_fail(reader, "a parameter's name");
    param->name = lexer->token;
    param->kind = type.kind;
    gen_ptx_advance(lexer);
    if (!read_param_size(reader, param, type.element * type.lanes))
        return false;
    param->align = type.align ? type.align : type.element * type.lanes;
    if (is_register)
        gen_ptx_scope_add(scope, &(gen_ptx_name){.name = param->name,
                                                 .kind = type.kind,
                                                 .bits = (uint8_t)(8 * type.element)});
    return true;
}

bool gen_ptx_read_params(gen_ptx_reader *reader, gen_ptx_param **params, size_t *count,
                         gen_ptx_scope *scope)
{
    gen_ptx_lexer *lexer = &reader->lexer;
    size_t capacity = 0;
    uint64_t end = 0;

    gen_ptx_advance(lexer);
    while (lexer->sign != ')') {
        gen_ptx_param *param;
        GEN_GROW(reader->arena, *params, *count, &capacity);
        param = &(*params)[(*count)++];
        if (!read_param(reader, param, scope))
            return false;
        param->offset = (end + param->align - 1) / param->align * param->align;
        end = param->offset + param->size;
        if (lexer->sign != ')' && !gen_ptx_expect(reader, ',', "',' or ')'"))
            return false;
    }
    return true;
}
