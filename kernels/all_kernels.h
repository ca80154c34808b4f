/* all_kernels.h: the whole library, whose kernels are found by name: for its tests and benchmarks.
 * One file of a program includes it. */
#ifndef ALL_KERNELS_H
#define ALL_KERNELS_H

#include "binary.custub.h"
#include "cast.custub.h"
#include "gated.custub.h"
#include "gather.custub.h"
#include "norm.custub.h"
#if KERNELS_f16 || KERNELS_bf16
#include "product.custub.h"
#define KERNEL_SOURCES_OF_HALVES(X) X(product)
#else
#define KERNEL_SOURCES_OF_HALVES(X)
#endif
#include "quantize.custub.h"
#include "reduce.custub.h"
#include "rotary.custub.h"
#include "select.custub.h"
#include "softmax.custub.h"
#include "strided.custub.h"
#include "top_k.custub.h"
#include "transpose.custub.h"
#include "unary.custub.h"

#define KERNEL_SOURCES(X)                                                                          \
    X(binary)                                                                                      \
    X(cast)                                                                                        \
    X(gated)                                                                                       \
    X(gather)                                                                                      \
    X(norm)                                                                                        \
    KERNEL_SOURCES_OF_HALVES(X)                                                                    \
    X(quantize)                                                                                    \
    X(reduce)                                                                                      \
    X(rotary)                                                                                      \
    X(select)                                                                                      \
    X(softmax)                                                                                     \
    X(strided)                                                                                     \
    X(top_k)                                                                                       \
    X(transpose)                                                                                   \
    X(unary)

static struct {
#define KERNELS_MEMBER(source) source##_kernels source;
    KERNEL_SOURCES(KERNELS_MEMBER)
#undef KERNELS_MEMBER
} all_kernels;

static inline custub_status all_kernels_load(custub_error *error)
{
#define KERNELS_LOAD(source) all_kernels.source = source##_load(error);
    KERNEL_SOURCES(KERNELS_LOAD)
#undef KERNELS_LOAD
    return error->status;
}

static inline void all_kernels_unload(custub_error *error)
{
#define KERNELS_UNLOAD(source) source##_unload(&all_kernels.source, error);
    KERNEL_SOURCES(KERNELS_UNLOAD)
#undef KERNELS_UNLOAD
}

/* The kernels are numbered; null after the last one. */
static inline const custub_kernel *all_kernels_at(uint32_t index)
{
#define KERNELS_AT(source)                                                                         \
    if (index < custub_library_kernel_count(all_kernels.source.library))                           \
        return custub_library_kernel(all_kernels.source.library, index);                           \
    index -= custub_library_kernel_count(all_kernels.source.library);
    KERNEL_SOURCES(KERNELS_AT)
#undef KERNELS_AT
    return NULL;
}

/* Null if no source has the kernel. */
static inline const custub_kernel *all_kernels_find(const char *name)
{
    const custub_kernel *kernel = NULL;

#define KERNELS_FIND(source)                                                                       \
    kernel = kernel ? kernel : custub_library_find(all_kernels.source.library, name, NULL);
    KERNEL_SOURCES(KERNELS_FIND)
#undef KERNELS_FIND
    return kernel;
}

#endif
