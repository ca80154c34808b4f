/* query_scan.h: reads a file's directives, and what they ask the compiler. */
#ifndef GEN_QUERY_SCAN_H
#define GEN_QUERY_SCAN_H

#include "command_line/shell_words.h"
#include "support/name_table.h"

#include <stddef.h>

/* The operators, and macros that no file can define. Each has a second name of the same length,
 * which replaces it in directives if gen_query_rewriting.renamed is set. */
typedef enum gen_query_operator {
    GEN_QUERY_BUILTIN,
    GEN_QUERY_ATTRIBUTE,
    GEN_QUERY_CPP_ATTRIBUTE,
    GEN_QUERY_C_ATTRIBUTE,
    GEN_QUERY_FEATURE,
    GEN_QUERY_EXTENSION,
    GEN_QUERY_ANSWERED, /* the ones before take one name as operand */
    GEN_QUERY_WARNING = GEN_QUERY_ANSWERED,
    GEN_QUERY_DECLSPEC,
    GEN_QUERY_CONSTEXPR_BUILTIN,
    GEN_QUERY_IDENTIFIER,
    GEN_QUERY_MODULE,
    GEN_QUERY_TARGET_ARCH,
    GEN_QUERY_TARGET_VENDOR,
    GEN_QUERY_TARGET_OS,
    GEN_QUERY_TARGET_ENVIRONMENT,
    GEN_QUERY_EMBED,
    GEN_QUERY_LEVEL,
    GEN_QUERY_COUNT
} gen_query_operator;

extern const char *const gen_query_names[GEN_QUERY_COUNT];
extern const char *const gen_query_new_names[GEN_QUERY_COUNT];

typedef struct gen_query_scan {
    gen_arena *arena;
    gen_words operands;    /* names that may be operands, also through macros */
    gen_words whole;       /* what macros cannot answer: `__has_cpp_attribute(gnu::cold)` and
                              `__has_include(<a.h>)` */
    bool hides_attributes; /* a macro may get a name such as `gnu::cold` */
    bool pastes;           /* a macro makes an operand by `##`; it is not among `operands` */
    gen_name_table known;  /* `operands` */
    gen_name_table macros; /* macros that use an operator, directly or through others */
} gen_query_scan;

/* True if the text may have one of the names. */
bool gen_query_is_asked(const char *text);

/* Adds what a text's directives ask. */
void gen_query_scan_text(gen_query_scan *scan, const char *text);

/* Renames operators in the directives of `text`, and writes the answers over what macros cannot
 * answer. */
typedef struct gen_query_rewriting {
    const char *const *from; /* names */
    const char *const *to;
    bool renamed[GEN_QUERY_COUNT];
    const gen_words *whole;
    const char *const *answers; /* an answer to each in `whole`; null: none */
} gen_query_rewriting;

void gen_query_rewrite(char *text, const gen_query_rewriting *rewriting);

#endif
