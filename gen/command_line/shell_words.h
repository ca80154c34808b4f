/* shell_words.h: splits a command line into words, and joins them. Nothing is expanded. */
#ifndef GEN_SHELL_WORDS_H
#define GEN_SHELL_WORDS_H

#include "support/arena.h"

#include <stdbool.h>

typedef struct gen_words {
    const char **data; /* in the arena */
    size_t count;
    size_t capacity;
} gen_words;

void gen_words_add(gen_words *words, gen_arena *arena, const char *word);
bool gen_words_have(const gen_words *words, const char *word);

/* The words as a shell reads them, quoted where that is necessary. */
const char *gen_words_join(const gen_words *words, gen_arena *arena);

typedef enum gen_quoting {
    GEN_QUOTING_SHELL,        /* ' and ", and a backslash */
    GEN_QUOTING_OPTIONS_FILE, /* nvcc's options files: " and a backslash */
    GEN_QUOTING_ENVIRONMENT   /* nvcc's environment: ", and a backslash inside; both are kept */
} gen_quoting;

/* Appends the words of `text`. Quotes are removed, unless `quoting` keeps them. False if a quote is
 * not closed. */
bool gen_words_split(gen_words *words, gen_arena *arena, const char *text, gen_quoting quoting);

/* Appends the values of one of nvcc's lists. A comma separates values unless it is in double quotes
 * or after a backslash. Quotes are kept; backslashes are removed. */
void gen_words_split_list(gen_words *words, gen_arena *arena, const char *text);

#endif
