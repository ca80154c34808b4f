/* Advice about ranges of managed memory, which is stored for queries (CUDA Driver API,
 * cuMemRangeGetAttribute). */
#include "memory/range.h"

#include "context/context.h"
#include "api/fail.h"
#include "heap/allocation.h"

#include <pthread.h>
#include <stdlib.h>

#define NO_LOCATION 0  /* CU_MEM_LOCATION_TYPE_INVALID */
#define NO_DEVICE   -2 /* CU_DEVICE_INVALID */

/* The advice for [begin, end), which is whole pages of one allocation. */
typedef struct range {
    uintptr_t begin;
    uintptr_t end;
    uint64_t allocation; /* its id, which a later allocation at this address does not have */
    cpu_range_state state;
    struct range *next;
} range;

/* Ranges do not overlap. */
static struct {
    pthread_mutex_t lock;
    range *first;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uintptr_t page_of(uintptr_t address)
{
    return address / cpu_memory_paged_size(1) * cpu_memory_paged_size(1);
}

/* --- Setting -------------------------------------------------------------------------------------
 */

/* With the lock: drops the advice about memory that was freed. */
static void drop_stale(void)
{
    range **slot = &all.first;
    cpu_allocation allocation;

    while (*slot) {
        range *r = *slot;
        if (cpu_memory_find(r->begin, &allocation) && allocation.id == r->allocation) {
            slot = &r->next;
        } else {
            *slot = r->next;
            free(r);
        }
    }
}

/* With the lock: splits a range that contains `border` in two. False without memory. */
static bool split_at(uintptr_t border)
{
    range *behind;

    for (range *r = all.first; r; r = r->next) {
        if (r->begin >= border || r->end <= border)
            continue;
        behind = malloc(sizeof(*behind));
        if (!behind)
            return false;
        *behind = *r;
        behind->begin = border;
        r->end = border;
        r->next = behind;
    }
    return true;
}

/* With the lock: adds ranges without advice where there are none. False without memory. */
static bool fill(uintptr_t begin, uintptr_t end, uint64_t allocation)
{
    uintptr_t at = begin;

    while (at < end) {
        const range *here = NULL;
        uintptr_t next = end;
        range *made;
        for (const range *r = all.first; r; r = r->next) {
            if (r->begin <= at && at < r->end)
                here = r;
            else if (r->begin > at && r->begin < next)
                next = r->begin;
        }
        if (here) {
            at = here->end;
            continue;
        }
        made = calloc(1, sizeof(*made));
        if (!made)
            return false;
        *made = (range){.begin = at, .end = next, .allocation = allocation, .next = all.first};
        all.first = made;
        at = next;
    }
    return true;
}

CUresult cpu_range_change(CUdeviceptr address, size_t size, cpu_range_changer *change,
                          CUmemLocation location)
{
    uintptr_t begin = page_of(address);
    uintptr_t end = page_of(address + size - 1) + cpu_memory_paged_size(1);
    CUresult result = CUDA_ERROR_OUT_OF_MEMORY;
    cpu_allocation allocation;

    if (!cpu_memory_find(address, &allocation))
        return CUDA_ERROR_INVALID_VALUE;
    if (begin < allocation.base)
        begin = allocation.base;
    if (end > allocation.base + allocation.size)
        end = allocation.base + allocation.size;
    pthread_mutex_lock(&all.lock);
    drop_stale();
    if (fill(begin, end, allocation.id) && split_at(begin) && split_at(end)) {
        for (range *r = all.first; r; r = r->next) {
            if (r->begin >= begin && r->end <= end)
                change(&r->state, location);
        }
        result = CUDA_SUCCESS;
    }
    pthread_mutex_unlock(&all.lock);
    return result;
}

/* --- Querying ------------------------------------------------------------------------------------
 */

static bool is_same(CUmemLocation a, CUmemLocation b)
{
    return a.type == b.type && a.id == b.id;
}

/* The advice that holds for all of the range. A location only counts if it is the same everywhere.
 */
static cpu_range_state state_of(CUdeviceptr address, size_t size)
{
    const cpu_range_state nothing = {.is_read_mostly = false};
    const uintptr_t end = address + size;
    uintptr_t said = 0; /* bytes with advice */
    cpu_range_state state = {
        .is_read_mostly = true, .is_accessed = true, .is_accessed_by_host = true};
    bool is_first = true;

    pthread_mutex_lock(&all.lock);
    drop_stale();
    for (const range *r = all.first; r; r = r->next) {
        if (r->end <= address || r->begin >= end)
            continue;
        said += (r->end < end ? r->end : end) - (r->begin > address ? r->begin : address);
        state.is_read_mostly = state.is_read_mostly && r->state.is_read_mostly;
        state.is_accessed = state.is_accessed && r->state.is_accessed;
        state.is_accessed_by_host = state.is_accessed_by_host && r->state.is_accessed_by_host;
        if (is_first) {
            state.preferred = r->state.preferred;
            state.prefetched = r->state.prefetched;
        }
        if (!is_same(state.preferred, r->state.preferred))
            state.preferred = nothing.preferred;
        if (!is_same(state.prefetched, r->state.prefetched))
            state.prefetched = nothing.prefetched;
        is_first = false;
    }
    pthread_mutex_unlock(&all.lock);
    return said == size ? state : nothing;
}

/* The location as the attributes before CUDA 12.2 express it. */
static int device_of(CUmemLocation location)
{
    if (location.type == NO_LOCATION)
        return NO_DEVICE;
    return location.type == CU_MEM_LOCATION_TYPE_DEVICE ? location.id : CU_DEVICE_CPU;
}

static int word_of(const cpu_range_state *state, int attribute)
{
    switch (attribute) {
    case CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
        return state->is_read_mostly;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION:
        return device_of(state->preferred);
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION:
        return device_of(state->prefetched);
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE:
        return state->preferred.type;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID:
        return state->preferred.id;
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE:
        return state->prefetched.type;
    default: /* CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID */
        return state->prefetched.id;
    }
}

/* The rest of the list becomes CU_DEVICE_INVALID. */
static void list_accessing(int *devices, size_t room, const cpu_range_state *state)
{
    size_t count = 0;

    if (state->is_accessed && count < room)
        devices[count++] = 0;
    if (state->is_accessed_by_host && count < room)
        devices[count++] = CU_DEVICE_CPU;
    while (count < room)
        devices[count++] = NO_DEVICE;
}

/* Values are one word each; only the devices with access are a list. */
static CUresult write_attribute(void *data, size_t size, int attribute,
                                const cpu_range_state *state)
{
    int *words = data;

    if (!data || size == 0 || size % sizeof(int) != 0 ||
        attribute < CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY ||
        attribute > CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID)
        return CUDA_ERROR_INVALID_VALUE;
    if (attribute == CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY) {
        list_accessing(words, size / sizeof(int), state);
        return CUDA_SUCCESS;
    }
    if (size != sizeof(int))
        return CUDA_ERROR_INVALID_VALUE;
    words[0] = word_of(state, attribute);
    return CUDA_SUCCESS;
}

static CUresult check(CUdeviceptr address, size_t size)
{
    CUcontext context;
    cpu_allocation allocation;
    CUresult result = cpu_context_current(&context);

    if (result != CUDA_SUCCESS)
        return result;
    return size > 0 && cpu_memory_holds(address, size) && cpu_memory_find(address, &allocation) &&
                   allocation.kind == CPU_MEMORY_MANAGED
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemRangeGetAttribute(void *data, size_t data_size, int attribute, CUdeviceptr address,
                                size_t count)
{
    CPU_ENTRY(cuMemRangeGetAttribute);
    CUresult result = check(address, count);
    cpu_range_state state;

    if (result != CUDA_SUCCESS)
        return result;
    state = state_of(address, count);
    return write_attribute(data, data_size, attribute, &state);
}

CUresult cuMemRangeGetAttributes(void **data, size_t *data_sizes, int *attributes,
                                 size_t attributes_count, CUdeviceptr address, size_t count)
{
    CPU_ENTRY(cuMemRangeGetAttributes);
    CUresult result = check(address, count);
    cpu_range_state state;

    if (result != CUDA_SUCCESS)
        return result;
    if (!data || !data_sizes || !attributes || attributes_count == 0)
        return CUDA_ERROR_INVALID_VALUE;
    state = state_of(address, count);
    for (size_t i = 0; i < attributes_count && result == CUDA_SUCCESS; i++)
        result = write_attribute(data[i], data_sizes[i], attributes[i], &state);
    return result;
}
