/* table.h: the table that belongs to an image: its kernels, their limits, and the places of all
 * accesses (custub/bounds_table.h). */
#ifndef GEN_BOUNDS_TABLE_H
#define GEN_BOUNDS_TABLE_H

#include "bounds/regions/limit.h"
#include "bounds/repeats/decision.h"
#include "ptx/ptx.h"
#include "support/name_table.h"
#include "support/text.h"

typedef struct gen_bounds_kernel_entry {
    const char *symbol;
    const char *reason; /* why it is not checked; null: it is */
    uint32_t extents;
    uint32_t block[3]; /* see gen_bounds_kernel */
    uint64_t shared;
    gen_bounds_limits limits;
    bool never_repeats; /* in the PTX of an architecture: see decision.h; or it is of a debug build,
                         * whose labels are unique */
    gen_bounds_numbers numbers;
} gen_bounds_kernel_entry;

typedef struct gen_bounds_table {
    gen_arena *arena;
    size_t kernel_count;
    gen_bounds_kernel_entry *kernels;
    size_t site_count;
    size_t site_capacity;
    custub_bounds_site *sites; /* without site 0 */
    size_t string_count;
    size_t string_capacity;
    const char **strings; /* without the empty one, which is the first */
    size_t string_bytes;
    gen_name_table offsets; /* of strings */
    uint32_t variables;     /* that the image defines */
} gen_bounds_table;

void gen_bounds_table_initialize(gen_bounds_table *table, gen_arena *arena);

/* Null if the image has no such kernel. */
gen_bounds_kernel_entry *gen_bounds_find_kernel(const gen_bounds_table *table, gen_token symbol);

/* True if the kernel is checked, and launches of it with the same numbers may be known to make the
 * same accesses. The PTX of all architectures is rewritten. */
bool gen_bounds_repeats(const gen_bounds_kernel_entry *kernel);

/* The offset of a string in the table; null is the empty one. */
uint32_t gen_bounds_table_string(gen_bounds_table *table, const char *string);

/* The number of the site, which is added. */
uint32_t gen_bounds_table_site(gen_bounds_table *table, custub_bounds_site site);

/* Appends the bytes of the table. */
void gen_bounds_table_write(gen_bounds_table *table, gen_text *out);

#endif
