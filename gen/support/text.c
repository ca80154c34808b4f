#include "support/text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gen_text_initialize(gen_text *text)
{
    memset(text, 0, sizeof(*text));
}

void gen_text_initialize_in(gen_text *text, gen_arena *arena)
{
    gen_text_initialize(text);
    text->arena = arena;
}

void gen_text_deinitialize(gen_text *text)
{
    if (!text->arena)
        free(text->data);
    gen_text_initialize(text);
}

/* Null: there is no memory. */
static char *grow(const gen_text *text, size_t capacity)
{
    char *data;

    if (!text->arena)
        return realloc(text->data, capacity);
    data = gen_arena_allocate(text->arena, capacity);
    if (text->length)
        memcpy(data, text->data, text->length + 1);
    return data;
}

static bool reserve(gen_text *text, size_t more)
{
    size_t needed;
    size_t capacity = text->capacity ? text->capacity : 1024;
    char *data;

    if (text->failed || more > SIZE_MAX / 4 - text->length) {
        text->failed = true;
        return false;
    }
    needed = text->length + more + 1;
    if (needed <= text->capacity)
        return true;
    while (capacity < needed)
        capacity *= 2;
    data = grow(text, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void gen_text_append(gen_text *text, const char *data, size_t length)
{
    if (!reserve(text, length))
        return;
    if (length > 0) /* data may be null */
        memcpy(text->data + text->length, data, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void gen_text_puts(gen_text *text, const char *string)
{
    gen_text_append(text, string, strlen(string));
}

void gen_text_vprintf(gen_text *text, const char *format, va_list arguments)
{
    va_list again;
    int length;

    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0 || !reserve(text, (size_t)length)) {
        text->failed = true;
        return;
    }
    vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
    text->length += (size_t)length;
}

void gen_text_printf(gen_text *text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    gen_text_vprintf(text, format, arguments);
    va_end(arguments);
}

/* Where the last line of the text begins. */
static size_t last_line(const gen_text *text)
{
    size_t begin = text->length;

    while (begin > 0 && text->data[begin - 1] != '\n')
        begin--;
    return begin;
}

void gen_text_wrap(gen_text *text, const char *line, const char *separator, size_t width,
                   size_t indent)
{
    size_t column = text->length - last_line(text);
    bool is_first = true; /* of its line */

    while (*line) {
        const char *word = is_first ? line : line + strlen(separator);
        const char *end = strstr(word, separator);
        size_t length = end ? (size_t)(end - line) : strlen(line);
        if (width && !is_first && column + length > width) {
            gen_text_printf(text, "\n%*s", (int)indent, "");
            length -= (size_t)(word - line);
            line = word;
            column = indent;
        }
        gen_text_append(text, line, length);
        column += length;
        line += length;
        is_first = false;
    }
}

bool gen_text_begins(const char *string, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strncmp(string, texts[i], strlen(texts[i])) == 0)
            return true;
    return false;
}

/* The length in bytes of the UTF-8 character at `text` (RFC 3629); 0 if there is none. */
static size_t utf8_length(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    size_t length = c[0] < 0x80 ? 1 : c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;

    if ((c[0] >= 0x80 && c[0] < 0xc2) || c[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((c[i] & 0xc0) != 0x80) /* the terminating zero fails this, too */
            return 0;
    if ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90)) /* an overlong encoding */
        return 0;
    if ((c[0] == 0xed && c[1] > 0x9f) || (c[0] == 0xf4 && c[1] > 0x8f)) /* not a character */
        return 0;
    return length;
}

/* U+202A to U+202E and U+2066 to U+2069 show code in an order that differs from what compilers
 * read. */
static bool is_reordering(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;

    return c[0] == 0xe2 && ((c[1] == 0x80 && c[2] >= 0xaa && c[2] <= 0xae) ||
                            (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9));
}

/* Includes U+0080 to U+009F: U+009B begins terminal commands. */
static bool is_control(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;

    return c[0] < 0x20 || c[0] == 0x7f || (c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0);
}

size_t gen_text_plain_length(const char *text)
{
    return is_control(text) || is_reordering(text) ? 0 : utf8_length(text);
}

void gen_text_c_string(gen_text *text, const char *string)
{
    gen_text_puts(text, "\"");
    for (const char *c = string; *c;) {
        size_t length = gen_text_plain_length(c);
        if (strchr("\"\\?", *c))
            gen_text_puts(text, "\\");
        if (length)
            gen_text_append(text, c, length);
        else
            gen_text_printf(text, "\\%03o", (unsigned char)*c);
        c += length ? length : 1;
    }
    gen_text_puts(text, "\"");
}

/* Writes a character that JSON escapes. Returns the bytes that it read. */
static size_t write_json_escape(gen_text *text, const char *c)
{
    if ((unsigned char)*c < 0x80) {
        gen_text_printf(text, "\\u%04x", (unsigned)*c);
        return 1;
    }
    if (is_control(c)) {
        gen_text_printf(text, "\\u00%02x", (unsigned)(unsigned char)c[1]);
        return 2;
    }
    if (is_reordering(c)) {
        unsigned low = (unsigned)(c[1] & 0x3f) << 6 | (unsigned)(c[2] & 0x3f);
        gen_text_printf(text, "\\u2%03x", low);
        return 3;
    }
    gen_text_puts(text, "\\ufffd"); /* JSON has no bytes: invalid UTF-8 becomes U+FFFD */
    return 1;
}

void gen_text_json_string(gen_text *text, const char *string)
{
    gen_text_puts(text, "\"");
    for (const char *c = string; *c;) {
        size_t length = gen_text_plain_length(c);
        if (*c == '"' || *c == '\\')
            gen_text_puts(text, "\\");
        gen_text_append(text, c, length);
        c += length ? length : write_json_escape(text, c);
    }
    gen_text_puts(text, "\"");
}

void gen_text_comment(gen_text *text, const char *string)
{
    for (const char *c = string; *c;) {
        size_t length = gen_text_plain_length(c);
        bool joins = (c[0] == '*' && c[1] == '/') || (c[0] == '/' && c[1] == '*') ||
                     (c[0] == '?' && c[1] == '?') || (c[0] == '\\' && !c[1]);
        gen_text_append(text, c, length);
        if (joins || !length)
            gen_text_puts(text, " ");
        c += length ? length : 1;
    }
}
