/* body_scan.h: the tokens of a body's text. It knows comments, but neither macros nor directives.
 * Callers check gen_scan_is_plain() first, and either refuse words that may be macros or compare
 * the result with what the front end saw. */
#ifndef GEN_BODY_SCAN_H
#define GEN_BODY_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* A range of the source, in bytes. */
typedef struct gen_source_range {
    size_t begin;
    size_t end;
} gen_source_range;

typedef struct gen_token {
    const char *text; /* points into the source; not zero-terminated */
    size_t length;    /* 0: the end */
} gen_token;

typedef struct gen_scan {
    const char *source;
    const char *next; /* just after `token` */
    const char *end;
    gen_token token; /* the current one */
} gen_scan;

/* Sets the scan to the first token of the range. */
void gen_scan_begin(gen_scan *scan, const char *source, gen_source_range range);

/* True if the range has no digraphs and no line that ends with a backslash. */
bool gen_scan_is_plain(const char *source, gen_source_range range);

bool gen_token_is(gen_token token, const char *text);
bool gen_token_equals(gen_token a, gen_token b);
bool gen_token_is_any(gen_token token, const char *const *texts, size_t count);
/* The same for an array. */
#define GEN_TOKEN_IS_ANY(token, texts)                                                             \
    gen_token_is_any((token), (texts), sizeof(texts) / sizeof((texts)[0]))
bool gen_token_is_name(gen_token token);

void gen_scan_advance(gen_scan *scan);
bool gen_scan_at(const gen_scan *scan, const char *text);
bool gen_scan_at_end(const gen_scan *scan);
/* If the current token is this text, advances and returns true. */
bool gen_scan_take(gen_scan *scan, const char *text);

/* The offset of the current token in the source. */
size_t gen_scan_offset(const gen_scan *scan);

/* Skips a string or a character that begins here. False if it does not end on its line, which is
 * skipped then. */
bool gen_scan_skip_quoted(gen_scan *scan);

/* Skips from an opening bracket to the token after its closing one. All kinds of brackets count
 * alike. False if the result is not certain. */
bool gen_scan_skip_brackets(gen_scan *scan);

/* False if the end of the statement is not certain. */
bool gen_scan_skip_statement(gen_scan *scan);

#endif
