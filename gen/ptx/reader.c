#include "ptx/reader.h"

#define MAX_SHOWN 100 /* bytes of a token in a message */

bool gen_ptx_fail(gen_ptx_reader *reader, const char *wanted)
{
    gen_token token = reader->lexer.token;

    gen_diag_error(reader->diag, (gen_place){reader->module->path, reader->lexer.line, 1},
                   "ptx-syntax", "found '%.*s' instead of %s; give PTX as nvcc writes it",
                   token.length ? (int)(token.length < MAX_SHOWN ? token.length : MAX_SHOWN) : 11,
                   token.length ? token.text : "end of file", wanted);
    return false;
}

bool gen_ptx_expect(gen_ptx_reader *reader, char sign, const char *wanted)
{
    return gen_ptx_take(&reader->lexer, sign) || gen_ptx_fail(reader, wanted);
}

bool gen_ptx_expect_semicolon(gen_ptx_reader *reader)
{
    reader->statement_end = reader->lexer.last;
    return gen_ptx_expect(reader, ';', "';'");
}

bool gen_ptx_skip_statement(gen_ptx_reader *reader)
{
    gen_ptx_lexer *lexer = &reader->lexer;

    while (lexer->sign != ';') {
        bool is_open = lexer->sign == '{' || lexer->sign == '(';
        if (!lexer->sign || lexer->sign == '}' || (is_open && !gen_ptx_skip_brackets(lexer)))
            return gen_ptx_fail(reader, "';'");
        if (!is_open)
            gen_ptx_advance(lexer);
    }
    return gen_ptx_expect_semicolon(reader);
}

bool gen_ptx_read_number(gen_ptx_reader *reader, uint64_t *value)
{
    gen_token token = reader->lexer.token;

    *value = 0;
    for (size_t i = 0; i < token.length; i++) {
        if (token.text[i] < '0' || token.text[i] > '9' || *value > (UINT64_MAX >> 8) / 10)
            return gen_ptx_fail(reader, "a number");
        *value = *value * 10 + (uint64_t)(token.text[i] - '0');
    }
    if (!token.length)
        return gen_ptx_fail(reader, "a number");
    gen_ptx_advance(&reader->lexer);
    return true;
}

static unsigned digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 16;
}

bool gen_ptx_integer(gen_token word, int64_t *value)
{
    const char *at = word.text;
    const char *end = at + word.length;
    unsigned base = 10;
    uint64_t number = 0;

    if (end - at > 1 && end[-1] == 'U')
        end--;
    if (end - at > 1 && at[0] == '0') {
        char letter = at[1] | 0x20;
        base = letter == 'x' ? 16 : letter == 'b' ? 2 : 8;
        at += base == 8 ? 1 : 2;
    }
    if (at == end)
        return false;
    for (; at < end; at++) {
        if (digit_value(*at) >= base)
            return false;
        number = number * base + digit_value(*at);
    }
    *value = (int64_t)number;
    return true;
}

gen_ptx_operand *gen_ptx_operands_add(gen_arena *arena, gen_ptx_operands *operands)
{
    GEN_GROW(arena, operands->items, operands->count, &operands->capacity);
    operands->items[operands->count] = (gen_ptx_operand){.kind = GEN_PTX_OTHER};
    return &operands->items[operands->count++];
}
