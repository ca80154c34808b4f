/* nvcc_option.h: the options of nvcc, and those of clang and gcc that stand beside them in compile
 * commands: which of them take a value, and what each means to a front end. */
#ifndef GEN_NVCC_OPTION_H
#define GEN_NVCC_OPTION_H

#include <stdbool.h>

typedef enum gen_nvcc_takes {
    GEN_NVCC_NOTHING,
    GEN_NVCC_ONE,         /* `-std c++17`, `-std=c++17` */
    GEN_NVCC_LIST,        /* the same, of values between commas */
    GEN_NVCC_ONE_JOINED,  /* also `-O3` */
    GEN_NVCC_LIST_JOINED, /* also `-Ifolder` */
    GEN_NVCC_NUMBER,      /* also `-t4`, if it is a digit that follows */
    GEN_NVCC_MAYBE        /* apart only if the next word does not begin with '-'; or `-O3` */
} gen_nvcc_takes;

typedef enum gen_nvcc_effect {
    GEN_NVCC_HOST_COMPILER, /* a program, or its folder */
    GEN_NVCC_DROP,          /* means nothing to a front end */
    GEN_NVCC_LOST,          /* means something that is not understood: a note */
    GEN_NVCC_EXPECT,        /* means nothing if the value is one of `wanted`; else a note */
    GEN_NVCC_SWITCH,        /* `text`, if the value is `wanted` or there is none to take */
    GEN_NVCC_PREFIX,        /* `text`, followed by the value */
    GEN_NVCC_PATH,          /* `text` and the value, a path */
    GEN_NVCC_ARCHITECTURE,  /* sm_90, compute_90, native */
    GEN_NVCC_GENERATE_CODE, /* arch=compute_90,code=[sm_90,compute_90] */
    GEN_NVCC_HOST,          /* the value is words for the host's compiler */
    GEN_NVCC_FORWARD,       /* words that are not known are for the host's compiler */
    GEN_NVCC_OPTIONS_FILE,  /* the value names a file of options */
    GEN_NVCC_PASS           /* clang's own, with its value */
} gen_nvcc_effect;

typedef struct gen_nvcc_option {
    const char *long_name;  /* or null */
    const char *short_name; /* or null */
    gen_nvcc_takes takes;
    gen_nvcc_effect effect;
    const char *text;
    const char *wanted;
} gen_nvcc_option;

/* The option that `word` begins with, or null if none is known. *value is what the word itself has
 * of its value, else null. */
const gen_nvcc_option *gen_nvcc_option_find(const char *word, const char **value);

/* Row `index` of the table; null after the last. */
const gen_nvcc_option *gen_nvcc_option_at(unsigned index);

/* Whether gcc's or clang's `word` means to the device's front end what it means to the host's. Of
 * what nvcc hands to the host's compiler, only the preprocessor's and these matter: nvcc lays out
 * types as ever when the host gets -fshort-enums or -fpack-struct. */
bool gen_nvcc_option_of_language(const char *word);

#endif
