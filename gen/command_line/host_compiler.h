/* host_compiler.h: the compiler that nvcc runs as preprocessor. Code tests its macros. */
#ifndef GEN_HOST_COMPILER_H
#define GEN_HOST_COMPILER_H

#include "command_line/program_output.h"
#include "command_line/shell_words.h"

#include <stdbool.h>

typedef struct gen_host_compiler {
    gen_words question; /* the command of the last question */
    gen_program program;
    bool is_running;
    const char *macros;
    gen_words folders; /* in which it looks for headers without being told */
} gen_host_compiler;

/* Asks the compiler that nvcc would run: `named`, the program or folder of -ccbin; if that is null,
 * the one in NVCC_CCBIN; else `gcc`. `words`: the flags that nvcc passes to it. Does not wait for
 * the answer. Does nothing if the last question was the same. */
void gen_host_compiler_ask(gen_host_compiler *compiler, gen_arena *arena, const char *named,
                           const gen_words *words);

/* Waits for the answer: the predefined macros, as lines of #define; null if there is none. Also
 * sets `folders`. */
const char *gen_host_compiler_macros(gen_host_compiler *compiler, gen_arena *arena);

#endif
