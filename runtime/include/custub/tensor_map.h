/* custub/tensor_map.h: tensor maps, by which kernels copy tiles between global and shared memory
 * (CUDA Driver API, "Tensor Map Object Management"; CUDA C++ Programming Guide, "Tensor Memory
 * Accelerator").
 *
 * A kernel that takes a CUtensorMap takes a custub_tensor_map in C:
 *
 *     custub_tensor_layout layout = custub_tensor_layout_matrix(rows, columns, 128, 64);
 *     layout.swizzle = CUSTUB_TENSOR_SWIZZLE_128B;
 *     custub_tensor_map map = custub_bf16_tensor_map_create(weights.view, &layout, &error);
 *     launch_product(&kernels, NULL, rows, columns, map, &error);
 *
 * custub_<type>_tensor_map_create(view, layout, error) exists for every type of
 * CUSTUB_SCALAR_TABLE.
 *
 * Memory. A map borrows: the memory stays the program's, and must live as long as kernels use it. A
 * map owns nothing, and needs no release. It can be copied, and used again for every launch.
 *
 * Errors. The rules of cuTensorMapEncodeTiled are checked before the driver is called, and the
 * message names what was found and what is needed. On failure the map is all zeros, which every
 * launch refuses.
 * - CUSTUB_ERROR_INVALID_ARGUMENT: a rank, size, stride, box, swizzle, promotion or fill that CUDA
 *   does not have
 * - CUSTUB_ERROR_NULL_POINTER, CUSTUB_ERROR_MISALIGNED: the address is null, or not a multiple of
 *   16 bytes; CUSTUB_ERROR_MISALIGNED also for a stride that is not
 * - CUSTUB_ERROR_COUNT_TOO_SMALL: the view ends before the tensor does
 * - CUSTUB_ERROR_DRIVER_TOO_OLD: the driver is older than 12.0
 * - CUSTUB_ERROR_DRIVER: the driver's own reason
 *
 * Left out: interleaved layouts, im2col, elements of 4 and 6 bits, and steps over elements.
 *
 * Any thread may call these functions.
 */
#ifndef CUSTUB_TENSOR_MAP_H
#define CUSTUB_TENSOR_MAP_H

#include <string.h>

#include "view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CUSTUB_TENSOR_RANK 5 /* the most dimensions */

/* How a box's rows lie in shared memory, so that reading columns of it has no bank conflicts. The
 * numbers are CUtensorMapSwizzle's. A row of the box has at most as many bytes as the name says. */
typedef enum custub_tensor_swizzle {
    CUSTUB_TENSOR_SWIZZLE_NONE,
    CUSTUB_TENSOR_SWIZZLE_32B,
    CUSTUB_TENSOR_SWIZZLE_64B,
    CUSTUB_TENSOR_SWIZZLE_128B
} custub_tensor_swizzle;

/* How many bytes the L2 cache fetches at once. The numbers are CUtensorMapL2promotion's. */
typedef enum custub_tensor_promotion {
    CUSTUB_TENSOR_PROMOTION_NONE,
    CUSTUB_TENSOR_PROMOTION_64B,
    CUSTUB_TENSOR_PROMOTION_128B,
    CUSTUB_TENSOR_PROMOTION_256B
} custub_tensor_promotion;

/* What elements of a box outside the tensor are. The numbers are CUtensorMapFloatOOBfill's. */
typedef enum custub_tensor_fill {
    CUSTUB_TENSOR_FILL_ZERO,
    CUSTUB_TENSOR_FILL_NAN /* only for elements of a floating-point type */
} custub_tensor_fill;

/* What a map describes. Arrays are from the outermost dimension to the innermost one, as in a C
 * array; only their first `rank` numbers count. All zeros but rank, sizes and box are valid. */
typedef struct custub_tensor_layout {
    uint32_t rank;                        /* dimensions: 1 to 5 */
    uint64_t sizes[CUSTUB_TENSOR_RANK];   /* elements: 1 to 2^32 */
    uint64_t strides[CUSTUB_TENSOR_RANK]; /* bytes from an element to the next one of the same
                                             dimension, a multiple of 16 below 2^40; 0: no gaps.
                                             That of the innermost dimension does not count */
    uint32_t box[CUSTUB_TENSOR_RANK];     /* elements that one copy moves: 1 to 256; the innermost
                                             ones are a multiple of 16 bytes */
    custub_tensor_swizzle swizzle;        /* of the box in shared memory */
    custub_tensor_promotion promotion;    /* of the L2 cache */
    custub_tensor_fill fill;              /* of what is outside the tensor */
} custub_tensor_layout;

/* A dense matrix, in boxes of so many rows and columns. */
static inline custub_tensor_layout custub_tensor_layout_matrix(uint64_t rows, uint64_t columns,
                                                               uint32_t box_rows,
                                                               uint32_t box_columns)
{
    custub_tensor_layout layout;

    memset(&layout, 0, sizeof(layout));
    layout.rank = 2;
    layout.sizes[0] = rows;
    layout.sizes[1] = columns;
    layout.box[0] = box_rows;
    layout.box[1] = box_columns;
    return layout;
}

/* A map, and what it describes. Contracts can name the fields but `opaque`. Read-only: only
 * custub_tensor_map_create() makes `opaque` and the other fields agree. A CUtensorMap is aligned to
 * 64 bytes or more, this struct is not: compilers differ in how they pass what is. */
typedef struct custub_tensor_map {
    uint64_t opaque[16];                  /* the CUtensorMap, which is what a kernel gets */
    CUdeviceptr ptr;                      /* where the tensor begins */
    uint64_t bytes;                       /* from `ptr` to the end of the last element */
    uint64_t sizes[CUSTUB_TENSOR_RANK];   /* elements */
    uint64_t strides[CUSTUB_TENSOR_RANK]; /* bytes; the innermost one is the size of an element */
    uint32_t box[CUSTUB_TENSOR_RANK];     /* elements */
    uint32_t rank;                        /* dimensions */
    uint32_t element;                     /* custub_scalar */
    uint32_t swizzle;                     /* custub_tensor_swizzle */
    uint32_t promotion;                   /* custub_tensor_promotion */
    uint32_t fill;                        /* custub_tensor_fill */
} custub_tensor_map;

static_assert(sizeof(((custub_tensor_map *)0)->opaque) == 128, "the size of a CUtensorMap");

/* Describes memory at `ptr` that has `count` elements, or CUSTUB_COUNT_UNKNOWN
 * (cuTensorMapEncodeTiled). */
custub_tensor_map custub_tensor_map_create(CUdeviceptr ptr, uint64_t count, custub_scalar element,
                                           const custub_tensor_layout *layout, custub_error *error);

#define CUSTUB_DEFINE_TENSOR_MAP(name, NAME, type, class)                                          \
    static inline custub_tensor_map custub_##name##_tensor_map_create(                             \
        custub_##name##_view view, const custub_tensor_layout *layout, custub_error *error)        \
    {                                                                                              \
        return custub_tensor_map_create(view.ptr, view.count, CUSTUB_SCALAR_##NAME, layout,        \
                                        error);                                                    \
    }
CUSTUB_SCALAR_TABLE(CUSTUB_DEFINE_TENSOR_MAP)
#undef CUSTUB_DEFINE_TENSOR_MAP

#ifdef __cplusplus
}
#endif
#endif
