#include "cpu_image/loops/stride_body.h"

#include <string.h>

static const gen_token nothing = {"", 0};

typedef struct body_check {
    const gen_body_values *values;
    size_t end;
    size_t inner_end; /* the end of the current or last inner loop or switch */
    bool is_whole;
    gen_token before; /* the token before `previous` */
    gen_token previous;
    gen_scan scan;
} body_check;

/* --- Words ------------------------------------------------------------------------------------ */

/* True for words that leave the loop, declare variables that outlive an iteration, contain text
 * that is not read here, or tell which thread it is. */
static bool is_refused(gen_token token)
{
    static const char *const words[] = {
        "return", "goto",   "asm",      "__asm",         "__asm__", "static", "thread_local",
        "assert", "alloca", "throw",    "__assert_fail", "try",     "do",     "__builtin_alloca",
        "\"",     "'",      "co_await", "co_return",     "co_yield"};

    return token.length == 0 || GEN_TOKEN_IS_ANY(token, words);
}

static bool begins_inner(gen_token token)
{
    static const char *const words[] = {"for", "while", "switch"};

    return GEN_TOKEN_IS_ANY(token, words);
}

/* A `break` of an inner loop or switch stays inside. A `continue` in an inner switch does not, so
 * `is_whole` refuses all. */
static bool leaves(const body_check *check)
{
    const bool is_inner = gen_scan_offset(&check->scan) < check->inner_end;

    if (gen_scan_at(&check->scan, "break"))
        return !is_inner;
    return check->is_whole && gen_scan_at(&check->scan, "continue");
}

static bool is_directive(const body_check *check)
{
    gen_scan scan = check->scan;

    return gen_scan_at(&scan, "#") && !gen_scan_take_unroll(&scan);
}

/* --- Names ------------------------------------------------------------------------------------ */

static bool is_assignment(gen_token token)
{
    static const char *const texts[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};

    return GEN_TOKEN_IS_ANY(token, texts);
}

static bool is_step(gen_token token)
{
    return gen_token_is(token, "++") || gen_token_is(token, "--");
}

/* True if an `&` after this token may take an address; also after `)`, which may end a cast. */
static bool is_no_operand(gen_token token)
{
    static const char *const words[] = {"return", "case", "else"};

    if (GEN_TOKEN_IS_ANY(token, words))
        return true;
    return !gen_token_is(token, "]") && !gen_token_is_name(token) &&
           !(token.length > 0 && token.text[0] >= '0' && token.text[0] <= '9');
}

/* True for a whole argument, or one branch of a conditional that is a whole argument. */
static bool is_whole_argument(gen_token previous, gen_token next)
{
    static const char *const before[] = {"(", ",", "?", ":", "{"};
    static const char *const after[] = {")", ",", ":", "}"};

    return GEN_TOKEN_IS_ANY(previous, before) && GEN_TOKEN_IS_ANY(next, after);
}

/* Skips `.part` and `[…]` after a name. */
static bool skip_parts(gen_scan *scan)
{
    for (;;) {
        if (gen_scan_take(scan, ".")) {
            gen_scan_advance(scan);
        } else if (gen_scan_at(scan, "[")) {
            if (!gen_scan_skip_brackets(scan))
                return false;
        } else {
            return true;
        }
    }
}

/* True if only fields of the struct parameter are read. */
static bool reads_record(const body_check *check)
{
    gen_scan scan = check->scan;

    gen_scan_advance(&scan);
    return gen_scan_at(&scan, ".") && skip_parts(&scan) && !gen_scan_at(&scan, "(") &&
           !gen_scan_at(&scan, "->") && !is_assignment(scan.token) && !is_step(check->previous) &&
           !gen_token_is(check->previous, "&");
}

static bool reads_value(const body_check *check)
{
    gen_scan scan = check->scan;
    bool is_memory;

    gen_scan_advance(&scan);
    is_memory = gen_scan_at(&scan, "[") || gen_scan_at(&scan, "->");
    if (is_assignment(scan.token) || (is_step(check->previous) && !is_memory))
        return false;
    if (gen_token_is(check->previous, "&") && is_no_operand(check->before) && !is_memory)
        return false;
    if (!is_whole_argument(check->previous, scan.token))
        return true;
    if (check->values->kernel->cpu.binds_references)
        return false;
    gen_scan_advance(&scan); /* `(sum) += 1` */
    return !is_assignment(scan.token) && !is_step(check->before) &&
           !(gen_token_is(check->previous, "(") && gen_token_is(check->before, "&"));
}

/* True if the token is a name and not part of something else. */
static bool reads_name(const body_check *check)
{
    const gen_token name = check->scan.token;
    const gen_body_local *local;
    const gen_param *param;

    if (gen_token_is(check->previous, ".") || gen_token_is(check->previous, "->") ||
        gen_token_is(check->previous, "::"))
        return true;
    local = gen_values_find(check->values, name);
    if (local)
        return local->kind != GEN_VALUE_INDEX && local->kind != GEN_VALUE_ANY && reads_value(check);
    param = gen_values_find_param(check->values, name);
    if (!param)
        return true;
    return param->type && param->type->kind != GEN_TYPE_RECORD ? reads_value(check)
                                                               : reads_record(check);
}

/* True for `int &s = sum` and `auto &&[a, b]`, whose targets are not known here. */
static bool declares_reference(const body_check *check)
{
    gen_scan scan = check->scan;

    if (!gen_scan_take(&scan, "&") && !gen_scan_take(&scan, "&&"))
        return false;
    if (gen_scan_at(&scan, "["))
        return true;
    if (!gen_token_is_name(scan.token))
        return false;
    gen_scan_advance(&scan);
    return gen_scan_at(&scan, "=") || gen_scan_at(&scan, "{") || gen_scan_at(&scan, ":") ||
           (gen_scan_at(&scan, "(") && gen_token_is_name(check->previous) &&
            check->values->kernel->cpu.binds_references);
}

/* --- All of it -------------------------------------------------------------------------------- */

static bool take_token(body_check *check)
{
    const gen_token token = check->scan.token;

    if (is_refused(token) || leaves(check) || is_directive(check) || declares_reference(check))
        return false;
    if (begins_inner(token)) {
        gen_scan inner = check->scan;
        if (!gen_scan_skip_statement(&inner))
            return false;
        if (gen_scan_offset(&inner) > check->inner_end)
            check->inner_end = gen_scan_offset(&inner);
    }
    if (gen_token_is_name(token) && !reads_name(check))
        return false;
    check->before = check->previous;
    check->previous = token;
    gen_scan_advance(&check->scan);
    return true;
}

bool gen_stride_body_is_free(const gen_body_values *values, gen_scan scan, size_t end,
                             bool is_whole)
{
    body_check check = {.values = values,
                        .end = end,
                        .is_whole = is_whole,
                        .before = nothing,
                        .previous = nothing,
                        .scan = scan};

    while (gen_scan_offset(&check.scan) < end)
        if (!take_token(&check))
            return false;
    return true;
}
