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
    const char *next; /* behind `token` */
    const char *end;
    gen_token token; /* where it stands */
} gen_scan;

/* Stands at the first token of the range. */
void gen_scan_begin(gen_scan *scan, const char *source, gen_source_range range);

/* Whether the range has no line that goes on in the next one and no brace in other letters. */
bool gen_scan_is_plain(const char *source, gen_source_range range);

bool gen_token_is(gen_token token, const char *text);
/* Of the same text. */
bool gen_token_equals(gen_token a, gen_token b);
bool gen_token_is_any(gen_token token, const char *const *texts, size_t count);
bool gen_token_is_name(gen_token token);

void gen_scan_advance(gen_scan *scan);
bool gen_scan_at(const gen_scan *scan, const char *text);
bool gen_scan_at_end(const gen_scan *scan);
/* Goes on if it stands at the text. */
bool gen_scan_take(gen_scan *scan, const char *text);

/* Of the token, in the source. */
size_t gen_scan_offset(const gen_scan *scan);

/* Goes behind `#pragma unroll …`, a line of its own, at which it stands. */
bool gen_scan_take_unroll(gen_scan *scan);

/* From a bracket behind the one that closes it; all kinds are counted alike. False where that is
 * not certain. */
bool gen_scan_skip_brackets(gen_scan *scan);

/* Goes behind the statement. False where its end is not certain. */
bool gen_scan_skip_statement(gen_scan *scan);

#endif
