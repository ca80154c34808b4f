#include "support/body_scan.h"

#include <ctype.h>
#include <string.h>

#define STATEMENT_DEPTH_LIMIT 32

/* --- Tokens ----------------------------------------------------------------------------------- */

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end) {
        if (isspace((unsigned char)*at)) {
            at++;
        } else if (end - at >= 2 && at[0] == '/' && at[1] == '/') {
            while (at < end && *at != '\n')
                at++;
        } else if (end - at >= 2 && at[0] == '/' && at[1] == '*') {
            at += 2;
            while (end - at >= 2 && !(at[0] == '*' && at[1] == '/'))
                at++;
            at = end - at >= 2 ? at + 2 : end;
        } else {
            break;
        }
    }
    return at;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

bool gen_token_equals(gen_token a, gen_token b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

bool gen_token_is_any(gen_token token, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (gen_token_is(token, texts[i]))
            return true;
    return false;
}

bool gen_token_is(gen_token token, const char *text)
{
    return token.length == strlen(text) && memcmp(token.text, text, token.length) == 0;
}

bool gen_token_is_name(gen_token token)
{
    return token.length > 0 && is_word(token.text[0]) && !isdigit((unsigned char)token.text[0]);
}

/* --- The scan --------------------------------------------------------------------------------- */

void gen_scan_begin(gen_scan *scan, const char *source, gen_source_range range)
{
    scan->source = source;
    scan->next = source + range.begin;
    scan->end = source + range.end;
    gen_scan_advance(scan);
}

bool gen_scan_is_plain(const char *source, gen_source_range range)
{
    for (size_t i = range.begin; i < range.end; i++) {
        char next = i + 1 < range.end ? source[i + 1] : '\n';
        if (source[i] == '\\' && isspace((unsigned char)next))
            return false;
        if ((source[i] == '<' && (next == '%' || next == ':')) ||
            (source[i] == '%' && (next == '>' || next == ':')))
            return false;
    }
    return true;
}

void gen_scan_advance(gen_scan *scan)
{
    static const char *const pairs[] = {"<=", ">=", "&&", "||", "==", "!=", "<<", ">>", "++", "--",
                                        "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->", "::"};
    const char *at = skip_blanks(scan->next, scan->end);
    size_t length = at < scan->end;

    if (at < scan->end && is_word(*at)) {
        while (at + length < scan->end && is_word(at[length]))
            length++;
    } else if (scan->end - at >= 2 && at[1] && strchr("=&|<>+-:", at[1])) {
        gen_token pair = {at, 2};
        if (GEN_TOKEN_IS_ANY(pair, pairs))
            length = 2;
        if ((gen_token_is(pair, "<<") || gen_token_is(pair, ">>")) && scan->end - at >= 3 &&
            at[2] == '=')
            length = 3;
    }
    scan->token.text = at;
    scan->token.length = length;
    scan->next = at + length;
}

bool gen_scan_at(const gen_scan *scan, const char *text)
{
    return gen_token_is(scan->token, text);
}

bool gen_scan_at_end(const gen_scan *scan)
{
    return scan->token.length == 0;
}

bool gen_scan_take(gen_scan *scan, const char *text)
{
    if (!gen_scan_at(scan, text))
        return false;
    gen_scan_advance(scan);
    return true;
}

size_t gen_scan_offset(const gen_scan *scan)
{
    return (size_t)(scan->token.text - scan->source);
}

bool gen_scan_skip_quoted(gen_scan *scan)
{
    const char quote = *scan->token.text;
    const char *at = scan->next;
    bool ends;

    while (at < scan->end && *at != quote && *at != '\n')
        at += *at == '\\' && scan->end - at > 1 ? 2 : 1;
    ends = at < scan->end && *at == quote;
    scan->next = at + ends;
    gen_scan_advance(scan);
    return ends;
}

/* If the current token begins `#pragma unroll …`, skips its line and returns true. */
static bool take_unroll(gen_scan *scan)
{
    if (!gen_scan_take(scan, "#") || !gen_scan_take(scan, "pragma") || !gen_scan_at(scan, "unroll"))
        return false;
    for (;;) {
        const char *end = scan->token.text + scan->token.length;
        gen_scan_advance(scan);
        if (gen_scan_at_end(scan))
            return false;
        for (const char *at = end; at < scan->token.text; at++)
            if (*at == '\n')
                return true;
    }
}

/* --- Statements ------------------------------------------------------------------------------- */

/* True at the end, and at tokens after which brackets need not match. */
static bool is_opaque(const gen_scan *scan)
{
    static const char *const texts[] = {"\"", "'", "\\"};
    gen_scan ahead = *scan;

    return gen_scan_at_end(scan) || GEN_TOKEN_IS_ANY(scan->token, texts) ||
           (gen_scan_at(scan, "#") && !take_unroll(&ahead));
}

bool gen_scan_skip_brackets(gen_scan *scan)
{
    static const char *const open[] = {"(", "[", "{"};
    static const char *const close[] = {")", "]", "}"};
    size_t depth = 0;

    do {
        if (is_opaque(scan))
            return false;
        if (GEN_TOKEN_IS_ANY(scan->token, open))
            depth++;
        else if (GEN_TOKEN_IS_ANY(scan->token, close))
            depth--;
        gen_scan_advance(scan);
    } while (depth > 0);
    return true;
}

/* Skips an expression or a declaration up to its semicolon. */
static bool skip_simple(gen_scan *scan)
{
    static const char *const no_beginning[] = {"else", "do", "case", "default", "try", "["};
    bool is_choice = false;

    if (GEN_TOKEN_IS_ANY(scan->token, no_beginning))
        return false;
    while (!gen_scan_at(scan, ";")) {
        if (gen_scan_at(scan, "(") || gen_scan_at(scan, "[") || gen_scan_at(scan, "{")) {
            if (!gen_scan_skip_brackets(scan))
                return false;
            continue;
        }
        is_choice |= gen_scan_at(scan, "?");
        if (is_opaque(scan) || gen_scan_at(scan, ")") || gen_scan_at(scan, "]") ||
            gen_scan_at(scan, "}") || (gen_scan_at(scan, ":") && !is_choice))
            return false;
        gen_scan_advance(scan);
    }
    gen_scan_advance(scan);
    return true;
}

static bool skip_nested(gen_scan *scan, size_t depth)
{
    static const char *const with_condition[] = {"if", "for", "while", "switch"};
    bool is_if = gen_scan_at(scan, "if");

    if (depth > STATEMENT_DEPTH_LIMIT)
        return false;
    if (gen_scan_at(scan, "{"))
        return gen_scan_skip_brackets(scan);
    if (gen_scan_at(scan, "#"))
        return take_unroll(scan) && skip_nested(scan, depth + 1);
    if (!GEN_TOKEN_IS_ANY(scan->token, with_condition))
        return skip_simple(scan);
    gen_scan_advance(scan);
    if (is_if)
        gen_scan_take(scan, "constexpr");
    if (!gen_scan_at(scan, "(") || !gen_scan_skip_brackets(scan) || !skip_nested(scan, depth + 1))
        return false;
    return !is_if || !gen_scan_take(scan, "else") || skip_nested(scan, depth + 1);
}

bool gen_scan_skip_statement(gen_scan *scan)
{
    return skip_nested(scan, 0);
}
