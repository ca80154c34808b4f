#include "ptx/lexer.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
           c == '.' || c == '$' || c == '%';
}

/* Skips a comment to its end; false if there is none here. */
static bool skip_comment(gen_ptx_lexer *lexer)
{
    const char *at = lexer->next;
    const char *end = lexer->end;

    if (end - at < 2 || at[0] != '/' || (at[1] != '/' && at[1] != '*'))
        return false;
    if (at[1] == '/') {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        lexer->next = newline ? newline : end;
        return true;
    }
    for (at += 2; end - at >= 2 && !(at[0] == '*' && at[1] == '/'); at++)
        lexer->line += *at == '\n';
    lexer->next = end - at >= 2 ? at + 2 : end;
    return true;
}

static void skip_blanks(gen_ptx_lexer *lexer)
{
    for (;;) {
        while (lexer->next < lexer->end &&
               (*lexer->next == ' ' || (*lexer->next >= '\t' && *lexer->next <= '\r')))
            lexer->line += *lexer->next++ == '\n';
        if (!skip_comment(lexer))
            return;
    }
}

/* A string ends on its line. */
static const char *end_of_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"' && *at != '\n';)
        at += *at == '\\' && end - at > 1 && at[1] != '\n' ? 2 : 1;
    return at < end && *at == '"' ? at + 1 : at;
}

/* `.param.u64` are two words, `ld.param.u64` is one. */
static const char *end_of_word(const char *at, const char *end)
{
    bool is_directive = *at == '.';

    for (at++; at < end && !(is_directive && *at == '.');) {
        if (is_word(*at))
            at++;
        else if (end - at >= 3 && at[0] == ':' && at[1] == ':' && is_word(at[2]))
            at += 3;
        else
            break;
    }
    return at;
}

void gen_ptx_advance(gen_ptx_lexer *lexer)
{
    const char *at;
    const char *after;

    lexer->last = lexer->next;
    skip_blanks(lexer);
    at = lexer->next;
    if (at == lexer->end) {
        lexer->sign = '\0';
        after = at;
    } else if (is_word(*at)) {
        lexer->sign = GEN_PTX_WORD;
        after = end_of_word(at, lexer->end);
    } else if (*at == '"') {
        lexer->sign = GEN_PTX_STRING;
        after = end_of_string(at, lexer->end);
    } else {
        lexer->sign = *at;
        after = at + 1;
    }
    lexer->token = (gen_token){at, (size_t)(after - at)};
    lexer->next = after;
}

gen_ptx_lexer gen_ptx_lexer_begin(const char *text, size_t length, uint32_t line)
{
    gen_ptx_lexer lexer = {.next = text, .end = text + length, .line = line};

    gen_ptx_advance(&lexer);
    return lexer;
}

bool gen_ptx_take(gen_ptx_lexer *lexer, char sign)
{
    if (lexer->sign != sign)
        return false;
    gen_ptx_advance(lexer);
    return true;
}

bool gen_ptx_at_word(const gen_ptx_lexer *lexer, const char *word)
{
    return lexer->sign == GEN_PTX_WORD && gen_token_is(lexer->token, word);
}

bool gen_ptx_take_word(gen_ptx_lexer *lexer, const char *word)
{
    if (!gen_ptx_at_word(lexer, word))
        return false;
    gen_ptx_advance(lexer);
    return true;
}

bool gen_ptx_at_directive(const gen_ptx_lexer *lexer)
{
    return lexer->sign == GEN_PTX_WORD && *lexer->token.text == '.';
}

bool gen_ptx_at_name(const gen_ptx_lexer *lexer)
{
    return lexer->sign == GEN_PTX_WORD && *lexer->token.text != '.' &&
           !is_digit(*lexer->token.text);
}

bool gen_ptx_skip_brackets(gen_ptx_lexer *lexer)
{
    size_t depth = 0;

    do {
        if (!lexer->sign)
            return false;
        depth += lexer->sign == '(' || lexer->sign == '[' || lexer->sign == '{';
        depth -= lexer->sign == ')' || lexer->sign == ']' || lexer->sign == '}';
        gen_ptx_advance(lexer);
    } while (depth > 0);
    return true;
}

gen_token gen_ptx_since(const gen_ptx_lexer *lexer, const char *begin)
{
    return (gen_token){begin, (size_t)(lexer->last - begin)};
}
