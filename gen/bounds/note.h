/* note.h: the notes about accesses that are not checked as they should be. `kernel` is the name of
 * the kernel whose function it is, or null if several kernels may call the function. */
#ifndef GEN_BOUNDS_NOTE_H
#define GEN_BOUNDS_NOTE_H

#include "bounds/addresses/access.h"

void gen_bounds_note_unchecked(gen_diag *diag, const gen_bounds_function *function,
                               const char *kernel, const gen_ptx_statement *statement,
                               const char *reason);

/* The buffer of the access is not known. */
void gen_bounds_note_unknown(gen_diag *diag, const gen_bounds_function *function,
                             const char *kernel, const gen_bounds_access *access);

#endif
