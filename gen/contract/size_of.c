/* The sizes of C's own types. */
#include "contract/looked_up.h"

#include "contract/token.h"

#include <string.h>

/* The words of C's types. */
typedef enum type_word {
    WORD_BOOL,
    WORD_CHAR,
    WORD_DOUBLE,
    WORD_FLOAT,
    WORD_INT,
    WORD_LONG,
    WORD_SHORT,
    WORD_SIGNED,
    WORD_UNSIGNED,
    WORD_COUNT
} type_word;

static const char *const words[WORD_COUNT] = {"bool", "char",  "double", "float",   "int",
                                              "long", "short", "signed", "unsigned"};

/* Words that do not change the size. */
static const char *const qualifiers[] = {"const", "volatile"};

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static type_word word_of(const gen_expr_token *token)
{
    type_word word = WORD_BOOL;

    if (gen_expr_token_is(token, "_Bool"))
        return WORD_BOOL;
    while (word < WORD_COUNT && !gen_expr_token_is(token, words[word]))
        word++;
    return word;
}

static bool is_qualifier(const gen_expr_token *token)
{
    for (size_t i = 0; i < LENGTH(qualifiers); i++) {
        if (gen_expr_token_is(token, qualifiers[i]))
            return true;
    }
    return false;
}

/* The size of a C type, from how often each word occurs in it; 0 if it is not a type, or has no
 * fixed size. A long double has 8 bytes on the device and 16 on the host. */
static uint64_t size_of_words(const unsigned counts[WORD_COUNT])
{
    static const struct {
        type_word word;
        unsigned longs;
        bool allows_int;
        bool allows_sign;
        uint64_t size;
    } types[] = {
        {WORD_BOOL, 0, false, false, 1},  {WORD_CHAR, 0, false, true, 1},
        {WORD_FLOAT, 0, false, false, 4}, {WORD_DOUBLE, 0, false, false, 8},
        {WORD_SHORT, 0, true, true, 2},   {WORD_LONG, 1, true, true, 8},
        {WORD_LONG, 2, true, true, 8},    {WORD_INT, 0, true, true, 4},
        {WORD_SIGNED, 0, true, true, 4},  {WORD_UNSIGNED, 0, true, true, 4},
    };
    unsigned signs = counts[WORD_SIGNED] + counts[WORD_UNSIGNED];
    unsigned total = 0;

    for (int word = 0; word < WORD_COUNT; word++)
        total += counts[word];
    for (size_t i = 0; i < LENGTH(types); i++) {
        unsigned own = types[i].longs ? types[i].longs : 1;
        unsigned ints = types[i].word == WORD_INT ? 0 : counts[WORD_INT];
        unsigned others = types[i].word >= WORD_SIGNED ? 0 : signs;
        if (counts[types[i].word] == own && ints <= types[i].allows_int &&
            others <= types[i].allows_sign && total == own + ints + others)
            return types[i].size;
    }
    return 0;
}

/* Moves `end` back before stars and qualifiers. True if there was a star. */
static bool strip_pointers(const char *begin, const char **end)
{
    bool is_pointer = false;

    for (;;) {
        const char *last = *end;
        while (last > begin && gen_expr_is_space(last[-1]))
            last--;
        *end = last;
        if (last > begin && last[-1] == '*') {
            is_pointer = true;
            *end = last - 1;
            continue;
        }
        while (last > begin && gen_expr_is_name_part(last[-1]))
            last--;
        if (last == *end || last == begin)
            return is_pointer;
        gen_expr_token token = gen_expr_token_next(last);
        if (!gen_expr_token_is(&token, "const") && !gen_expr_token_is(&token, "volatile") &&
            !gen_expr_token_is(&token, "__restrict__"))
            return is_pointer;
        *end = last;
    }
}

/* The size of a type made of C's own words; 0 for others. */
static uint64_t size_of_words_in(const char *begin, const char *end)
{
    unsigned counts[WORD_COUNT] = {0};
    gen_expr_token token = gen_expr_token_next(begin);

    for (; token.kind != GEN_EXPR_TOKEN_END && token.begin < end;
         token = gen_expr_token_next(token.begin + token.length)) {
        type_word word = word_of(&token);
        if (word < WORD_COUNT)
            counts[word]++;
        else if (!is_qualifier(&token))
            return 0;
    }
    return size_of_words(counts);
}

static bool is_void(const char *begin, const char *end)
{
    gen_expr_token token = gen_expr_token_next(begin);

    while (is_qualifier(&token))
        token = gen_expr_token_next(token.begin + token.length);
    return gen_expr_token_is(&token, "void") && token.begin + token.length == end;
}

uint64_t gen_expr_size_of_words(const char *type)
{
    const char *end = type + strlen(type);
    bool is_pointer = strip_pointers(type, &end);

    if (is_pointer)
        return size_of_words_in(type, end) || is_void(type, end) ? 8 : 0;
    return size_of_words_in(type, end);
}
