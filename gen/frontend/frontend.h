/* frontend.h: reads one `.cu` file with libclang and makes the model. Nothing outside the front end
 * (frontend.c, reader.h and the read_*.c files) knows libclang. */
#ifndef GEN_FRONTEND_H
#define GEN_FRONTEND_H

#include "command_line/host_compiler.h"
#include "frontend/image/host_messages.h"
#include "model/model.h"

typedef struct gen_frontend_options {
    bool certain;       /* looks for no other errors beside clang's own */
    const char *path;   /* the source file */
    const char *prefix; /* before every emitted name; may be "" */
    const char *unit;   /* of the model; "": none, null: made of the source */
    gen_host_compiler host_compiler;
    const char *toolkit;              /* the CUDA toolkit's folder, or null: none */
    size_t architecture_count;        /* at least one, at most 32 */
    const char *const *architectures; /* "sm_80", … */
    const char *cache;                /* a folder for precompiled headers, or null: none are kept */
    bool whole; /* with all that nvcc includes before a file, also if it seems to need nothing of it
                 */
    const char *own_folder;           /* custub's own headers, or null: as the arguments say */
    const gen_host_messages *refused; /* of earlier attempts to build the CPU image, or null */
    size_t clang_argument_count;
    const char *const *clang_arguments;
} gen_frontend_options;

/* Fills `model`, whose memory is the arena's. False if anything was reported as an error. */
bool gen_frontend_read(gen_model *model, gen_arena *arena, gen_diag *diag,
                       const gen_frontend_options *options);

/* "clang version 14.0.6", for --version. Memory of the arena. */
const char *gen_frontend_version(gen_arena *arena);

#endif
