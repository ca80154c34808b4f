/* Mutates sources word by word. Changes of single bytes hardly ever leave valid C++. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Functions of libFuzzer's interface. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

static const char *const words[] = {
    "int ",
    "float ",
    "const ",
    "char ",
    "unsigned ",
    "long long ",
    "bool ",
    "double ",
    "void ",
    "float4 ",
    "size_t ",
    "struct ",
    "union ",
    "enum ",
    "class ",
    "private: ",
    "virtual ",
    "template ",
    "typename ",
    "namespace ",
    "*",
    "&",
    "[4]",
    ": 3",
    "x",
    "n",
    "0",
    "1",
    "4",
    "-1",
    "(",
    ")",
    "{",
    "}",
    ";",
    ",",
    "<",
    ">",
    "+ ",
    "* ",
    "/ ",
    "% ",
    "sizeof(int)",
    "blockDim.x ",
    "gridDim.y ",
    "threadIdx.z ",
    "__restrict__ ",
    "__global__ ",
    "extern \"C\" ",
    "extern ",
    "__shared__ ",
    "__device__ ",
    "alignas(16) ",
    "static ",
    "constexpr ",
    "\n#define X ",
    "\n#line 7 \"",
    "\n#if X\n",
    "\n#endif\n",
    "using T = ",
    "typedef ",
    "operator ",
    "CUSTUB_COUNTED_BY(n) ",
    "CUSTUB_THREADS(n) ",
    "CUSTUB_BLOCK(4, n) ",
    "CUSTUB_REQUIRES(n > 1) ",
    "CUSTUB_SHARED(n * 4) ",
    "CUSTUB_SIZED_BY(n) ",
    "__launch_bounds__(256, 2) ",
    "__cluster_dims__(2) ",
    "__attribute__((annotate(\"custub.requires:n\"))) ",
    "__attribute__((packed)) ",
};

typedef struct span {
    size_t begin;
    size_t end;
} span;

static int is_name(uint8_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

/* The word or sign at a random place. */
static span any_word(const uint8_t *data, size_t size)
{
    span word;

    word.begin = (size_t)rand() % size;
    word.end = word.begin + 1;
    if (!is_name(data[word.begin]))
        return word;
    while (word.begin > 0 && is_name(data[word.begin - 1]))
        word.begin--;
    while (word.end < size && is_name(data[word.end]))
        word.end++;
    return word;
}

/* Up to 8 words in a row. */
static span any_phrase(const uint8_t *data, size_t size)
{
    span phrase = any_word(data, size);

    for (int more = rand() % 8; more > 0 && phrase.end < size; more--)
        for (phrase.end++; phrase.end < size && is_name(data[phrase.end]); phrase.end++)
            continue;
    return phrase;
}

/* Replaces the span by `length` bytes, if there is room. `text` may not be a part of `data`. */
static size_t replace(uint8_t *data, size_t size, size_t max_size, span at, const void *text,
                      size_t length)
{
    if (size - (at.end - at.begin) + length > max_size)
        return size;
    memmove(data + at.begin + length, data + at.end, size - at.end);
    memcpy(data + at.begin, text, length);
    return size - (at.end - at.begin) + length;
}

static size_t mutate_word(uint8_t *data, size_t size, size_t max_size)
{
    const char *word = words[(size_t)rand() % (sizeof(words) / sizeof(words[0]))];
    span at = any_word(data, size);
    span phrase = any_phrase(data, size);
    size_t length = phrase.end - phrase.begin;
    uint8_t *copy;

    switch (rand() % 5) {
    case 0:
        return replace(data, size, max_size, at, word, strlen(word));
    case 1:
        at.end = at.begin;
        return replace(data, size, max_size, at, word, strlen(word));
    case 2:
        return replace(data, size, max_size, phrase, "", 0);
    case 3:
        at.end = at.begin;
        break;
    default:
        break;
    }
    copy = malloc(length);
    if (!copy)
        return size;
    memcpy(copy, data + phrase.begin, length);
    size = replace(data, size, max_size, at, copy, length);
    free(copy);
    return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    srand(seed);
    if (size == 0 || rand() % 6 == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    for (int times = 1 + rand() % 3; times > 0 && size > 0; times--)
        size = mutate_word(data, size, max_size);
    return size;
}
