/* doubt.h: atomic updates of global memory that follow a plain read by another thread. Such a read
 * races, unless its thread goes on to compare what it has read. This is decided when it compares,
 * or when its block ends. Any thread. */
#ifndef CPU_DOUBT_H
#define CPU_DOUBT_H

#include "checker/order/block_order.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct cpu_check_doubt {
    uint64_t number;
    uintptr_t address;
    cpu_check_touch read;
    bool is_right; /* the reader's block has ended */
    void *finding; /* what to report; null: it is not known yet */
} cpu_check_doubt;

/* Those of a launch. */
typedef struct cpu_check_doubts {
    pthread_mutex_t lock;
    cpu_check_doubt *items;
    size_t capacity;
    atomic_size_t count;
    uint64_t last;     /* number; from 1 on */
    uint32_t *running; /* the numbers of blocks */
    size_t running_capacity;
    size_t running_count;
} cpu_check_doubts;

bool cpu_check_doubts_initialize(cpu_check_doubts *doubts);

/* Frees what the remaining doubts would have reported. */
void cpu_check_doubts_deinitialize(cpu_check_doubts *doubts);

/* A block begins. False if there is no memory for it. */
bool cpu_check_doubts_enter(cpu_check_doubts *doubts, uint32_t block);

/* The block ends. */
void cpu_check_doubts_leave(cpu_check_doubts *doubts, uint32_t block);

/* Returns what a read of an ended block reports, and forgets it; null: nothing more. */
void *cpu_check_doubts_take(cpu_check_doubts *doubts, uint32_t block);

/* An update at the address follows the read. Returns a number for cpu_check_doubts_settle(). The
 * first update that follows a read is enough. */
uint64_t cpu_check_doubts_add(cpu_check_doubts *doubts, uintptr_t address,
                              const cpu_check_touch *read);

/* Adds what is to be reported, which came from malloc(). Returns true if the read was right to be
 * doubted: report it now, and free it. Else it is kept or freed. */
bool cpu_check_doubts_settle(cpu_check_doubts *doubts, uint64_t number, void *finding);

/* The thread compares what it has read there. */
void cpu_check_doubts_excuse(cpu_check_doubts *doubts, uintptr_t address, size_t size,
                             const cpu_check_touch *touch);

#endif
