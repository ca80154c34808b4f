/* held_values.h: the values that a launch finds in memory, which its contract promises
 * (CUSTUB_VALUES). */
#ifndef CPU_HELD_VALUES_H
#define CPU_HELD_VALUES_H

#include "checker/checker.h"

int cpu_check_values(cpu_check_launch *launch);

#endif
