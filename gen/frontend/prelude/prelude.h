/* prelude.h: the text that the front end includes before every source file, as nvcc includes
 * cuda_runtime.h. It has the built-in variables, and templates in place of the device functions, so
 * that bodies can be parsed. */
#ifndef GEN_PRELUDE_H
#define GEN_PRELUDE_H

#include "support/text.h"

#include <stdbool.h>

/* In an error about launch bounds, the top 32 of the 128 bits are this number plus the number of
 * bounds; launch_bounds.c looks for it. */
#define GEN_PRELUDE_SIZES 0x43550000u

/* With a toolkit of this CUDA_VERSION, the prelude takes the vector types from its headers; with 0,
 * it defines them. A brief prelude leaves out rare functions, and headers of the C library and the
 * toolkit that few files need and that cost more than all the rest. */
void gen_prelude_write(gen_text *out, long toolkit, bool brief);

/* To be written after the rest. It defines an alignas() that may follow attributes, which nvcc and
 * libclang 22 accept and libclang 19 does not, and that may ask for less than the natural
 * alignment. It does not work before `[[`. */
void gen_prelude_write_alignas(gen_text *out);

/* To be written after the rest, if nothing but launches is read: the functions that follow are the
 * host's. Else clang leaves <<<>>> out, as what code for a GPU cannot do. */
void gen_prelude_write_launches(gen_text *out);

#endif
