/* body_scan.h: the text of a body, token by token. It knows comments, but neither macros nor
 * directives: who relies on what it reads asks gen_scan_is_plain() first, and refuses words that
 * may be macros, or has what it found confirmed by the front end. */
#ifndef GEN_BODY_SCAN_H
#define GEN_BODY_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* A piece of the source, in bytes. */
typedef struct gen_source_range {
    size_t begin;
    size_t end;
} gen_source_range;

typedef struct gen_token {
    const char *text; /* in the source; not terminated */
    size_t length;    /* 0: the end */
} gen_token;

typedef struct gen_scan {
    const char *source;
    const char *next; /* after `token` */
    const char *end;
    gen_token token; /* the current one */
} gen_scan;

/* The first token of the range becomes the current one. */
void gen_scan_begin(gen_scan *scan, const char *source, gen_source_range range);

/* True if no line of the range ends with a backslash, and it has no digraphs. */
bool gen_scan_is_plain(const char *source, gen_source_range range);

bool gen_token_is(gen_token token, const char *text);
/* True if both have the same text. */
bool gen_token_equals(gen_token a, gen_token b);
bool gen_token_is_any(gen_token token, const char *const *texts, size_t count);
bool gen_token_is_name(gen_token token);

void gen_scan_advance(gen_scan *scan);
bool gen_scan_at(const gen_scan *scan, const char *text);
bool gen_scan_at_end(const gen_scan *scan);
/* Advances and returns true if the current token is this text. */
bool gen_scan_take(gen_scan *scan, const char *text);

/* The offset of the current token in the source. */
size_t gen_scan_offset(const gen_scan *scan);

/* Skips `#pragma unroll …` up to the end of its line, if that is the current token. */
bool gen_scan_take_unroll(gen_scan *scan);

/* From a bracket behind the one that closes it; all kinds are counted alike. False where that is
 * not certain. */
bool gen_scan_skip_brackets(gen_scan *scan);

/* Skips the statement. False if its end is not certain. */
bool gen_scan_skip_statement(gen_scan *scan);

#endif
