#include "support/name_table.h"

#include "support/hash.h"

#include <stdint.h>
#include <string.h>

typedef struct gen_name_entry {
    const char *name; /* null: free */
    size_t length;
    void *value;
    uint64_t hash;
} gen_name_entry;

static uint64_t hash_of(const char *name, size_t length)
{
    uint64_t hash = gen_hash_add(GEN_HASH_START, name, length);

    return hash ^ hash >> 32; /* the low bits choose the entry */
}

/* The entry of the name, or the free entry where it belongs. There is always a free one. */
static gen_name_entry *entry_of(const gen_name_table *table, uint64_t hash, const char *name,
                                size_t length)
{
    size_t at = (size_t)hash & (table->capacity - 1);

    while (table->entries[at].name &&
           (table->entries[at].hash != hash || table->entries[at].length != length ||
            memcmp(table->entries[at].name, name, length) != 0))
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
            *entry_of(table, old.entries[i].hash, old.entries[i].name, old.entries[i].length) =
                old.entries[i];
}

void *gen_name_table_find_bytes(const gen_name_table *table, const char *name, size_t length)
{
    return table->count ? entry_of(table, hash_of(name, length), name, length)->value : NULL;
}

void *gen_name_table_find(const gen_name_table *table, const char *name)
{
    return gen_name_table_find_bytes(table, name, strlen(name));
}

void gen_name_table_put_bytes(gen_name_table *table, const char *name, size_t length, void *value)
{
    uint64_t hash = hash_of(name, length);
    gen_name_entry *entry;

    if (table->count >= table->capacity / 2)
        grow(table);
    entry = entry_of(table, hash, name, length);
    table->count += entry->name == NULL;
    *entry = (gen_name_entry){name, length, value, hash};
}

void gen_name_table_put(gen_name_table *table, const char *name, void *value)
{
    gen_name_table_put_bytes(table, name, strlen(name), value);
}
