/* host_compiler.h: the compiler by which nvcc preprocesses, and whose macros code tests. */
#ifndef GEN_HOST_COMPILER_H
#define GEN_HOST_COMPILER_H

#include "support/arena.h"

#include <stdbool.h>

typedef struct gen_host_compiler {
    const char *gnu_version; /* "12.2.0" of a GCC; null if it is another, such as clang */
    int pic;                 /* what it defines __PIC__ as; 0: not at all */
    int pie;
} gen_host_compiler;

/* The one that nvcc would run: `named` by its -ccbin, a program or the folder of one, or null; else
 * by NVCC_CCBIN, else `gcc`. If there is none, a version that every supported CUDA takes.
 * `position`: the last of its options of the kind of -fPIC, or null. */
gen_host_compiler gen_host_compiler_ask(gen_arena *arena, const char *named, const char *position);

/* Whether an option is of that kind. */
bool gen_host_compiler_is_position(const char *option);

#endif
