/* host_compiler.h: the compiler by which nvcc preprocesses, and whose macros code tests. */
#ifndef GEN_HOST_COMPILER_H
#define GEN_HOST_COMPILER_H

#include "arena.h"

/* "12.2.0" of the GCC that nvcc would run: `named` by its -ccbin, a program or the folder of one,
 * or null; else by NVCC_CCBIN, else `gcc`. If there is none, a version that every supported CUDA
 * takes. Null if it is another compiler, such as clang. */
const char *gen_host_compiler_gnu_version(gen_arena *arena, const char *named);

#endif
