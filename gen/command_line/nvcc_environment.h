/* nvcc_environment.h: the flags that nvcc takes from its environment. */
#ifndef GEN_NVCC_ENVIRONMENT_H
#define GEN_NVCC_ENVIRONMENT_H

#include "command_line/shell_words.h"
#include "support/diag.h"

/* "CUDA Compiler Driver NVCC", NVCC Environment Variables. */
typedef struct gen_nvcc_environment {
    gen_words before; /* NVCC_PREPEND_FLAGS */
    gen_words after;  /* NVCC_APPEND_FLAGS */
} gen_nvcc_environment;

/* False if an error was reported. */
bool gen_nvcc_environment_read(gen_nvcc_environment *environment, gen_arena *arena, gen_diag *diag);

#endif
