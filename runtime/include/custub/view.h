/* custub/view.h: typed views of device memory, which launch functions, fills and copies take.
 *
 * A view borrows: it is an address on the device and the number of elements there, and says nothing
 * about who frees them. A view may be of less than its allocation, and begin in the middle of it. A
 * view of nothing is all zeros. Each element type has
 *     custub_f32_view custub_f32_view_of(CUdeviceptr ptr, uint64_t count)   count in elements
 *     custub_f32_view custub_f32_view_at(const float *ptr, uint64_t count)  cudaMalloc's pointers
 *     custub_f32_view custub_f32_slice(custub_f32_view view, uint64_t first, uint64_t count,
 *                                      custub_error *error)
 * and custub_view(ptr, count) makes the view that belongs to the type of a pointer.
 *
 * A slice has `count` elements of the view from element `first` on; CUSTUB_ERROR_OUT_OF_RANGE if
 * they are not inside it. A slice of a view of unknown count is not checked. Nothing else here can
 * fail. No function touches the memory; any thread may call any of them.
 */
#ifndef CUSTUB_VIEW_H
#define CUSTUB_VIEW_H

#include <limits.h>

#include "scalar.h"
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

/* The view of an element type, <name>_view. The functions that take it begin with `verbs`. */
#define CUSTUB_DEFINE_VIEW(name, verbs, element, bytes)                                            \
    typedef struct name##_view {                                                                   \
        CUdeviceptr ptr;                                                                           \
        uint64_t count;                                                                            \
    } name##_view;                                                                                 \
    static inline name##_view name##_view_of(CUdeviceptr ptr, uint64_t count)                      \
    {                                                                                              \
        name##_view view;                                                                          \
        view.ptr = ptr;                                                                            \
        view.count = count;                                                                        \
        return view;                                                                               \
    }                                                                                              \
    static inline name##_view name##_view_at(const element *ptr, uint64_t count)                   \
    {                                                                                              \
        return name##_view_of((CUdeviceptr)(uintptr_t)ptr, count);                                 \
    }                                                                                              \
    static inline name##_view verbs##_slice(name##_view view, uint64_t first, uint64_t count,      \
                                            custub_error *error)                                   \
    {                                                                                              \
        if (custub_slice_check(view.count, bytes, first, count, error))                            \
            return name##_view_of(0, 0);                                                           \
        return name##_view_of(view.ptr + first * (bytes), count);                                  \
    }

#define CUSTUB_DEFINE_SCALAR_VIEW(name, NAME, type, class)                                         \
    CUSTUB_DEFINE_VIEW(custub_##name, custub_##name, CUSTUB_POINTEE_##class(type), sizeof(type))
#define CUSTUB_POINTEE_BOOL(type)     type
#define CUSTUB_POINTEE_SIGNED(type)   type
#define CUSTUB_POINTEE_UNSIGNED(type) type
#define CUSTUB_POINTEE_BITS(type)     void /* __half * too */
#define CUSTUB_POINTEE_FLOAT(type)    type
CUSTUB_SCALAR_TABLE(CUSTUB_DEFINE_SCALAR_VIEW)
#undef CUSTUB_DEFINE_SCALAR_VIEW
#undef CUSTUB_POINTEE_BOOL
#undef CUSTUB_POINTEE_SIGNED
#undef CUSTUB_POINTEE_UNSIGNED
#undef CUSTUB_POINTEE_BITS
#undef CUSTUB_POINTEE_FLOAT
CUSTUB_DEFINE_VIEW(custub_ptr, custub_ptr, void, 8)     /* of addresses on the device */
CUSTUB_DEFINE_VIEW(custub_bytes, custub_bytes, void, 1) /* of anything: counts bytes */

#ifdef __cplusplus
}
#endif

/* --- The view that belongs to a pointer ------------------------------------------------------ */

/* custub_view(ptr, count): a view of `count` elements at `ptr`, which points to device memory
 * (cudaMalloc). Its type follows from that of the pointer, const or not: custub_f32_view for float,
 * custub_i64_view for long and for long long, custub_f16_view for custub_half, custub_bytes_view
 * for void (`count` in bytes), with vector.h custub_float4_view for custub_float4. Other pointers
 * do not compile: for structs there is advance_particle_view_at(ptr, count), for __half
 * custub_f16_view_at(ptr, count). */

/* X(element, name): the types of C beside those of CUSTUB_SCALAR_TABLE. */
#define CUSTUB_OTHER_ELEMENTS(X)                                                                   \
    X(char, CUSTUB_CHAR_)                                                                          \
    X(long long, custub_i64)                                                                       \
    X(unsigned long long, custub_u64)

#if CHAR_MIN < 0
#define CUSTUB_CHAR_ custub_i8
#else
#define CUSTUB_CHAR_ custub_u8
#endif

static_assert(sizeof(long) == 8, "custub_view() takes a long for 64 bits");

#ifdef __cplusplus
extern "C++" { /* even if this header is included in a block of extern "C" */

#define CUSTUB_VIEW_OVERLOAD_(element, view)                                                       \
    static inline view custub_view(const element *ptr, uint64_t count)                             \
    {                                                                                              \
        view made;                                                                                 \
        made.ptr = reinterpret_cast<CUdeviceptr>(ptr);                                             \
        made.count = count;                                                                        \
        return made;                                                                               \
    }
#define CUSTUB_VIEW_TYPE_(name)             name##_view
#define CUSTUB_VIEW_OVERLOAD(element, name) CUSTUB_VIEW_OVERLOAD_(element, CUSTUB_VIEW_TYPE_(name))
#define CUSTUB_VIEW_OVERLOAD_OF_SCALAR(name, NAME, type, class)                                    \
    CUSTUB_VIEW_OVERLOAD(type, custub_##name)
CUSTUB_SCALAR_TABLE(CUSTUB_VIEW_OVERLOAD_OF_SCALAR)
CUSTUB_OTHER_ELEMENTS(CUSTUB_VIEW_OVERLOAD)
CUSTUB_VIEW_OVERLOAD(void, custub_bytes)

/* Every other pointer would convert to one to void. */
template <typename element> void custub_view(const element *ptr, uint64_t count) = delete;
}

#else

#define CUSTUB_VIEW_MAKER_(name) name##_view_of
#define CUSTUB_VIEW_CHOICE_(element, name)                                                         \
    element * : CUSTUB_VIEW_MAKER_(name), const element * : CUSTUB_VIEW_MAKER_(name),
#define CUSTUB_VIEW_CHOICE_OF_SCALAR_(name, NAME, type, class)                                     \
    CUSTUB_VIEW_CHOICE_(type, custub_##name)
#define CUSTUB_VIEW_OF_VECTORS_ /* vector.h has them */
/* clang-format off */
/* The view of `count` elements at `ptr`. */
#define custub_view(ptr, count)                                                                    \
    _Generic((ptr),                                                                                \
        CUSTUB_SCALAR_TABLE(CUSTUB_VIEW_CHOICE_OF_SCALAR_)                                         \
        CUSTUB_OTHER_ELEMENTS(CUSTUB_VIEW_CHOICE_)                                                 \
        CUSTUB_VIEW_OF_VECTORS_                                                                    \
        void *: custub_bytes_view_of,                                                              \
        const void *: custub_bytes_view_of)((CUdeviceptr)(uintptr_t)(ptr), (count))
/* clang-format on */

#endif
#endif
