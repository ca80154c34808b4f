/* shell_words.h: splits a command line into words. Nothing is expanded. */
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

typedef enum gen_quoting {
    GEN_QUOTING_SHELL,        /* ' and ", and a backslash */
    GEN_QUOTING_OPTIONS_FILE, /* nvcc's files of options: " and a backslash */
    GEN_QUOTING_ENVIRONMENT   /* nvcc's environment: " and, within, a backslash. All of them stay */
} gen_quoting;

/* Appends the words of `text`, without their quotes where they do not stay. False if a quote is not
 * closed. */
bool gen_words_split(gen_words *words, gen_arena *arena, const char *text, gen_quoting quoting);

/* Appends the values of one of nvcc's lists. They are separated by commas that are neither in
 * double quotes nor after a backslash. Quotes stay; the backslashes are removed. */
void gen_words_split_list(gen_words *words, gen_arena *arena, const char *text);

#endif
