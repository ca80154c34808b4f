/* text.h: a growing text with a sticky error, which is checked once at the end. */
#ifndef GEN_TEXT_H
#define GEN_TEXT_H

#include "support/arena.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct gen_text {
    char *data; /* ends with a zero byte; null while empty */
    size_t length;
    size_t capacity;
    bool failed;      /* out of memory: everything since then is missing */
    gen_arena *arena; /* that it lives in, or null */
} gen_text;

void gen_text_initialize(gen_text *text);
/* The same in an arena, which frees it. */
void gen_text_initialize_in(gen_text *text, gen_arena *arena);
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

/* Appends one line without its end, broken at `separator` so that no line is longer than `width`
 * bytes, if there is a separator; 0: not broken. Further lines begin with `indent` blanks. */
void gen_text_wrap(gen_text *text, const char *line, const char *separator, size_t width,
                   size_t indent);

/* True if `string` begins with one of the texts. */
bool gen_text_begins(const char *string, const char *const *texts, size_t count);
/* The same for an array. */
#define GEN_TEXT_BEGINS(string, texts)                                                             \
    gen_text_begins((string), (texts), sizeof(texts) / sizeof((texts)[0]))

/* The length in bytes of the character at `text` if it is safe to show. 0 for control characters,
 * characters that reorder text, and bytes that are not UTF-8. `text` must not be at its end. */
size_t gen_text_plain_length(const char *text);

/* Append `string` as a C and as a JSON string literal, with quotes. `string` may hold any bytes.
 * Bytes that are not UTF-8 are escaped in C, and become U+FFFD in JSON. */
void gen_text_c_string(gen_text *text, const char *string);
void gen_text_json_string(gen_text *text, const char *string);

/* Appends `string` so that it is safe in a C comment, on one line: no end of comment, no trigraph,
 * no line splice. Control characters, characters that reorder text and bytes that are not UTF-8
 * become blanks. */
void gen_text_comment(gen_text *text, const char *string);

#endif
