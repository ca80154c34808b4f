/* Compares kernels with bounds checks with the plain ones: time, registers, occupancy, and results
 * bit by bit. */
#ifndef CHECKED_H
#define CHECKED_H

#include "kernel_bench.h"

/* Loads the kernels with bounds checks, and prints the head of the table. */
void checked_begin(bench *b);

/* Measures one launch of both and prints a row. `call` has the plain kernel. */
void checked_compare(bench *b, const char *name, const char *shape, const launch_call *call);

/* Prints the geometric mean, and frees all. Returns false if a result differed, or an access was
 * reported. */
bool checked_end(bench *b);

#endif
