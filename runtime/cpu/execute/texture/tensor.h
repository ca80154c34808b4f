/* tensor.h: what a tensor map describes, and the copies that kernels make by it (PTX ISA,
 * "Tensors").
 */
#ifndef CPU_TENSOR_H
#define CPU_TENSOR_H

#include "api/types.h"

#include <custub/cpu_image.h>

enum { CPU_TENSOR_RANK = 5 };

/* What lies in the bytes of a map. Dimensions are counted from the innermost one. */
typedef struct cpu_tensor {
    uint64_t address;
    uint64_t strides[CPU_TENSOR_RANK - 1]; /* bytes */
    uint32_t last[CPU_TENSOR_RANK];        /* the size, less one */
    uint16_t box[CPU_TENSOR_RANK];
    uint8_t steps[CPU_TENSOR_RANK];
    uint8_t type;
    uint8_t rank;
    uint8_t interleave;
    uint8_t swizzle;
    uint8_t promotion;
    uint8_t fill;
} cpu_tensor;

_Static_assert(sizeof(cpu_tensor) <= sizeof(CUtensorMap), "a map holds a tensor");

/* The size of an element of a CUtensorMapDataType, in bytes; 0: it has none, or is not supported.
 */
uint32_t cpu_tensor_element(int type);

/* The service of kernels; cpu_image.h says what it does. */
uint32_t cpu_bulk_copy(const custub_cpu_bulk_copy *copy);

#endif
