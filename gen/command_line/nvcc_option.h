/* nvcc_option.h: the options of nvcc, and those of clang and gcc in its compile commands: which
 * take a value, and what each means to a front end. */
#ifndef GEN_NVCC_OPTION_H
#define GEN_NVCC_OPTION_H

#include <stdbool.h>

typedef enum gen_nvcc_takes {
    GEN_NVCC_NOTHING,
    GEN_NVCC_ONE,         /* `-std c++17`, `-std=c++17` */
    GEN_NVCC_LIST,        /* the same, with values separated by commas */
    GEN_NVCC_ONE_JOINED,  /* also `-O3` */
    GEN_NVCC_LIST_JOINED, /* also `-Ifolder` */
    GEN_NVCC_NUMBER,      /* also `-t4`, if a digit follows */
    GEN_NVCC_MAYBE /* a separate value only if the next word does not begin with '-'; or `-O3` */
} gen_nvcc_takes;

typedef enum gen_nvcc_effect {
    GEN_NVCC_HOST_COMPILER, /* a program, or its folder */
    GEN_NVCC_DROP,          /* ignored: it does not concern a front end */
    GEN_NVCC_LOST,          /* not understood: a note */
    GEN_NVCC_EXPECT,        /* ignored if the value is in `wanted`, else a note */
    GEN_NVCC_SWITCH,        /* `text`, if the value is `wanted` or the option takes none */
    GEN_NVCC_PREFIX,        /* `text` followed by the value */
    GEN_NVCC_PATH,          /* `text` and the value, which is a path */
    GEN_NVCC_ARCHITECTURE,  /* sm_90, compute_90, native */
    GEN_NVCC_GENERATE_CODE, /* arch=compute_90,code=[sm_90,compute_90] */
    GEN_NVCC_HOST,          /* the value holds words for the host compiler */
    GEN_NVCC_FORWARD,       /* unknown words go to the host compiler */
    GEN_NVCC_OPTIONS_FILE,  /* the value names a file of options */
    GEN_NVCC_PASS           /* passed to clang, with its value */
} gen_nvcc_effect;

typedef struct gen_nvcc_option {
    const char *long_name;  /* or null */
    const char *short_name; /* or null */
    gen_nvcc_takes takes;
    gen_nvcc_effect effect;
    const char *text;
    const char *wanted;
} gen_nvcc_option;

/* Finds the option that `word` begins with; null if it is unknown. *value is the value inside the
 * word, or null. */
const gen_nvcc_option *gen_nvcc_option_find(const char *word, const char **value);

/* Row `index` of the table; null after the last. */
const gen_nvcc_option *gen_nvcc_option_at(unsigned index);

/* True if this word of gcc or clang means the same for the device as for the host. Only these
 * words, and the preprocessor's, matter among those that nvcc passes to the host compiler:
 * -fshort-enums and -fpack-struct do not change nvcc's layout of types. */
bool gen_nvcc_option_of_language(const char *word);

#endif
