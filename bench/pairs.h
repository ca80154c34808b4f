/* pairs.h: compares kernels with bounds checks with the plain ones: time, registers, occupancy, and
 * results bit by bit. One comparison at a time, by one thread. */
#ifndef PAIRS_H
#define PAIRS_H

#include <custub/custub.h>

#include <stdbool.h>
#include <stdint.h>

/* A buffer that both kernels get. */
typedef struct pair_buffer {
    CUdeviceptr memory;
    CUdeviceptr kept; /* as many bytes, for its contents before a launch */
    uint64_t bytes;   /* a multiple of 8 */
} pair_buffer;

/* One launch of a kernel in both forms. All is borrowed. */
typedef struct pair {
    const char *name;
    const char *shape; /* as text */
    const custub_kernel *plain;
    const custub_kernel *checked; /* may be null: the row says that it is missing */
    custub_launch launch;         /* of the plain kernel; the other one gets the same shape */
    uint32_t argument_count;
    uint32_t buffer_count;
    const custub_argument *arguments;
    const pair_buffer *buffers;
} pair;

/* How the checked kernels are to be loaded: CUSTUB_BOUNDS_CHECKS_ALWAYS if CUSTUB_BOUNDS_CHECKS is
 * "always" in the environment, else CUSTUB_BOUNDS_CHECKS_ON. */
custub_bounds_checks pairs_checks(void);

/* Prints the head of the table. `stream` is borrowed until pairs_end(). */
void pairs_begin(CUstream stream, custub_error *error);

/* Measures one launch of both kernels and prints a row. The buffers keep their contents. */
void pairs_compare(const pair *pair, custub_error *error);

/* Prints the geometric mean, and frees all. Returns false if there was no row, a result differed,
 * or a launch failed or reported an access. */
bool pairs_end(custub_error *error);

#endif
