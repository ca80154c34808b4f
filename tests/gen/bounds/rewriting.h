/* rewriting.h: rewrites PTX as nvcc writes it, for tests of what it becomes. */
#ifndef BOUNDS_REWRITING_H
#define BOUNDS_REWRITING_H

#include "bounds/bounds.h"

#include <custub/bounds_table.h>

typedef struct rewriting {
    gen_arena arena;
    gen_diag diag;
    gen_text file;
    gen_text table;
    gen_bounds_counts counts;
    custub_bounds_table head;
    const custub_bounds_limit *limits;
    const custub_bounds_site *sites; /* site 0 is none */
} rewriting;

/* Rewrites a file whose kernel `k` has the pointers a and b, in its first 16 bytes. Fails the test
 * at an error. The text must live until the release. */
void rewrite_text(rewriting *r, const char *text);

/* The same with a contract that gives the block and the bytes of dynamic shared memory; 0: not. */
void rewrite_launched(rewriting *r, const char *text, const uint32_t *block, uint64_t shared);

/* The same for a kernel of the pointers %rd1 and %rd2, the integers %r1 and %r2, the array
 * `tile` of 64 bytes in shared memory, and these statements. Returns the text, which lives until
 * the next call. `before` is what the file has before the kernel. */
const char *rewrite(rewriting *r, const char *target, const char *before, const char *statements);

void rewriting_release(rewriting *r);

#endif
