/* guess.h: plain reads of what other threads update. Such a read races, unless the thread only
 * guesses what the memory holds: then it compares the value in an atomic update, as in the loops
 * around atomicCAS() of the CUDA C++ Programming Guide ("Atomic Functions"). */
#ifndef CPU_GUESS_H
#define CPU_GUESS_H

#include "checker/worker.h"

/* A block begins: there are no guesses. */
void cpu_check_guess_begin(cpu_check_worker *worker);

/* The thread that runs reads what others update. */
void cpu_check_guess_found(cpu_check_worker *worker, const cpu_check_race *race, const void *frame);

/* The thread that runs makes an atomic access, which compares or does not: a read of the same bytes
 * was a guess, or is reported. */
void cpu_check_guess_tested(cpu_check_worker *worker, uintptr_t address, size_t size,
                            bool compares);

/* The thread that runs updates what another one has read: that read was a guess, or is reported
 * when its block ends. */
void cpu_check_guess_of_other(cpu_check_worker *worker, const cpu_check_race *race,
                              const cpu_check_clash *clash, const void *frame);

/* The block ends: reports all reads of its threads that were no guesses. */
void cpu_check_guess_end(cpu_check_worker *worker);

#endif
