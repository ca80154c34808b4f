#include "execute/transaction.h"

#include "execute/kernel/trap.h"

#include <stdatomic.h>

/* A barrier's word: threads to expect in each phase (bits 0 to 31), threads that have arrived (32
 * to 62), the phase. Both numbers begin so that the last arrival changes the phase. */
#define ARRIVAL  (UINT64_C(1) << 32)
#define EXPECTED (ARRIVAL - 1)
#define PHASE    (UINT64_C(1) << 63)

static void arrive(_Atomic uint64_t *word)
{
    const uint64_t old = atomic_fetch_add(word, ARRIVAL);

    if ((old ^ (old + ARRIVAL)) & PHASE)
        atomic_fetch_add(word, (old & EXPECTED) << 32);
}

void cpu_transact(cpu_transactions *t, uint64_t *barrier, int64_t bytes)
{
    _Atomic uint64_t *word = (_Atomic uint64_t *)barrier;
    size_t i = 0;

    while (i < t->count && t->of[i].barrier != barrier)
        i++;
    if (bytes == 0)
        return;
    if (i == CPU_TRANSACTIONS)
        cpu_kernel_trap(CUSTUB_CPU_TRAP_UNFIT,
                        "more than 64 barriers of the block wait for bytes at the same time");
    if (i == t->count) {
        t->of[t->count++] = (cpu_transaction){barrier, bytes};
        atomic_fetch_sub(word, ARRIVAL);
        return;
    }
    t->of[i].bytes += bytes;
    if (t->of[i].bytes == 0) {
        t->of[i] = t->of[--t->count];
        arrive(word);
    }
}
