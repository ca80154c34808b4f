/* architecture.h: the architectures that nvcc builds for. libclang has no say in them: it parses
 * for one that all of its versions know, and gets the macros of the one that is meant. */
#ifndef GEN_ARCHITECTURE_H
#define GEN_ARCHITECTURE_H

#include "command_line/shell_words.h"

/* "sm_90a" for "sm_90a", "compute_90a" or "lto_90a"; null if no nvcc builds for it. `toolkit` is a
 * CUDA_VERSION, or 0: one that is newer than this list may know more than it has. */
const char *gen_architecture_find(gen_arena *arena, const char *text, long toolkit);

/* True if `text` is written as one, also if no nvcc builds for it: "sm_10". */
bool gen_architecture_is_spelled(const char *text);

/* True if the toolkit's nvcc builds for `name`, which gen_architecture_find() has answered. */
bool gen_architecture_is_in(const char *name, long toolkit);

/* What nvcc takes `-arch=all` for, or `-arch=all-major`: without those of one device or family. */
void gen_architecture_add_all(gen_words *words, gen_arena *arena, long toolkit, bool major);

/* "sm_75, sm_80, sm_86", of a toolkit, or with 0 of all. */
const char *gen_architecture_names(gen_arena *arena, long toolkit);

#endif
