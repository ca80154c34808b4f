/* text.h: a growing text with a sticky error, checked once at the end. */
#ifndef GEN_TEXT_H
#define GEN_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct gen_text {
    char *data; /* ends with a zero byte; null while empty */
    size_t length;
    size_t capacity;
    bool failed; /* out of memory: everything after it was dropped */
} gen_text;

void gen_text_initialize(gen_text *text);
void gen_text_deinitialize(gen_text *text);

void gen_text_append(gen_text *text, const char *data, size_t length);
void gen_text_puts(gen_text *text, const char *string);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gen_text_printf(gen_text *text, const char *format, ...);

#if defined(__GNUC__)
__attribute__((format(printf, 2, 0)))
#endif
void gen_text_vprintf(gen_text *text, const char *format, va_list arguments);

/* The length in bytes of the character at `text`, not its end, if every reader shows it as what it
 * is; else 0: a control character, one that reorders the text around it, a byte that is no UTF-8.
 */
size_t gen_text_plain_length(const char *text);

/* Appends `string` as a C string literal, and as a JSON one, quotes included: whatever bytes it
 * holds. What is no UTF-8 is escaped in C, and is U+FFFD in JSON. */
void gen_text_c_string(gen_text *text, const char *string);
void gen_text_json_string(gen_text *text, const char *string);

/* Appends `string` so that it can stand in a C comment, on one line: an end of comment, a trigraph
 * or a line splice cannot come out of it. A blank stands for each control character, each that
 * reorders the text around it and each byte that is no UTF-8. */
void gen_text_comment(gen_text *text, const char *string);

#endif
