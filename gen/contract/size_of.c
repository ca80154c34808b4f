#include "contract/parse_state.h"

#include "contract/lookup.h"

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
static const char *const qualifiers[] = {"const", "volatile", "struct",  "class",
                                         "union", "enum",     "typename"};

/* Typedefs of the standard headers, with their sizes on 64-bit Linux. */
static const struct {
    const char *name;
    uint64_t size;
} standard_types[] = {
    {"size_t", 8},   {"ptrdiff_t", 8}, {"intptr_t", 8}, {"uintptr_t", 8}, {"int8_t", 1},
    {"int16_t", 2},  {"int32_t", 4},   {"int64_t", 8},  {"uint8_t", 1},   {"uint16_t", 2},
    {"uint32_t", 4}, {"uint64_t", 8},  {"wchar_t", 4},  {"char16_t", 2},  {"char32_t", 4},
};

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

/* The size of a C type, from the number of times that it has each word; 0 if it is not a type with
 * one size. A long double has 8 bytes on the device and 16 on the host. */
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

/* 0 if the name is not in the table. */
static uint64_t size_of_standard_type(const char *begin, const char *end)
{
    if (end - begin > 5 && strncmp(begin, "std::", 5) == 0)
        begin += 5;
    for (size_t i = 0; i < LENGTH(standard_types); i++) {
        if (gen_model_compare_types(standard_types[i].name, begin, end) == 0)
            return standard_types[i].size;
    }
    return 0;
}

bool gen_expr_type_is_named(const gen_model *model, const char *name)
{
    gen_expr_token token = gen_expr_token_next(name);

    return word_of(&token) != WORD_COUNT || is_qualifier(&token) ||
           gen_expr_token_is(&token, "void") ||
           gen_model_find_type(model, name, name + strlen(name)) ||
           size_of_standard_type(name, name + strlen(name)) != 0;
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

/* Skips qualifiers and a leading `::`. */
static const char *skip_qualifiers(const char *begin, const char *end)
{
    for (;;) {
        gen_expr_token token = gen_expr_token_next(begin);
        if (token.begin >= end)
            return end;
        if (!is_qualifier(&token) && !gen_expr_token_is(&token, "::"))
            return token.begin;
        begin = token.begin + token.length;
    }
}

/* The size of a type that consists of C's own words; 0 if it does not. */
static uint64_t size_of_language_type(const char *begin, const char *end)
{
    unsigned counts[WORD_COUNT] = {0};
    gen_expr_token token = gen_expr_token_next(begin);

    for (; token.begin < end; token = gen_expr_token_next(token.begin + token.length)) {
        type_word word = word_of(&token);
        if (word < WORD_COUNT)
            counts[word]++;
        else if (!is_qualifier(&token))
            return 0;
    }
    return size_of_words(counts);
}

/* The file's or a header's type of that name; null if there is none. */
static const gen_constant *find_named(const gen_expr_parser *parser, const char *text,
                                      const char *begin, const char *end)
{
    const char *before = begin;
    const char *both[2];
    const char *name = "";
    const char *full;

    for (gen_expr_token token = gen_expr_token_next(begin); token.begin < end;
         token = gen_expr_token_next(token.begin + token.length)) {
        if (token.kind != GEN_EXPR_TOKEN_NAME && !gen_expr_token_is(&token, "::"))
            return gen_model_find_type(parser->model, begin, end);
        name = gen_arena_format(parser->arena, "%s%.*s", name, (int)token.length, token.begin);
    }
    while (before > text && gen_expr_is_space(before[-1]))
        before--;
    full = gen_expr_lookup(parser->model, parser->arena, parser->annotation, name,
                           before > text && before[-1] == ':', both);
    return full ? gen_model_find_type(parser->model, full, full + strlen(full)) : NULL;
}

/* The name of an argument of a template means the same everywhere. */
static const gen_constant *find_global(const gen_expr_parser *parser, const char *begin,
                                       const char *end)
{
    const gen_constant *named = gen_model_find_type(parser->model, begin, end);
    gen_constant *instance;

    if (named)
        return named;
    instance = GEN_NEW(parser->arena, gen_constant);
    instance->name = gen_arena_copy(parser->arena, begin, (size_t)(end - begin));
    instance->keyword = "";
    instance->architectures = UINT32_MAX;
    instance->bits = gen_expr_size_of_argument(parser, instance->name);
    return instance->bits ? instance : NULL;
}

const gen_constant *gen_expr_type_size(const gen_expr_parser *parser, const char *text,
                                       bool of_argument)
{
    const uint32_t architectures = parser->kernel->architectures;
    const char *end = text + strlen(text);
    bool is_pointer = strip_pointers(text, &end);
    const char *begin = skip_qualifiers(text, end);
    const gen_constant *named;
    gen_constant *size = GEN_NEW(parser->arena, gen_constant);

    size->architectures = UINT32_MAX;
    size->bits = size_of_language_type(begin, end);
    named = size->bits    ? NULL
            : of_argument ? find_global(parser, begin, end)
                          : find_named(parser, text, begin, end);
    if (!gen_model_has_value(named, architectures))
        named = NULL;
    if (named && !is_pointer)
        return named->bits ? named : NULL;
    if (!size->bits)
        size->bits = named ? named->bits : size_of_standard_type(begin, end);
    if (is_pointer)
        size->bits = size->bits || gen_model_compare_types("void", begin, end) == 0 ? 8 : 0;
    return size->bits ? size : NULL;
}
