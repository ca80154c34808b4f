/* address_table.h: a hash table from objects to what a later stage knows of them.
 *
 * Objects and values are borrowed; the table itself lives in the arena. An empty table is all
 * zeros, except for its arena. */
#ifndef GEN_ADDRESS_TABLE_H
#define GEN_ADDRESS_TABLE_H

#include "support/arena.h"

#include <stddef.h>

typedef struct gen_address_table {
    gen_arena *arena;
    struct gen_address_entry *entries;
    size_t capacity; /* a power of two, or 0 */
    size_t count;
} gen_address_table;

/* Null if the object is not there. */
const void *gen_address_table_find(const gen_address_table *table, const void *object);

/* Adds the object, or replaces its value. Neither is null. */
void gen_address_table_put(gen_address_table *table, const void *object, const void *value);

#endif
