/* toolkit.h: where things are: the CUDA toolkit, custub's own headers and programs. */
#ifndef GEN_TOOLKIT_H
#define GEN_TOOLKIT_H

#include "support/arena.h"

/* The folder in CUDA_PATH or CUDA_HOME, or /usr/local/cuda; null if none of them has a toolkit. */
const char *gen_toolkit_find(gen_arena *arena);

/* CUDA_VERSION of its cuda.h, 1000 * major + 10 * minor; 0 if it is not found. */
long gen_toolkit_version(gen_arena *arena, const char *folder);

/* The last number of its nvcc's version: 88 for 13.0.88. 0 if it has no nvcc. */
long gen_toolkit_build(gen_arena *arena, const char *folder);

/* The folder that contains custub/kernel.h and belongs to the running program: "/usr/local/include"
 * for /usr/local/bin/custub. Null if there is none. In the arena. */
const char *gen_own_folder(gen_arena *arena);

/* The path that another of custub's programs has: "/usr/local/bin/NAME". */
const char *gen_own_program(gen_arena *arena, const char *name);

#endif
