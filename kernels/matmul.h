/* matmul.h: products of matrices of 16 bits, c = a b for each of a batch, by the fastest of the
 * library's kernels for the device and the sizes.
 *
 * Matrices are stored by rows, without gaps: a is m * k, c is m * n, b is k * n or, `transposed`,
 * n * k as weights are stored: c = a transpose(b). Sums are in float; their order depends on the
 * sizes and the device.
 *
 * On a GPU of compute capability 9.0 (Hopper), if n, k and the addresses are multiples of 8
 * elements, tensor maps and wgmma make the product. Elsewhere, and for other sizes, the kernels of
 * product.cu do.
 *
 * Errors are those of launches (custub/status.h): views that are short, null or misaligned, and
 * overlaps of c with a or b, are refused before anything is written. CUSTUB_ERROR_INVALID_ARGUMENT
 * for null `kernels` or `product` and for another element type; CUSTUB_ERROR_KERNEL_ABSENT for one
 * that the library was built without.
 *
 * All memory belongs to the caller, and is borrowed until the work in the stream is done. `kernels`
 * are those of product_load(). Any number of threads may multiply at once.
 */
#ifndef MATMUL_H
#define MATMUL_H

#include <custub/custub.h>

#include "product.custub.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct matmul {
    custub_scalar element; /* CUSTUB_SCALAR_F16 or CUSTUB_SCALAR_BF16 */
    bool transposed;
    uint64_t batch, m, n, k; /* elements; k up to 1073741824 */
    custub_memory a, b, c;   /* batch * m * k, batch * k * n and batch * m * n elements */
} matmul;

/* Enqueues a product. `launch` gives the stream and the level of checks, or is null. */
custub_status matmul_launch(const product_kernels *kernels, const custub_launch *launch,
                            const matmul *product, custub_error *error);

/* The same as a prepared launch (custub/prepared.h), for products that are made many times, and for
 * graphs. Null on failure. Its arguments cannot be set. */
custub_prepared *matmul_prepare(const product_kernels *kernels, const custub_launch *launch,
                                const matmul *product, custub_error *error);

#ifdef __cplusplus
}
#endif
#endif
