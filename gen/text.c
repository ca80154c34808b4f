#include "text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gen_text_initialize(gen_text *text)
{
    memset(text, 0, sizeof(*text));
}

void gen_text_deinitialize(gen_text *text)
{
    free(text->data);
    gen_text_initialize(text);
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
    data = realloc(text->data, capacity);
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
    memcpy(text->data + text->length, data, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void gen_text_puts(gen_text *text, const char *string)
{
    gen_text_append(text, string, strlen(string));
}

void gen_text_printf(gen_text *text, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0 || !reserve(text, (size_t)length)) {
        text->failed = true;
        return;
    }
    va_start(arguments, format);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

void gen_text_c_string(gen_text *text, const char *string)
{
    gen_text_puts(text, "\"");
    for (const char *c = string; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte == '"' || byte == '\\' || byte == '?')
            gen_text_printf(text, "\\%c", byte);
        else if (byte < 0x20 || byte == 0x7f)
            gen_text_printf(text, "\\%03o", byte);
        else
            gen_text_append(text, c, 1);
    }
    gen_text_puts(text, "\"");
}

void gen_text_json_string(gen_text *text, const char *string)
{
    gen_text_puts(text, "\"");
    for (const char *c = string; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte == '"' || byte == '\\')
            gen_text_printf(text, "\\%c", byte);
        else if (byte < 0x20 || byte == 0x7f)
            gen_text_printf(text, "\\u%04x", byte);
        else
            gen_text_append(text, c, 1);
    }
    gen_text_puts(text, "\"");
}

void gen_text_comment(gen_text *text, const char *string)
{
    for (const char *c = string; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte < 0x20 || byte == 0x7f)
            gen_text_puts(text, " ");
        else if ((byte == '*' && c[1] == '/') || (byte == '/' && c[1] == '*') ||
                 (byte == '?' && c[1] == '?'))
            gen_text_printf(text, "%c ", byte);
        else if (byte == '\\' && !c[1])
            gen_text_puts(text, "\\ ");
        else
            gen_text_append(text, c, 1);
    }
}
