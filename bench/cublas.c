#include "cublas.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { OP_N = 0, OP_T = 1, COMPUTE_32F = 68, COMPUTE_64F = 70, ALGORITHM_DEFAULT = -1 };

static struct {
    void *library;
    void *handle;
    int (*create)(void **handle);
    int (*destroy)(void *handle);
    int (*set_stream)(void *handle, CUstream stream);
    int (*multiply)(void *handle, int operation_a, int operation_b, int m, int n, int k,
                    const void *alpha, const void *a, int type_a, int lda, const void *b,
                    int type_b, int ldb, const void *beta, void *c, int type_c, int ldc,
                    int compute_type, int algorithm);
} cublas;

/* A function's address goes through memory: C has no conversion from void *. */
static bool find(const char *name, void *function)
{
    void *symbol = dlsym(cublas.library, name);

    memcpy(function, &symbol, sizeof(symbol));
    return symbol;
}

bool cublas_open(void)
{
    static const char *const names[] = {"libcublas.so.13", "libcublas.so.12"};

    for (size_t i = 0; i < 2 && !cublas.library; i++)
        cublas.library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (cublas.library && find("cublasCreate_v2", &cublas.create) &&
        find("cublasDestroy_v2", &cublas.destroy) &&
        find("cublasSetStream_v2", &cublas.set_stream) && find("cublasGemmEx", &cublas.multiply) &&
        !cublas.create(&cublas.handle))
        return true;
    cublas_close();
    return false;
}

void cublas_close(void)
{
    if (cublas.handle)
        cublas.destroy(cublas.handle);
    if (cublas.library)
        dlclose(cublas.library);
    memset(&cublas, 0, sizeof(cublas));
}

/* Its matrices are stored by columns: transpose(c) = transpose(b) * transpose(a). */
int cublas_multiply(const cublas_product *p, CUstream stream)
{
    const double one64 = 1, zero64 = 0;
    const float one = 1, zero = 0;
    const bool f64 = p->type == CUBLAS_F64;
    const int status = cublas.set_stream(cublas.handle, stream);

    if (status)
        return status;
    return cublas.multiply(cublas.handle, p->transposed ? OP_T : OP_N, OP_N, p->n, p->m, p->k,
                           f64 ? (const void *)&one64 : &one, (const void *)(uintptr_t)p->b,
                           (int)p->type, p->transposed ? p->k : p->n, (const void *)(uintptr_t)p->a,
                           (int)p->type, p->k, f64 ? (const void *)&zero64 : &zero,
                           (void *)(uintptr_t)p->c, (int)p->type, p->n,
                           f64 ? COMPUTE_64F : COMPUTE_32F, ALGORITHM_DEFAULT);
}
