/* custub/view.h: typed views of device memory, which launch functions and copies take.
 *
 * A view borrows: it is an address on the device and the number of elements there, and says nothing
 * about who frees them. A view may be of less than its allocation, and begin in the middle of it. A
 * view of nothing is all zeros.
 *     custub_f32 custub_f32_of(CUdeviceptr ptr, uint64_t count)   count in elements
 *     custub_f32 custub_f32_at(const float *ptr, uint64_t count)  for cudaMalloc's pointers
 *     custub_f32 custub_f32_slice(custub_f32 view, uint64_t first, uint64_t count,
 *                                 custub_error *error)
 * A slice has `count` elements of the view from element `first` on; CUSTUB_ERROR_OUT_OF_RANGE if
 * they are not inside it. A slice of a view of unknown count is not checked.
 */
#ifndef CUSTUB_VIEW_H
#define CUSTUB_VIEW_H

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
#endif
