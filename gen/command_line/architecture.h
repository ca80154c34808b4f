/* architecture.h: the architectures that nvcc builds for. libclang need not know them: it parses
 * for one that all its versions know, with the macros of the requested one. */
#ifndef GEN_ARCHITECTURE_H
#define GEN_ARCHITECTURE_H

#include "command_line/shell_words.h"

#define GEN_MAX_ARCHITECTURES 32 /* per source file */

/* "sm_90a" for "sm_90a", "compute_90a" or "lto_90a"; null if nvcc does not build for it. `toolkit`
 * is a CUDA_VERSION, or 0 if unknown. A toolkit newer than the table may have more
 * architectures. */
const char *gen_architecture_find(gen_arena *arena, const char *text, long toolkit);

/* True if `text` is spelled as an architecture, even as one that no nvcc builds for ("sm_10"). */
bool gen_architecture_is_spelled(const char *text);

/* True if the toolkit's nvcc builds for `name`, a result of gen_architecture_find(). */
bool gen_architecture_is_in(const char *name, long toolkit);

/* "sm_75, sm_80, sm_86": the toolkit's architectures, or all if `toolkit` is 0. */
const char *gen_architecture_names(gen_arena *arena, long toolkit);

/* Adds an architecture to `chosen` unless it is there, and returns it in nvcc's spelling. Null,
 * with one line in *error, if nvcc does not build for it. `toolkit`: a CUDA_VERSION, or 0. */
const char *gen_architecture_choose(gen_words *chosen, gen_arena *arena, const char *name,
                                    long toolkit, const char **error);

/* The same for a name that --arch or nvcc's -arch takes: `all` and `all-major` add the toolkit's
 * architectures that have no letter. */
bool gen_architecture_choose_named(gen_words *chosen, gen_arena *arena, const char *name,
                                   long toolkit, const char **error);

#endif
