#include "support/name_table.h"

#include "support/hash.h"

#include <stdint.h>
#include <string.h>

typedef struct gen_name_entry {
    const char *name; /* null: free */
    void *value;
    uint64_t hash;
} gen_name_entry;

static uint64_t hash_of(const char *name)
{
    uint64_t hash = gen_hash_add(GEN_HASH_START, name, strlen(name));

    return hash ^ hash >> 32; /* the low bits choose the entry */
}

/* The entry of the name, or the free entry where it belongs. There is always a free one. */
static gen_name_entry *entry_of(const gen_name_table *table, uint64_t hash, const char *name)
{
    size_t at = (size_t)hash & (table->capacity - 1);

    while (table->entries[at].name &&
           (table->entries[at].hash != hash || strcmp(table->entries[at].name, name) != 0))
        at = (at + 1) & (table->capacity - 1);
    return &table->entries[at];
}

/* The old entries stay in the arena. All together are smaller than the new ones. */
static void grow(gen_name_table *table)
{
    gen_name_table old = *table;

    table->capacity = old.capacity ? 2 * old.capacity : 64;
    table->entries = GEN_NEW_ARRAY(table->arena, gen_name_entry, table->capacity);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.entries[i].name)
            *entry_of(table, old.entries[i].hash, old.entries[i].name) = old.entries[i];
}

void *gen_name_table_find(const gen_name_table *table, const char *name)
{
    return table->count ? entry_of(table, hash_of(name), name)->value : NULL;
}

void gen_name_table_put(gen_name_table *table, const char *name, void *value)
{
    uint64_t hash = hash_of(name);
    gen_name_entry *entry;

    if (table->count >= table->capacity / 2)
        grow(table);
    entry = entry_of(table, hash, name);
    table->count += entry->name == NULL;
    *entry = (gen_name_entry){name, value, hash};
}
