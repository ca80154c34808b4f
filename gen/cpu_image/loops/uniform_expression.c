#include "cpu_image/loops/uniform_expression.h"

bool gen_token_is_number_type(gen_token token)
{
    static const char *const names[] = {
        "const",    "unsigned", "signed",   "int",     "long",     "short",   "char",
        "bool",     "float",    "double",   "size_t",  "int8_t",   "uint8_t", "int16_t",
        "uint16_t", "int32_t",  "uint32_t", "int64_t", "uint64_t", "uint",    "ptrdiff_t"};

    return GEN_TOKEN_IS_ANY(token, names);
}

/* Reads, after `(`, a type and `)`: only types of numbers and `name *`, which cannot be anything
 * else. */
static bool take_cast(gen_scan *scan)
{
    gen_scan ahead = *scan;
    bool is_number = true;
    bool is_pointer = false;
    size_t names = 0;

    while (gen_token_is_name(ahead.token) || gen_scan_at(&ahead, "::")) {
        names += !gen_token_is(ahead.token, "const");
        is_number = is_number && gen_token_is_number_type(ahead.token);
        gen_scan_advance(&ahead);
    }
    while (gen_scan_take(&ahead, "*"))
        is_pointer = true;
    if (names == 0 || (!is_number && !is_pointer) || !gen_scan_take(&ahead, ")"))
        return false;
    *scan = ahead;
    return true;
}

/* Reads `<float4 *>` of `reinterpret_cast<float4 *>`. */
static bool take_cast_type(gen_scan *scan)
{
    if (!gen_scan_take(scan, "<"))
        return false;
    while (gen_token_is_name(scan->token) || gen_scan_at(scan, "::") || gen_scan_at(scan, "*"))
        gen_scan_advance(scan);
    return gen_scan_take(scan, ">") && gen_scan_at(scan, "(");
}

static bool is_param(const gen_body_values *values, gen_token name)
{
    const gen_param *param = gen_values_find_param(values, name);

    return param && param->type &&
           (param->type->kind == GEN_TYPE_SCALAR || param->type->kind == GEN_TYPE_POINTER);
}

/* Reads a name that is a number or a pointer, the same for all threads. */
static bool take_name(const gen_body_values *values, gen_scan *scan)
{
    static const char *const casts[] = {"static_cast", "reinterpret_cast", "const_cast"};
    static const char *const constants[] = {"true", "false", "nullptr"};
    const gen_token name = scan->token;
    const gen_body_local *local;

    if (gen_token_is_builtin(name))
        return gen_scan_take_component(scan) != 0;
    gen_scan_advance(scan);
    if (GEN_TOKEN_IS_ANY(name, casts))
        return take_cast_type(scan);
    if (GEN_TOKEN_IS_ANY(name, constants))
        return true;
    if (gen_scan_at(scan, "(") || gen_scan_at(scan, "::"))
        return gen_token_is_number_type(name) && gen_scan_at(scan, "(");
    local = gen_values_find(values, name);
    if (local)
        return local->kind != GEN_VALUE_INDEX && local->kind != GEN_VALUE_ANY;
    return is_param(values, name);
}

static bool is_harmless(gen_token token)
{
    static const char *const texts[] = {
        "+", "-", "*",  "/",  "%",  "<",  ">",  "!",  "|",  "^", "~",
        "?", ":", "<=", ">=", "&&", "||", "==", "!=", "<<", ">>"};

    return GEN_TOKEN_IS_ANY(token, texts) ||
           (token.length > 0 && token.text[0] >= '0' && token.text[0] <= '9');
}

bool gen_uniform_take(const gen_body_values *values, gen_scan *scan, const char *end)
{
    size_t depth = 0;

    while (depth > 0 || !gen_scan_at(scan, end)) {
        if (gen_token_is_name(scan->token)) {
            if (!take_name(values, scan))
                return false;
        } else if (gen_scan_take(scan, "(")) {
            if (!take_cast(scan))
                depth++;
        } else if (gen_scan_take(scan, "[")) {
            depth++;
        } else if (depth > 0 && (gen_scan_at(scan, ")") || gen_scan_at(scan, "]"))) {
            depth--;
            gen_scan_advance(scan);
        } else if (gen_scan_take(scan, ".")) { /* for example `1.0f` */
            gen_scan_advance(scan);
            if (gen_scan_at(scan, "("))
                return false;
        } else if (is_harmless(scan->token)) {
            gen_scan_advance(scan);
        } else {
            return false;
        }
    }
    return true;
}
