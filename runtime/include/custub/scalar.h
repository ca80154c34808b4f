/* custub/scalar.h: the scalar types of kernels: of their parameters, of fields, and of the elements
 * of buffers. */
#ifndef CUSTUB_SCALAR_H
#define CUSTUB_SCALAR_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The bits of a __half and of a __nv_bfloat16, for hosts without these types. <custub/half.h>
 * converts them. */
typedef struct custub_half {
    uint16_t bits; /* of the __half */
} custub_half;
typedef struct custub_bfloat16 {
    uint16_t bits; /* of the __nv_bfloat16 */
} custub_bfloat16;

/* X(name, NAME, type, class): a scalar type, its C type and what it is:
 *     BOOL, SIGNED, UNSIGNED   contracts can compute with it
 *     FLOAT                    a floating-point type of C
 *     BITS                     a floating-point type that C lacks; the C type holds its bits
 * From the row follow CUSTUB_SCALAR_<NAME>, the view custub_<name>_view, its buffers and copies,
 * and custub_argument_<name>(). New types come last: the numbers never change. */
#define CUSTUB_SCALAR_TABLE(X)                                                                     \
    X(bool, BOOL, bool, BOOL)                                                                      \
    X(i8, I8, int8_t, SIGNED)                                                                      \
    X(u8, U8, uint8_t, UNSIGNED)                                                                   \
    X(i16, I16, int16_t, SIGNED)                                                                   \
    X(u16, U16, uint16_t, UNSIGNED)                                                                \
    X(i32, I32, int32_t, SIGNED)                                                                   \
    X(u32, U32, uint32_t, UNSIGNED)                                                                \
    X(i64, I64, int64_t, SIGNED)                                                                   \
    X(u64, U64, uint64_t, UNSIGNED)                                                                \
    X(f16, F16, custub_half, BITS)                                                                 \
    X(bf16, BF16, custub_bfloat16, BITS)                                                           \
    X(f32, F32, float, FLOAT)                                                                      \
    X(f64, F64, double, FLOAT)

/* A scalar type. */
typedef enum custub_scalar {
    CUSTUB_SCALAR_NONE, /* any other type */
#define CUSTUB_SCALAR_ENUMERATOR(name, NAME, type, class) CUSTUB_SCALAR_##NAME,
    CUSTUB_SCALAR_TABLE(CUSTUB_SCALAR_ENUMERATOR)
#undef CUSTUB_SCALAR_ENUMERATOR
        CUSTUB_SCALAR_MAX = 0x7fffffff /* not a type: fixes the width of the enumeration */
} custub_scalar;

#ifdef __cplusplus
}
#endif
#endif
