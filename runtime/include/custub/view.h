/* custub/view.h: typed views of device memory, which launch functions, fills and copies take.
 *
 * A view borrows: it is an address on the device and the number of elements there, and says nothing
 * about who frees them. A view may be of less than its allocation, and begin in the middle of it. A
 * view of nothing is all zeros. Each element type has
 *     custub_f32 custub_f32_of(CUdeviceptr ptr, uint64_t count)   count in elements
 *     custub_f32 custub_f32_at(const float *ptr, uint64_t count)  for cudaMalloc's pointers
 *     custub_f32 custub_f32_slice(custub_f32 view, uint64_t first, uint64_t count,
 *                                 custub_error *error)
 * and custub_view(ptr, count) makes the view that belongs to the type of a pointer.
 *
 * A slice has `count` elements of the view from element `first` on; CUSTUB_ERROR_OUT_OF_RANGE if
 * they are not inside it. A slice of a view of unknown count is not checked. Nothing else here can
 * fail. No function touches the memory; any thread may call any of them.
 */
#ifndef CUSTUB_VIEW_H
#define CUSTUB_VIEW_H

#include <limits.h>

#include "status.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The count of a view whose size only the driver knows. */
#define CUSTUB_COUNT_UNKNOWN UINT64_MAX

/* CUSTUB_OK if `count` elements from element `first` on are inside a view. Sizes in bytes. */
custub_status custub_slice_check(uint64_t view_count, uint64_t element_size, uint64_t first,
                                 uint64_t count, custub_error *error);

#define CUSTUB_DEFINE_VIEW(name, element, bytes)                                                   \
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
    }                                                                                              \
    static inline name name##_slice(name view, uint64_t first, uint64_t count,                     \
                                    custub_error *error)                                           \
    {                                                                                              \
        if (custub_slice_check(view.count, bytes, first, count, error))                            \
            return name##_of(0, 0);                                                                \
        return name##_of(view.ptr + first * (bytes), count);                                       \
    }

CUSTUB_DEFINE_VIEW(custub_bool, bool, 1)
CUSTUB_DEFINE_VIEW(custub_i8, int8_t, 1)
CUSTUB_DEFINE_VIEW(custub_u8, uint8_t, 1)
CUSTUB_DEFINE_VIEW(custub_i16, int16_t, 2)
CUSTUB_DEFINE_VIEW(custub_u16, uint16_t, 2)
CUSTUB_DEFINE_VIEW(custub_i32, int32_t, 4)
CUSTUB_DEFINE_VIEW(custub_u32, uint32_t, 4)
CUSTUB_DEFINE_VIEW(custub_i64, int64_t, 8)
CUSTUB_DEFINE_VIEW(custub_u64, uint64_t, 8)
CUSTUB_DEFINE_VIEW(custub_f16, void, 2)
CUSTUB_DEFINE_VIEW(custub_bf16, void, 2)
CUSTUB_DEFINE_VIEW(custub_f32, float, 4)
CUSTUB_DEFINE_VIEW(custub_f64, double, 8)
CUSTUB_DEFINE_VIEW(custub_ptr, void, 8)   /* of addresses on the device */
CUSTUB_DEFINE_VIEW(custub_bytes, void, 1) /* of anything: counts bytes */

#ifdef __cplusplus
}
#endif

/* --- The view that belongs to a pointer ------------------------------------------------------ */

/* custub_view(ptr, count): a view of `count` elements at `ptr`, which points to device memory
 * (cudaMalloc). Its type follows from that of the pointer, const or not: custub_f32 for float,
 * custub_i64 for long and for long long, custub_f16 for custub_half, custub_bytes for void (`count`
 * in bytes), with vector.h custub_float4_view for custub_float4. Other pointers do not compile: for
 * structs there is advance_particle_view_at(ptr, count), for __half custub_f16_at(ptr, count).
 *
 * X(element type, view) */
#define CUSTUB_VIEW_TABLE(X)                                                                       \
    X(bool, custub_bool)                                                                           \
    X(char, CUSTUB_VIEW_OF_CHAR)                                                                   \
    X(signed char, custub_i8)                                                                      \
    X(unsigned char, custub_u8)                                                                    \
    X(short, custub_i16)                                                                           \
    X(unsigned short, custub_u16)                                                                  \
    X(int, custub_i32)                                                                             \
    X(unsigned int, custub_u32)                                                                    \
    X(long, custub_i64)                                                                            \
    X(unsigned long, custub_u64)                                                                   \
    X(long long, custub_i64)                                                                       \
    X(unsigned long long, custub_u64)                                                              \
    X(custub_half, custub_f16)                                                                     \
    X(custub_bfloat16, custub_bf16)                                                                \
    X(float, custub_f32)                                                                           \
    X(double, custub_f64)

#if CHAR_MIN < 0
#define CUSTUB_VIEW_OF_CHAR custub_i8
#else
#define CUSTUB_VIEW_OF_CHAR custub_u8
#endif

static_assert(sizeof(long) == 8, "custub_view() takes a long for 64 bits");

#ifdef __cplusplus
extern "C++" { /* even if this header is included in a block of extern "C" */

#define CUSTUB_VIEW_OVERLOAD(element, view)                                                        \
    static inline view custub_view(const element *ptr, uint64_t count)                             \
    {                                                                                              \
        view made;                                                                                 \
        made.ptr = reinterpret_cast<CUdeviceptr>(ptr);                                             \
        made.count = count;                                                                        \
        return made;                                                                               \
    }
CUSTUB_VIEW_TABLE(CUSTUB_VIEW_OVERLOAD)
CUSTUB_VIEW_OVERLOAD(void, custub_bytes)

/* Every other pointer would convert to one to void. */
template <typename element> void custub_view(const element *ptr, uint64_t count) = delete;
}

#else

#define CUSTUB_VIEW_NAME(view) view##_of
#define CUSTUB_VIEW_CHOICE(element, view)                                                          \
    element * : CUSTUB_VIEW_NAME(view), const element * : CUSTUB_VIEW_NAME(view),
#define CUSTUB_VIEW_OF_VECTORS /* vector.h has them */
/* clang-format off */
#define custub_view(ptr, count)                                                                    \
    _Generic((ptr),                                                                                \
        CUSTUB_VIEW_TABLE(CUSTUB_VIEW_CHOICE)                                                      \
        CUSTUB_VIEW_OF_VECTORS                                                                     \
        void *: custub_bytes_of,                                                                   \
        const void *: custub_bytes_of)((CUdeviceptr)(uintptr_t)(ptr), (count))
/* clang-format on */

#endif
#endif
