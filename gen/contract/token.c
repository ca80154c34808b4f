#include "contract/token.h"

#include <string.h>

/* A mark comes before its own prefixes. */
static const char *const marks[] = {
    "<<=", ">>=", "<=>", "...", "||", "&&", "==", "!=", "<=", ">=", "<<", ">>",
    "++",  "--",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^=", "->", "::",
    "+",   "-",   "*",   "/",   "%",  "<",  ">",  "=",  "!",  "&",  "|",  "^",
    "~",   "?",   ":",   ".",   ",",  "(",  ")",  "[",  "]",  "{",  "}",  ";",
};

bool gen_expr_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

bool gen_expr_is_name_part(char c)
{
    return is_name_start(c) || is_digit(c);
}

static unsigned digit_value(char c)
{
    if (is_digit(c))
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F')
        return (unsigned)(c - 'A') + 10;
    return UINT32_MAX;
}

static bool is_one_of(char c, const char *set)
{
    return c && strchr(set, c);
}

static bool is_hexadecimal(const char *text)
{
    return text[0] == '0' && is_one_of(text[1], "xX");
}

/* The length of a number, valid or not: a "pp-number" of the C standard. */
static size_t number_length(const char *text)
{
    const char *exponents = is_hexadecimal(text) ? "pP" : "eE";
    size_t i = 0;

    while (gen_expr_is_name_part(text[i]) || text[i] == '.' ||
           (text[i] == '\'' && gen_expr_is_name_part(text[i + 1])) ||
           (i && is_one_of(text[i], "+-") && is_one_of(text[i - 1], exponents)))
        i++;
    return i;
}

static bool is_float(const char *text, size_t length)
{
    const char *exponents = is_hexadecimal(text) ? "pP" : "eE";

    for (size_t i = 0; i < length; i++) {
        if (text[i] == '.' || is_one_of(text[i], exponents))
            return true;
    }
    return !is_hexadecimal(text) && is_one_of(text[length - 1], "fF");
}

/* True for an integer suffix of C or C++ (u, l, ll and z, combined as they allow), and for no
 * suffix. */
static bool is_suffix(const char *text, size_t length)
{
    static const char *const widths[] = {"", "l", "L", "ll", "LL", "z", "Z"};

    if (length && is_one_of(text[0], "uU")) {
        text++;
        length--;
    } else if (length && is_one_of(text[length - 1], "uU")) {
        length--;
    }
    for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
        if (strlen(widths[i]) == length && memcmp(widths[i], text, length) == 0)
            return true;
    }
    return false;
}

static void set_problem(gen_expr_token *token, const char *id, const char *problem)
{
    token->kind = GEN_EXPR_TOKEN_BAD;
    token->id = id;
    token->problem = problem;
}

/* Returns the base of the number, and the length of its prefix. */
static unsigned base_of(const char *text, size_t *skipped)
{
    *skipped = 2;
    if (is_hexadecimal(text))
        return 16;
    if (text[0] == '0' && is_one_of(text[1], "bB"))
        return 2;
    *skipped = 0; /* an octal number's prefix is also a digit */
    return text[0] == '0' ? 8 : 10;
}

static void read_digits(gen_expr_token *token)
{
    size_t i;
    unsigned base = base_of(token->begin, &i);
    size_t digits = 0;
    bool too_large = false;

    for (; i < token->length; i++) {
        unsigned digit = digit_value(token->begin[i]);
        if (token->begin[i] == '\'' && digits && digit_value(token->begin[i + 1]) < base)
            continue;
        if (digit >= base)
            break;
        digits++;
        too_large |= token->value > (UINT64_MAX - digit) / base;
        token->value = token->value * base + digit;
    }
    if (!digits || !is_suffix(token->begin + i, token->length - i))
        set_problem(token, "expr-literal",
                    "is not an integer literal; write decimal, octal, 0x or 0b digits, with the "
                    "suffixes u, l and ll if needed");
    else if (too_large)
        set_problem(
            token, "expr-literal",
            "is greater than 2^64-1, the largest number of a contract; write a smaller one");
}

static void read_number(gen_expr_token *token)
{
    token->kind = GEN_EXPR_TOKEN_NUMBER;
    token->length = number_length(token->begin);
    if (is_float(token->begin, token->length))
        set_problem(token, "expr-float-literal",
                    "is a floating-point literal, but contracts compute with integers; write an "
                    "integer");
    else
        read_digits(token);
}

static void read_mark(gen_expr_token *token)
{
    token->kind = GEN_EXPR_TOKEN_MARK;
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        token->length = strlen(marks[i]);
        if (strncmp(token->begin, marks[i], token->length) == 0)
            return;
    }
    token->length = 1;
    set_problem(token, "expr-syntax", "has no meaning in a contract; remove it");
}

gen_expr_token gen_expr_token_next(const char *cursor)
{
    gen_expr_token token = {0};

    while (gen_expr_is_space(*cursor))
        cursor++;
    token.begin = cursor;
    if (!*cursor)
        return token;
    if (is_digit(*cursor) || (*cursor == '.' && is_digit(cursor[1]))) {
        read_number(&token);
    } else if (is_name_start(*cursor)) {
        token.kind = GEN_EXPR_TOKEN_NAME;
        while (gen_expr_is_name_part(token.begin[token.length]))
            token.length++;
    } else {
        read_mark(&token);
    }
    return token;
}

bool gen_expr_token_is(const gen_expr_token *token, const char *text)
{
    return (token->kind == GEN_EXPR_TOKEN_MARK || token->kind == GEN_EXPR_TOKEN_NAME) &&
           strlen(text) == token->length && memcmp(text, token->begin, token->length) == 0;
}
