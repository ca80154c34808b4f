#define _POSIX_C_SOURCE 200809L

#include "api/handle.h"

#include "support/hash.h"

#include <pthread.h>
#include <stdlib.h>

/* A hash table with linear probing. A removed entry leaves a tombstone, which a rebuild drops. */
static struct {
    pthread_mutex_t lock;
    cpu_object **slots;
    size_t capacity; /* a power of two */
    size_t used;     /* tombstones included */
    size_t live;
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

static cpu_object tombstone;

static size_t slot_of(const void *handle, size_t capacity)
{
    return (size_t)(cpu_hash((uintptr_t)handle) >> 32) & (capacity - 1);
}

static cpu_object **find(const void *handle)
{
    size_t i;

    if (!table.slots || !handle || handle == (const void *)&tombstone)
        return NULL;
    for (i = slot_of(handle, table.capacity); table.slots[i]; i = (i + 1) & (table.capacity - 1)) {
        if ((const void *)table.slots[i] == handle)
            return &table.slots[i];
    }
    return NULL;
}

static void put(cpu_object **slots, size_t capacity, cpu_object *object)
{
    size_t i = slot_of(object, capacity);

    while (slots[i])
        i = (i + 1) & (capacity - 1);
    slots[i] = object;
}

/* Keeps at least a third of the slots free. */
static bool reserve(void)
{
    size_t capacity = 64;
    cpu_object **slots;

    if ((table.used + 1) * 3 <= table.capacity * 2)
        return true;
    while (capacity < (table.live + 1) * 4)
        capacity *= 2;
    slots = calloc(capacity, sizeof(cpu_object *));
    if (!slots)
        return false;
    for (size_t i = 0; i < table.capacity; i++) {
        if (table.slots[i] && table.slots[i] != &tombstone)
            put(slots, capacity, table.slots[i]);
    }
    free(table.slots);
    table.slots = slots;
    table.capacity = capacity;
    table.used = table.live;
    return true;
}

bool cpu_handle_add(cpu_object *object)
{
    bool added;

    pthread_mutex_lock(&table.lock);
    added = reserve();
    if (added) {
        put(table.slots, table.capacity, object);
        table.used++;
        table.live++;
    }
    pthread_mutex_unlock(&table.lock);
    return added;
}

bool cpu_handle_is(const void *handle, cpu_kind kind)
{
    cpu_object **slot;
    bool is;

    pthread_mutex_lock(&table.lock);
    slot = find(handle);
    is = slot && (*slot)->kind == kind;
    pthread_mutex_unlock(&table.lock);
    return is;
}

static void bury(cpu_object **slot)
{
    *slot = &tombstone;
    if (--table.live == 0) {
        free(table.slots);
        table.slots = NULL;
        table.capacity = 0;
        table.used = 0;
    }
}

bool cpu_handle_remove(const void *handle, cpu_kind kind)
{
    cpu_object **slot;
    bool is;

    pthread_mutex_lock(&table.lock);
    slot = find(handle);
    is = slot && (*slot)->kind == kind;
    if (is)
        bury(slot);
    pthread_mutex_unlock(&table.lock);
    return is;
}

cpu_object *cpu_handle_take_owned(CUcontext context)
{
    cpu_object *taken = NULL;

    pthread_mutex_lock(&table.lock);
    for (size_t i = 0; i < table.capacity && !taken; i++) {
        cpu_object *object = table.slots[i];
        if (!object || object == &tombstone || object->context != context ||
            object->kind == CPU_KIND_KERNEL || object->kind == CPU_KIND_CONTEXT)
            continue;
        taken = object;
        bury(&table.slots[i]);
    }
    pthread_mutex_unlock(&table.lock);
    return taken;
}
