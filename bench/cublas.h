/* cuBLAS, opened at run time if it is installed, for comparisons. Declares only what the programs
 * call. */
#ifndef CUBLAS_H
#define CUBLAS_H

#include <custub/custub.h>

#include <stdbool.h>

typedef enum cublas_type {
    CUBLAS_F32 = 0,
    CUBLAS_F64 = 1,
    CUBLAS_F16 = 2,
    CUBLAS_BF16 = 14
} cublas_type;

/* Computes c, of m rows and n columns, as a * b, or as a * transpose(b) if b is stored as n rows of
 * k. All matrices are stored by rows without gaps; sums of 16-bit types are in float. */
typedef struct cublas_product {
    cublas_type type;
    int m, n, k;
    bool transposed;
    CUdeviceptr a, b, c;
} cublas_product;

/* False if there is no cuBLAS of CUDA 12 or 13. Needs a current context. */
bool cublas_open(void);
void cublas_close(void);

/* Enqueues a product. Returns the status of cuBLAS, 0 for success. */
int cublas_multiply(const cublas_product *product, CUstream stream);

#endif
