#include "support/address_table.h"

#include <stdint.h>

typedef struct gen_address_entry {
    const void *object; /* null: free */
    const void *value;
} gen_address_entry;

/* The entry of the object, or the free entry where it belongs. There is always a free one. */
static gen_address_entry *entry_of(const gen_address_table *table, const void *object)
{
    const uint64_t hash = (uint64_t)(uintptr_t)object * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(hash >> 32) & (table->capacity - 1);

    while (table->entries[at].object && table->entries[at].object != object)
        at = (at + 1) & (table->capacity - 1);
    return &table->entries[at];
}

/* The old entries stay in the arena. All together are smaller than the new ones. */
static void grow(gen_address_table *table)
{
    const gen_address_table old = *table;

    table->capacity = old.capacity ? 2 * old.capacity : 64;
    table->entries = GEN_NEW_ARRAY(table->arena, gen_address_entry, table->capacity);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.entries[i].object)
            *entry_of(table, old.entries[i].object) = old.entries[i];
}

const void *gen_address_table_find(const gen_address_table *table, const void *object)
{
    return table->count ? entry_of(table, object)->value : NULL;
}

void gen_address_table_put(gen_address_table *table, const void *object, const void *value)
{
    gen_address_entry *entry;

    if (table->count >= table->capacity / 2)
        grow(table);
    entry = entry_of(table, object);
    table->count += entry->object == NULL;
    *entry = (gen_address_entry){object, value};
}
