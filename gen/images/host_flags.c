#include "images/host_flags.h"

#include "command_line/nvcc_option.h"
#include "support/text.h"

#include <string.h>

/* Appends the words at `at` if they are for the preprocessor. Returns how many they are. */
static size_t add_for_headers(gen_words *words, gen_arena *arena, const gen_words *clang, size_t at)
{
    static const char *const joined[] = {"-I", "-D", "-U", "--sysroot="};
    static const char *const separate[] = {"-isystem", "-iquote", "-idirafter"};
    const char *word = clang->data[at];

    if (GEN_TEXT_BEGINS(word, joined)) {
        gen_words_add(words, arena, word);
        return 1;
    }
    for (size_t i = 0; i < sizeof(separate) / sizeof(separate[0]); i++) {
        if (strcmp(word, separate[i]) != 0 || at + 1 == clang->count)
            continue;
        gen_words_add(words, arena, word);
        gen_words_add(words, arena, clang->data[at + 1]);
        return 2;
    }
    return 0;
}

void gen_host_flags_add_for_headers(gen_words *words, gen_arena *arena, const gen_words *clang)
{
    for (size_t i = 0; i < clang->count;) {
        size_t count = add_for_headers(words, arena, clang, i);
        i += count ? count : 1;
    }
}

/* Images need C++17. In GNU's dialects GCC refuses the checker's functions, because it knows
 * others of their names. */
static const char *standard_of(gen_arena *arena, const char *word)
{
    static const char *const old[] = {"98", "03", "0x", "11", "1y", "14"};
    const char *plus = strstr(word, "++");
    const char *year = plus ? plus + 2 : "17";

    return gen_arena_format(arena, "-std=c++%s", GEN_TEXT_BEGINS(year, old) ? "17" : year);
}

/* Appends the words at `at` if they are for the language. Returns how many they are. */
static size_t add_for_language(gen_words *words, gen_arena *arena, const gen_words *clang,
                               size_t at)
{
    static const char *const standard[] = {"-std="};
    static const char *const depth[] = {"-ftemplate-depth"};
    const char *word = clang->data[at];
    bool is_file = strcmp(word, "-include") == 0 || strcmp(word, "-imacros") == 0;

    if (is_file && at + 1 < clang->count) {
        gen_words_add(words, arena, word);
        gen_words_add(words, arena, clang->data[at + 1]);
        return 2;
    }
    if (GEN_TEXT_BEGINS(word, standard))
        gen_words_add(words, arena, standard_of(arena, word));
    else if (GEN_TEXT_BEGINS(word, depth) || gen_nvcc_option_of_language(word))
        gen_words_add(words, arena, word);
    return 1;
}

void gen_host_flags_add(gen_words *words, gen_arena *arena, const gen_words *clang)
{
    gen_words_add(words, arena, "-std=c++17"); /* a later -std wins */
    for (size_t i = 0; i < clang->count;) {
        size_t count = add_for_headers(words, arena, clang, i);
        i += count ? count : add_for_language(words, arena, clang, i);
    }
}
