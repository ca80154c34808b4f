#include "cpu_image/body_value.h"

#include <ctype.h>
#include <string.h>

/* --- Names ------------------------------------------------------------------------------------ */

bool gen_token_is_builtin(gen_token token)
{
    return gen_token_is(token, "threadIdx") || gen_token_is(token, "blockIdx") ||
           gen_token_is(token, "blockDim") || gen_token_is(token, "gridDim");
}

bool gen_values_declare(gen_body_values *values, gen_body_local local)
{
    if (!gen_token_is_name(local.name) || gen_token_is_builtin(local.name) ||
        values->local_count == GEN_BODY_LOCALS_LIMIT)
        return false;
    values->locals[values->local_count++] = local;
    return true;
}

static bool is_number(const gen_type *type)
{
    return type && type->kind == GEN_TYPE_SCALAR && (type->size == 4 || type->size == 8) &&
           strstr(type->spelling, "volatile") == NULL;
}

static gen_value_kind kind_of_name(const gen_body_values *values, gen_token name)
{
    const gen_kernel *kernel = values->kernel;

    for (size_t i = values->local_count; i > 0; i--)
        if (gen_token_equals(values->locals[i - 1].name, name))
            return values->locals[i - 1].kind;
    for (size_t i = 0; i < kernel->param_count; i++)
        if (gen_token_is(name, kernel->params[i].name))
            return is_number(kernel->params[i].type) ? GEN_VALUE_UNIFORM : GEN_VALUE_UNKNOWN;
    return GEN_VALUE_UNKNOWN;
}

/* --- Types ------------------------------------------------------------------------------------ */

static bool is_index_type(gen_token token)
{
    static const char *const names[] = {"int",     "unsigned", "uint",    "long",     "size_t",
                                        "int32_t", "uint32_t", "int64_t", "uint64_t", "ptrdiff_t"};

    return GEN_TOKEN_IS_ANY(token, names);
}

bool gen_scan_take_type(gen_scan *scan, gen_source_range *range)
{
    const gen_scan start = *scan;

    range->begin = gen_scan_offset(scan);
    range->end = 0;
    if (gen_scan_take(scan, "std") && !gen_scan_take(scan, "::")) {
        *scan = start;
        return false;
    }
    while (is_index_type(scan->token)) {
        range->end = gen_scan_offset(scan) + scan->token.length;
        gen_scan_advance(scan);
    }
    if (range->end == 0)
        *scan = start;
    return range->end > 0;
}

/* --- Arithmetic ------------------------------------------------------------------------------- */

/* Reads a component such as `.x`. Returns 'x', 'y' or 'z', or 0 if there is none. */
static char take_component(gen_scan *scan)
{
    char component = 0;

    gen_scan_advance(scan);
    if (!gen_scan_take(scan, "."))
        return 0;
    if (scan->token.length == 1 && scan->token.text[0] >= 'x' && scan->token.text[0] <= 'z')
        component = scan->token.text[0];
    gen_scan_advance(scan);
    return component;
}

static bool is_literal(gen_token token)
{
    for (size_t i = 0; i < token.length; i++)
        if (!isdigit((unsigned char)token.text[i]) && !(i > 0 && strchr("uUlL", token.text[i])))
            return false;
    return token.length > 0;
}

static bool is_operator(gen_token token)
{
    static const char *const operators[] = {"+", "-", "*", "/", "%", "<<", ">>"};

    return GEN_TOKEN_IS_ANY(token, operators);
}

/* Reads what may precede an operand. Sets the number of parentheses that it opens. False if there
 * is anything else. */
static bool take_prefix(gen_scan *scan, size_t *depth, bool *is_negated)
{
    gen_source_range type;

    while (gen_scan_at(scan, "(") || gen_scan_at(scan, "-")) {
        bool is_parenthesis = gen_scan_at(scan, "(");
        gen_scan_advance(scan);
        if (!is_parenthesis) {
            *is_negated = true;
        } else if (!gen_scan_take_type(scan, &type)) {
            (*depth)++;
        } else if (!gen_scan_take(scan, ")")) {
            return false;
        }
    }
    return true;
}

static gen_value_kind take_operand(const gen_body_values *values, gen_scan *scan)
{
    const gen_token token = scan->token;

    if (gen_token_is_builtin(token)) {
        bool varies = gen_token_is(token, "threadIdx") || gen_token_is(token, "blockIdx");
        if (!take_component(scan))
            return GEN_VALUE_UNKNOWN;
        return varies ? GEN_VALUE_ANY : GEN_VALUE_UNIFORM;
    }
    gen_scan_advance(scan);
    if (is_literal(token))
        return GEN_VALUE_UNIFORM;
    return gen_token_is_name(token) ? kind_of_name(values, token) : GEN_VALUE_UNKNOWN;
}

gen_value_kind gen_values_take_arithmetic(const gen_body_values *values, gen_scan *scan)
{
    gen_value_kind kind = GEN_VALUE_UNIFORM;
    bool is_alone = true;
    size_t depth = 0;

    for (;;) {
        bool is_negated = false;
        gen_value_kind operand = GEN_VALUE_UNKNOWN;
        if (take_prefix(scan, &depth, &is_negated))
            operand = take_operand(values, scan);
        if (operand == GEN_VALUE_UNKNOWN)
            return GEN_VALUE_UNKNOWN;
        is_alone = is_alone && !is_negated;
        kind = operand > kind ? operand : kind;
        while (depth > 0 && gen_scan_take(scan, ")"))
            depth--;
        if (!is_operator(scan->token))
            break;
        is_alone = false;
        gen_scan_advance(scan);
    }
    if (depth > 0)
        return GEN_VALUE_UNKNOWN;
    return kind == GEN_VALUE_INDEX && !is_alone ? GEN_VALUE_ANY : kind;
}

/* --- Indices ---------------------------------------------------------------------------------- */

/* Reads a component of a built-in variable, with or without a cast. */
static char take_builtin(gen_scan *scan, const char *name)
{
    gen_source_range type;

    if (gen_scan_take(scan, "(") && (!gen_scan_take_type(scan, &type) || !gen_scan_take(scan, ")")))
        return 0;
    return gen_scan_at(scan, name) ? take_component(scan) : 0;
}

/* Reads blockIdx.x * blockDim.x, in either order, with or without parentheses. */
static char take_product(gen_scan *scan)
{
    static const char *const names[2][2] = {{"blockIdx", "blockDim"}, {"blockDim", "blockIdx"}};
    const gen_scan start = *scan;

    for (size_t i = 0; i < 4; i++) {
        const char *const *factors = names[i % 2];
        bool is_enclosed = i >= 2;
        char first;
        *scan = start;
        if (is_enclosed && !gen_scan_take(scan, "("))
            return 0;
        first = take_builtin(scan, factors[0]);
        if (first && gen_scan_take(scan, "*") && take_builtin(scan, factors[1]) == first &&
            (!is_enclosed || gen_scan_take(scan, ")")))
            return first;
    }
    return 0;
}

/* Reads the sum of the product and threadIdx.x, in either order. */
static char take_sum(gen_scan *scan)
{
    const gen_scan start = *scan;
    char dimension = take_product(scan);

    if (dimension && gen_scan_take(scan, "+") && take_builtin(scan, "threadIdx") == dimension)
        return dimension;
    *scan = start;
    dimension = take_builtin(scan, "threadIdx");
    if (dimension && gen_scan_take(scan, "+") && take_product(scan) == dimension)
        return dimension;
    return 0;
}

/* Reads the sum in parentheses, with or without a cast: `(int)(…)`, `(…)`. */
static char take_enclosed_sum(gen_scan *scan)
{
    gen_source_range type;
    char dimension;

    if (!gen_scan_take(scan, "("))
        return 0;
    if (gen_scan_take_type(scan, &type) && (!gen_scan_take(scan, ")") || !gen_scan_take(scan, "(")))
        return 0;
    dimension = take_sum(scan);
    return dimension && gen_scan_take(scan, ")") ? dimension : 0;
}

char gen_scan_take_index(gen_scan *scan)
{
    const gen_scan start = *scan;
    char dimension = take_sum(scan);

    if (dimension && gen_scan_at(scan, ";"))
        return dimension;
    *scan = start;
    dimension = take_enclosed_sum(scan);
    if (dimension && gen_scan_at(scan, ";"))
        return dimension;
    *scan = start;
    return 0;
}

/* How often the text names this component, or all components, of threadIdx or blockIdx. */
static size_t count_places(const gen_model *model, gen_source_range body, char dimension)
{
    gen_scan scan;
    size_t count = 0;

    gen_scan_begin(&scan, model->source, body);
    while (!gen_scan_at_end(&scan)) {
        if (gen_scan_at(&scan, "threadIdx") || gen_scan_at(&scan, "blockIdx")) {
            char component = take_component(&scan);
            count += component == dimension || component == 0;
        } else {
            gen_scan_advance(&scan);
        }
    }
    return count;
}

/* The front end also counts reads in macros and called functions. The text also counts what the
 * front end skips. The two must agree. */
bool gen_loop_is_open(const gen_model *model, const gen_kernel *kernel, char dimension,
                      size_t count)
{
    const gen_source_range body = {kernel->cpu.body_begin + 1, kernel->cpu.body_end - 1};

    /* each index reads both */
    return kernel->cpu.places_known && kernel->cpu.places[dimension - 'x'] == 2 * count &&
           count_places(model, body, dimension) == 2 * count && !kernel->dynamic_shared &&
           kernel->static_shared == 0;
}
