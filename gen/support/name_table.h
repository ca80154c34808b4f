/* name_table.h: what is known by a name, found in constant time however much there is.
 *
 * Names and values are borrowed; the table itself lives in the arena. All zero but for the arena is
 * an empty table.
 */
#ifndef GEN_NAME_TABLE_H
#define GEN_NAME_TABLE_H

#include "support/arena.h"

#include <stddef.h>

typedef struct gen_name_table {
    gen_arena *arena;
    struct gen_name_entry *entries;
    size_t capacity; /* a power of two, or 0 */
    size_t count;
} gen_name_table;

/* Null if the name is not there. */
void *gen_name_table_find(const gen_name_table *table, const char *name);

/* A name that is there already gets this value. `value` is not null. */
void gen_name_table_put(gen_name_table *table, const char *name, void *value);

#endif
