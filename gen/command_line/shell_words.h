/* shell_words.h: a command line as a list of words. Nothing is expanded. */
#ifndef GEN_SHELL_WORDS_H
#define GEN_SHELL_WORDS_H

#include "support/arena.h"

#include <stdbool.h>

typedef struct gen_words {
    const char **data; /* the arena's */
    size_t count;
    size_t capacity;
} gen_words;

void gen_words_add(gen_words *words, gen_arena *arena, const char *word);

typedef enum gen_quoting {
    GEN_QUOTING_SHELL,       /* ' and ", and a backslash */
    GEN_QUOTING_OPTIONS_FILE /* nvcc's files of options: " and a backslash */
} gen_quoting;

/* Appends the words of `text`, without their quotes. False if a quote is not closed. */
bool gen_words_split(gen_words *words, gen_arena *arena, const char *text, gen_quoting quoting);

/* Appends the values of nvcc's list `text`: between commas that are neither in double quotes nor
 * after a backslash. The quotes stay; a backslash before a comma, a quote or a backslash goes. */
void gen_words_split_list(gen_words *words, gen_arena *arena, const char *text);

#endif
