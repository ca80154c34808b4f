/* transaction.h: how many bytes the barriers of a block wait for (PTX ISA, "Tracking asynchronous
 * operations by the mbarrier object"). A barrier has the form of libcu++'s: its word has no room
 * for them. While their number is not 0, the barrier waits for one more arrival. */
#ifndef CPU_TRANSACTION_H
#define CPU_TRANSACTION_H

#include <stddef.h>
#include <stdint.h>

#define CPU_TRANSACTIONS 64 /* barriers of a block that wait for bytes at the same time */

typedef struct cpu_transaction {
    uint64_t *barrier;
    int64_t bytes; /* not 0; below 0: more have come than were expected so far */
} cpu_transaction;

typedef struct cpu_transactions {
    size_t count;
    cpu_transaction of[CPU_TRANSACTIONS];
} cpu_transactions;

/* The barrier waits for `bytes` more. Ends the kernel if there are too many such barriers. */
void cpu_transact(cpu_transactions *transactions, uint64_t *barrier, int64_t bytes);

#endif
