#include "fuzz_json.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 64

/* --- UTF-8 ----------------------------------------------------------------------------------- */

/* The end of the character at `text`; null if it is malformed. */
static const char *skip_character(const char *text)
{
    static const uint32_t smallest[] = {0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)*text;
    int following = first < 0x80       ? 0
                    : first >> 5 == 6  ? 1
                    : first >> 4 == 14 ? 2
                    : first >> 3 == 30 ? 3
                                       : -1;
    uint32_t value = following > 0 ? first & (0x3fu >> following) : first;

    if (following < 0)
        return NULL;
    for (int i = 1; i <= following; i++) {
        unsigned char next = (unsigned char)text[i];
        if (next >> 6 != 2)
            return NULL;
        value = value << 6 | (next & 0x3fu);
    }
    if (value < smallest[following] || value > 0x10ffff || value >> 11 == 0x1b)
        return NULL;
    return text + following + 1;
}

bool fuzz_is_utf8(const char *text)
{
    while (text && *text)
        text = skip_character(text);
    return text != NULL;
}

/* --- JSON ------------------------------------------------------------------------------------ */

static const char *skip_blanks(const char *c)
{
    return c ? c + strspn(c, " \n\r\t") : NULL;
}

static const char *skip_literal(const char *c, const char *literal)
{
    size_t length = strlen(literal);

    return strncmp(c, literal, length) == 0 ? c + length : NULL;
}

static const char *skip_string(const char *c)
{
    if (*c != '"')
        return NULL;
    for (c++; *c != '"'; c++) {
        if ((unsigned char)*c < 0x20)
            return NULL;
        if (*c != '\\')
            continue;
        c++;
        if (*c == 'u' && strspn(c + 1, "0123456789abcdefABCDEF") >= 4)
            c += 4;
        else if (!*c || !strchr("\"\\/bfnrt", *c))
            return NULL;
    }
    return c + 1;
}

static const char *skip_digits(const char *c)
{
    size_t digits = c ? strspn(c, "0123456789") : 0;

    return digits ? c + digits : NULL;
}

static const char *skip_number(const char *c)
{
    c += *c == '-';
    c = *c == '0' ? c + 1 : skip_digits(c);
    if (c && *c == '.')
        c = skip_digits(c + 1);
    if (c && (*c == 'e' || *c == 'E'))
        c = skip_digits(c + 1 + (c[1] == '-' || c[1] == '+'));
    return c;
}

static const char *skip_value(const char *c, unsigned depth);

/* Skips from `[` or `{` to the bracket that closes it. */
static const char *skip_members(const char *c, unsigned depth)
{
    char close = *c == '[' ? ']' : '}';

    c = skip_blanks(c + 1);
    if (*c == close)
        return c + 1;
    for (;;) {
        if (close == '}') {
            c = skip_blanks(skip_string(c));
            if (!c || *c != ':')
                return NULL;
            c = skip_blanks(c + 1);
        }
        c = skip_blanks(skip_value(c, depth + 1));
        if (!c || *c == close)
            return c ? c + 1 : NULL;
        if (*c != ',')
            return NULL;
        c = skip_blanks(c + 1);
    }
}

static const char *skip_value(const char *c, unsigned depth)
{
    if (depth > MAX_DEPTH)
        return NULL;
    switch (*c) {
    case '{':
    case '[':
        return skip_members(c, depth);
    case '"':
        return skip_string(c);
    case 't':
        return skip_literal(c, "true");
    case 'f':
        return skip_literal(c, "false");
    case 'n':
        return skip_literal(c, "null");
    default:
        return skip_number(c);
    }
}

const char *fuzz_json_skip(const char *text)
{
    return skip_value(text, 0);
}

/* Writes a character below U+10000 as UTF-8, and returns its length. */
static size_t write_character(char *out, unsigned long value)
{
    if (value < 0x80) {
        out[0] = (char)value;
        return 1;
    }
    if (value < 0x800) {
        out[0] = (char)(0xc0 | value >> 6);
        out[1] = (char)(0x80 | (value & 0x3f));
        return 2;
    }
    out[0] = (char)(0xe0 | value >> 12);
    out[1] = (char)(0x80 | (value >> 6 & 0x3f));
    out[2] = (char)(0x80 | (value & 0x3f));
    return 3;
}

char *fuzz_json_string(const char *text)
{
    static const char letters[] = "bfnrt";
    static const char meanings[] = "\b\f\n\r\t";
    char *string = malloc(strlen(text) + 1);
    size_t length = 0;

    if (!string)
        abort();
    for (const char *c = text + 1; *c != '"'; c++) {
        const char *letter;
        char digits[5] = {0};
        if (*c != '\\') {
            string[length++] = *c;
            continue;
        }
        c++;
        letter = strchr(letters, *c);
        if (*c != 'u') {
            string[length++] = letter ? meanings[letter - letters] : *c;
            continue;
        }
        memcpy(digits, c + 1, 4);
        length += write_character(string + length, strtoul(digits, NULL, 16));
        c += 4;
    }
    string[length] = '\0';
    return string;
}
