/* race.h: reports races, on shared and on global memory. */
#ifndef CPU_RACE_H
#define CPU_RACE_H

#include "checker/worker.h"

/* Reports the race of the access that is made now. Two writes race only if the second changes what
 * the first wrote: that is known after the write, and then cpu_check_settle() reports it. */
void cpu_check_found_race(cpu_check_worker *worker, const cpu_check_race *race, const void *frame);

/* The thread that runs has made its last write: reports it if it was a race. */
void cpu_check_settle(cpu_check_worker *worker);

/* "read" or "wrote", and "read" or "write": what the other thread did, and what this one does. */
const char *cpu_check_race_did(cpu_check_finding finding);
const char *cpu_check_race_does(cpu_check_finding finding);

#endif
