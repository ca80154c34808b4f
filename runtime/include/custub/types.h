/* custub/types.h: the driver API's handles, and the typed views that launch functions take.
 *
 * The handles are declared as cuda.h declares them (CUDA Driver API, "Data types used by CUDA
 * driver"), so that this header and cuda.h can be included together, in either order. A CUresult is
 * an `int` in custub's headers.
 */
#ifndef CUSTUB_TYPES_H
#define CUSTUB_TYPES_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned long long CUdeviceptr; /* an address on the device */
typedef struct CUctx_st *CUcontext;
typedef struct CUstream_st *CUstream; /* also the runtime API's cudaStream_t */

/* The bits of a __half and of a __nv_bfloat16, for hosts without these types. */
typedef struct custub_half {
    uint16_t bits;
} custub_half;
typedef struct custub_bfloat16 {
    uint16_t bits;
} custub_bfloat16;

/* The count of a view whose size only the driver knows. */
#define CUSTUB_COUNT_UNKNOWN UINT64_MAX

/* A view: a borrowed address on the device, and the number of elements there. A view of nothing is
 * {0, 0}. Makers, in C and C++:
 *     custub_f32_of(CUdeviceptr ptr, uint64_t count)   count in elements
 *     custub_f32_at(const float *ptr, uint64_t count)  for cudaMalloc's pointers
 */
#define CUSTUB_DEFINE_VIEW(name, element)                                                          \
    typedef struct name {                                                                          \
        CUdeviceptr ptr;                                                                           \
        uint64_t count;                                                                            \
    } name;                                                                                        \
    static inline name name##_of(CUdeviceptr ptr, uint64_t count)                                  \
    {                                                                                              \
        name view;                                                                                 \
        view.ptr = ptr;                                                                            \
        view.count = count;                                                                        \
        return view;                                                                               \
    }                                                                                              \
    static inline name name##_at(const element *ptr, uint64_t count)                               \
    {                                                                                              \
        return name##_of((CUdeviceptr)(uintptr_t)ptr, count);                                      \
    }

static_assert(sizeof(bool) == 1, "a bool of the host is one byte, as CUDA's is");

CUSTUB_DEFINE_VIEW(custub_bool, bool)
CUSTUB_DEFINE_VIEW(custub_i8, int8_t)
CUSTUB_DEFINE_VIEW(custub_u8, uint8_t)
CUSTUB_DEFINE_VIEW(custub_i16, int16_t)
CUSTUB_DEFINE_VIEW(custub_u16, uint16_t)
CUSTUB_DEFINE_VIEW(custub_i32, int32_t)
CUSTUB_DEFINE_VIEW(custub_u32, uint32_t)
CUSTUB_DEFINE_VIEW(custub_i64, int64_t)
CUSTUB_DEFINE_VIEW(custub_u64, uint64_t)
CUSTUB_DEFINE_VIEW(custub_f16, void)
CUSTUB_DEFINE_VIEW(custub_bf16, void)
CUSTUB_DEFINE_VIEW(custub_f32, float)
CUSTUB_DEFINE_VIEW(custub_f64, double)
CUSTUB_DEFINE_VIEW(custub_ptr, void)   /* of addresses on the device */
CUSTUB_DEFINE_VIEW(custub_bytes, void) /* of anything: counts bytes */

#ifdef __cplusplus
}
#endif
#endif
