#include "driver/owned.h"

#include <stdatomic.h>

#include "driver/driver_table.h"

#define SLOTS  4096u /* a power of two */
#define PROBES 8u    /* slots that an address may be in */
#define TAKEN  1u    /* an address that is being written */

typedef struct slot {
    atomic_ullong address; /* 0: free */
    atomic_ullong bytes;
    atomic_ullong context;
} slot;

static slot slots[SLOTS];

/* Programs without allocations and streams of custub's own need not search for them. */
static atomic_bool is_used;

/* Allocations begin at multiples of 256 or more, streams at multiples of 16. */
static slot *slot_of(uint64_t address, unsigned probe)
{
    uint64_t hash = (address >> 4) * UINT64_C(0x9e3779b97f4a7c15);

    return &slots[((hash >> 52) + probe) % SLOTS];
}

uint64_t custubi_owned_context(void)
{
    unsigned long long id = 0;

    if (!custubi_cu.context_get_id || custubi_cu.context_get_id(NULL, &id))
        return 0;
    return id;
}

/* An allocation that was destroyed with its context may have left an entry of the same address. */
void custubi_owned_add(uint64_t address, uint64_t bytes, uint64_t context)
{
    custubi_owned_remove(address);
    if (!address || !context)
        return;
    atomic_store_explicit(&is_used, true, memory_order_relaxed);
    for (unsigned probe = 0; probe < PROBES; probe++) {
        slot *at = slot_of(address, probe);
        unsigned long long expected = 0;
        if (!atomic_compare_exchange_strong(&at->address, &expected, TAKEN))
            continue;
        /* Released, so that a reader of these sees that the address is another one by now. */
        atomic_store_explicit(&at->bytes, bytes, memory_order_release);
        atomic_store_explicit(&at->context, context, memory_order_release);
        atomic_store_explicit(&at->address, address, memory_order_release);
        return;
    }
}

void custubi_owned_remove(uint64_t address)
{
    for (unsigned probe = 0; probe < PROBES && address; probe++) {
        slot *at = slot_of(address, probe);
        unsigned long long expected = address;
        atomic_compare_exchange_strong(&at->address, &expected, 0);
    }
}

uint64_t custubi_owned_bytes(uint64_t address, uint64_t context)
{
    for (unsigned probe = 0; probe < PROBES; probe++) {
        slot *at = slot_of(address, probe);
        uint64_t held;
        uint64_t where;
        if (atomic_load_explicit(&at->address, memory_order_acquire) != address)
            continue;
        held = atomic_load_explicit(&at->bytes, memory_order_acquire);
        where = atomic_load_explicit(&at->context, memory_order_acquire);
        /* Another thread may have reused the slot meanwhile. */
        return atomic_load_explicit(&at->address, memory_order_relaxed) == address &&
                       where == context && context
                   ? held
                   : 0;
    }
    return 0;
}

bool custubi_owned_has(uint64_t address, uint64_t bytes, uint64_t context)
{
    if (!atomic_load_explicit(&is_used, memory_order_relaxed))
        return false;
    for (unsigned probe = 0; probe < PROBES; probe++) {
        slot *at = slot_of(address, probe);
        uint64_t held;
        uint64_t where;
        if (atomic_load_explicit(&at->address, memory_order_acquire) != address)
            continue;
        held = atomic_load_explicit(&at->bytes, memory_order_acquire);
        where = atomic_load_explicit(&at->context, memory_order_acquire);
        /* Another thread may have reused the slot meanwhile. */
        return atomic_load_explicit(&at->address, memory_order_relaxed) == address &&
               held >= bytes && where == context && context;
    }
    return false;
}

unsigned long long custubi_memory_id(CUdeviceptr address)
{
    unsigned long long id = 0;

    return custubi_cu.pointer_get_attribute(&id, CUSTUBI_POINTER_BUFFER_ID, address) ? 0 : id;
}

void custubi_memory_free(CUdeviceptr address, unsigned long long id)
{
    if (!id || custubi_memory_id(address) == id)
        custubi_cu.memory_free(address);
}
