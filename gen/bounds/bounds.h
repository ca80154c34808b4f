/* bounds.h: rewrites PTX so that every access to memory is held to the extents that a launch gives.
 * docs/BOUNDS.md says what that is for, custub/bounds_table.h what such kernels are given. */
#ifndef GEN_BOUNDS_BOUNDS_H
#define GEN_BOUNDS_BOUNDS_H

#include "support/diag.h"
#include "support/text.h"

#include <stdint.h>

/* A pointer of a kernel, also one in a structure. */
typedef struct gen_bounds_pointer {
    const char *name;
    uint64_t offset; /* bytes, in the parameter block */
} gen_bounds_pointer;

typedef struct gen_bounds_kernel {
    const char *name; /* in messages */
    const char *symbol;
    size_t pointer_count;
    const gen_bounds_pointer *pointers;
    /* What every launch has; 0: not known. */
    uint32_t block[3];
    uint64_t shared; /* bytes of dynamic shared memory, at least */
} gen_bounds_kernel;

/* How many accesses there are of each kind, in all files. */
typedef struct gen_bounds_counts {
    size_t one;     /* held to one buffer or variable */
    size_t several; /* to one of several buffers */
    size_t any;     /* to all of the launch's memory */
    size_t groups;  /* of accesses that are tested together */
    size_t regions;
    size_t accesses;     /* of all regions */
    size_t loops;        /* innermost loops with accesses */
    size_t tested_loops; /* whose accesses are tested before the loop */
} gen_bounds_counts;

/* The PTX of one image: a file for each architecture, with one table for all. */
typedef struct gen_bounds gen_bounds;

/* All is borrowed, and lives as long as the arena. */
gen_bounds *gen_bounds_begin(gen_arena *arena, gen_diag *diag, const gen_bounds_kernel *kernels,
                             size_t kernel_count);

/* Reads a file. False, with an error in `diag`, if it is not PTX. The text must live on. */
bool gen_bounds_add(gen_bounds *bounds, const char *path, const char *text);

/* Holds the kernels of the file that was added last to the registers that they have in nvcc's
 * machine code of it, so that a multiprocessor runs as many of their threads. ptxas keeps the rest
 * in local memory. False, with an error in `diag`, if it is not machine code. */
bool gen_bounds_hold_registers(gen_bounds *bounds, const char *path, const char *cubin,
                               size_t length);

/* Appends the rewritten files, in the order in which they were added, to one text each, and the
 * table to `table`. `diag` gets a note for each kernel that cannot be checked, and for each access
 * whose buffer is not known. Frees what is not in the arena. */
void gen_bounds_finish(gen_bounds *bounds, gen_text *files, gen_text *table,
                       gen_bounds_counts *counts);

#endif
