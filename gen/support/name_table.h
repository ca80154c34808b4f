/* name_table.h: a hash table from names to pointers.
 *
 * Names and values are borrowed; the table itself lives in the arena. An empty table is all zeros,
 * except for its arena. */
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
/* The same for a name that is not zero-terminated. */
void *gen_name_table_find_bytes(const gen_name_table *table, const char *name, size_t length);

/* Adds the name, or replaces its value. `value` is not null. */
void gen_name_table_put(gen_name_table *table, const char *name, void *value);
void gen_name_table_put_bytes(gen_name_table *table, const char *name, size_t length, void *value);

#endif
