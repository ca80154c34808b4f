/* custub/held_values.h: what the runtime tells the CPU driver about the values that a kernel finds
 * in memory (CUSTUB_VALUES). The memory checker holds launches to it. */
#ifndef CUSTUB_HELD_VALUES_H
#define CUSTUB_HELD_VALUES_H

#include <custub/arith.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A pointer of a kernel, to integers that are in [low, high) when the kernel begins. */
typedef struct custub_held_values {
    uint32_t pointer;      /* in the description's order */
    uint32_t element_size; /* bytes: 1, 2, 4 or 8 */
    uint32_t is_signed;
    uint32_t line;
    const char *file; /* where the pointer is declared, without folders */
    const char *low;  /* the expressions, as the author wrote them */
    const char *high;
} custub_held_values;

/* The numbers of one launch. They follow the extents in the further parameter of the kernel
 * (<custub/bounds_table.h>), one for each of these pointers. */
typedef struct custub_held_range {
    custub_int low;
    custub_int high;
} custub_held_range;

#ifdef __cplusplus
}
#endif
#endif
