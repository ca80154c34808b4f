/* scalar_table.h: the scalar types of parameters, fields and elements. */
#ifndef GEN_SCALAR_TABLE_H
#define GEN_SCALAR_TABLE_H

#include <custub/describe.h>

#include <stdbool.h>
#include <stdint.h>

typedef enum gen_scalar_class {
    GEN_SCALAR_TRUTH,
    GEN_SCALAR_SIGNED,
    GEN_SCALAR_UNSIGNED,
    GEN_SCALAR_REAL
} gen_scalar_class;

/* X(NAME, name, bytes, class): CUSTUB_SCALAR_<NAME> of custub/describe.h. A pointer to it is a
 * custub_<name> in C; custub_read_<name>() reads an integer from bytes. */
#define GEN_SCALARS(X)                                                                             \
    X(BOOL, bool, 1, GEN_SCALAR_TRUTH)                                                             \
    X(I8, i8, 1, GEN_SCALAR_SIGNED)                                                                \
    X(U8, u8, 1, GEN_SCALAR_UNSIGNED)                                                              \
    X(I16, i16, 2, GEN_SCALAR_SIGNED)                                                              \
    X(U16, u16, 2, GEN_SCALAR_UNSIGNED)                                                            \
    X(I32, i32, 4, GEN_SCALAR_SIGNED)                                                              \
    X(U32, u32, 4, GEN_SCALAR_UNSIGNED)                                                            \
    X(I64, i64, 8, GEN_SCALAR_SIGNED)                                                              \
    X(U64, u64, 8, GEN_SCALAR_UNSIGNED)                                                            \
    X(F16, f16, 2, GEN_SCALAR_REAL)                                                                \
    X(BF16, bf16, 2, GEN_SCALAR_REAL)                                                              \
    X(F32, f32, 4, GEN_SCALAR_REAL)                                                                \
    X(F64, f64, 8, GEN_SCALAR_REAL)

typedef struct gen_scalar_row {
    const char *constant; /* "CUSTUB_SCALAR_I8" */
    const char *name;     /* "i8" */
    uint32_t bytes;
    gen_scalar_class class;
} gen_scalar_row;

/* The row of CUSTUB_SCALAR_NONE has only the constant. */
const gen_scalar_row *gen_scalar_row_of(custub_scalar scalar);

/* The first with this class and size; CUSTUB_SCALAR_NONE if there is none. */
custub_scalar gen_scalar_find(gen_scalar_class class, uint64_t bytes);

/* True if contracts can compute with it. A bool counts as 0 or 1. */
bool gen_scalar_is_integer(custub_scalar scalar);

#endif
