/* touched_cell.h: which threads wrote and read one piece of memory, and whether these accesses
 * race. */
#ifndef CPU_TOUCHED_CELL_H
#define CPU_TOUCHED_CELL_H

#include "checker/order/block_order.h"

typedef enum cpu_check_finding {
    CPU_CHECK_FINE,
    CPU_CHECK_READ_WRITE,     /* one thread read the byte, now another writes it */
    CPU_CHECK_WRITE_READ,     /* one thread wrote it, now another reads it */
    CPU_CHECK_WRITE_WRITE,    /* one thread wrote it, now another writes it */
    CPU_CHECK_UPDATE_READ = 6 /* one thread updated it, now another reads it */
} cpu_check_finding;

typedef enum cpu_check_manner {
    CPU_CHECK_READS,
    CPU_CHECK_WATCHES, /* a volatile or atomic read: does not race with atomics */
    CPU_CHECK_WRITES,
    CPU_CHECK_UPDATES, /* an atomic write, or read and write: does not race with other updates */
    CPU_CHECK_SIGNALS  /* a volatile write */
} cpu_check_manner;

#define CPU_CHECK_LATEST 2

/* The accesses to one byte, or to several that were always accessed together. The last two readers
 * are enough: if a thread writes, at least one of them is another thread. The same holds for
 * updates. */
typedef struct cpu_check_cell {
    cpu_check_touch write;
    cpu_check_touch updates[CPU_CHECK_LATEST];
    cpu_check_touch reads[CPU_CHECK_LATEST];
    uint32_t watched;  /* bit i: reads[i] was CPU_CHECK_WATCHES */
    uint32_t released; /* a thread that sees the last update sees everything up to this epoch */
} cpu_check_cell;

static inline bool cpu_check_manner_reads(cpu_check_manner manner)
{
    return manner == CPU_CHECK_READS || manner == CPU_CHECK_WATCHES;
}

/* How a callback's access, CUSTUB_CPU_ACCESS_…, is made. */
cpu_check_manner cpu_check_manner_of(uint32_t access);

/* Looks whether an access by `thread`, which is made now in this manner, is a race; a volatile
 * write was decided to be an update or a write. If so, `other` becomes the other thread's access.
 */
cpu_check_finding cpu_check_cell_find(const cpu_check_order *order, const cpu_check_cell *cell,
                                      uint32_t thread, cpu_check_manner manner,
                                      cpu_check_touch *other);

/* Records the access. */
void cpu_check_cell_note(const cpu_check_order *order, cpu_check_cell *cell,
                         const cpu_check_touch *touch, cpu_check_manner manner);

/* The thread of `touch` compares what it has read before, in an atomic update: it was only a guess,
 * which does not race with updates. */
void cpu_check_cell_excuse(cpu_check_cell *cell, const cpu_check_touch *touch);

#endif
