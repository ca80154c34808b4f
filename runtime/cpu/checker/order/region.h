/* region.h: which threads of a launch wrote and read each byte of global memory, and what they
 * released there for others. Memory is taken in regions, for those that are touched. Any thread. */
#ifndef CPU_REGION_H
#define CPU_REGION_H

#include "checker/order/doubt.h"
#include "checker/order/open_write.h"
#include "checker/order/touched_cell.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CPU_CHECK_REGION_BYTES ((size_t)1024)
#define CPU_CHECK_REGION_WORDS (CPU_CHECK_REGION_BYTES / 4)

/* The bytes of a word share a cell until one of them is accessed alone. */
typedef struct cpu_check_region {
    pthread_mutex_t lock;
    uintptr_t number; /* of its first byte's address, divided by the size */
    uint32_t split[CPU_CHECK_REGION_WORDS / 32]; /* a bit for each word */
    cpu_check_cell words[CPU_CHECK_REGION_WORDS];
    cpu_check_cell *bytes;     /* of words that are split; null: there are none */
    cpu_check_known *released; /* whoever sees a word sees this; null: nothing was released */
} cpu_check_region;

/* All zero: there are none. */
typedef struct cpu_check_regions {
    pthread_mutex_t lock;
    cpu_check_region **slots; /* a hash table; a power of two */
    size_t capacity;
    size_t count;
} cpu_check_regions;

bool cpu_check_regions_initialize(cpu_check_regions *regions);
void cpu_check_regions_deinitialize(cpu_check_regions *regions);

/* The region of that number, which is made if there is none; null if there is no memory. */
cpu_check_region *cpu_check_region_of(cpu_check_regions *regions, uintptr_t number);

/* An access to [address, address + size), made now. */
typedef struct cpu_check_visit {
    uintptr_t address;
    size_t size;
    cpu_check_touch touch;
    cpu_check_manner manner;
    bool compares; /* an atomic update that compares with what the thread has read before */
    cpu_check_open_write *own; /* of the thread of the operating system */
    cpu_check_doubts *doubts;  /* null: a read before this access is a race for certain */
} cpu_check_visit;

/* What is done in one region with the part of [address, address + size) that it has. */
typedef struct cpu_check_part {
    size_t begin; /* offsets in the region, in bytes */
    size_t end;
} cpu_check_part;
cpu_check_part cpu_check_part_of(uintptr_t number, uintptr_t address, size_t size);

/* The first bytes of an access that race, all in the same way. */
typedef struct cpu_check_clash {
    cpu_check_finding finding;
    cpu_check_touch other;
    uintptr_t at;
    size_t size;
    uint64_t doubt; /* the number of cpu_check_doubts_add(), for a read that an update follows */
} cpu_check_clash;

/* Records the part of an access that is in the region. `clash` may have bytes already, of the part
 * in the region before.
 *
 * A write that follows an unordered one waits until that one has been made: only then the memory
 * tells whether it changes what the other wrote. Bytes are recorded in the order of their
 * addresses, and a thread that waits has recorded the bytes before those that it waits for, so no
 * threads wait for each other. */
void cpu_check_region_note(cpu_check_region *region, const cpu_check_order *order,
                           const cpu_check_visit *visit, cpu_check_clash *clash);

/* Whoever sees these bytes from now on sees what the order's block did up to `epoch`, and what it
 * knows of others. */
void cpu_check_region_release(cpu_check_region *region, cpu_check_part part,
                              const cpu_check_order *order, uint32_t epoch);

/* Adds what was released by these bytes to what the order's block knows. */
void cpu_check_region_acquire(cpu_check_region *region, cpu_check_part part,
                              cpu_check_order *order);

/* The latest epoch of the order's block that was released by these bytes; 0: none. */
uint32_t cpu_check_region_released(cpu_check_region *region, cpu_check_part part,
                                   const cpu_check_order *order);

#endif
