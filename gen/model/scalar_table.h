/* scalar_table.h: the scalar types of parameters, fields and elements, and all that the generator
 * knows of each. */
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

/* X(NAME, name, bytes, class, c_name, cuda_name, short_name): CUSTUB_SCALAR_<NAME> of
 * custub/describe.h. A pointer to it is a custub_<name> in C; custub_read_<name>() reads an integer
 * from bytes. Its alignment is its size. Only a class of CUDA's headers, which neither C nor a host
 * compiler has, has a CUDA name. The short name is a typedef of CUDA's, or null. */
#define GEN_SCALARS(X)                                                                             \
    X(BOOL, bool, 1, TRUTH, "bool", NULL, NULL)                                                    \
    X(I8, i8, 1, SIGNED, "int8_t", NULL, NULL)                                                     \
    X(U8, u8, 1, UNSIGNED, "uint8_t", NULL, NULL)                                                  \
    X(I16, i16, 2, SIGNED, "int16_t", NULL, NULL)                                                  \
    X(U16, u16, 2, UNSIGNED, "uint16_t", NULL, NULL)                                               \
    X(I32, i32, 4, SIGNED, "int32_t", NULL, NULL)                                                  \
    X(U32, u32, 4, UNSIGNED, "uint32_t", NULL, NULL)                                               \
    X(I64, i64, 8, SIGNED, "int64_t", NULL, NULL)                                                  \
    X(U64, u64, 8, UNSIGNED, "uint64_t", NULL, NULL)                                               \
    X(F16, f16, 2, REAL, "custub_half", "__half", "half")                                          \
    X(BF16, bf16, 2, REAL, "custub_bfloat16", "__nv_bfloat16", "nv_bfloat16")                      \
    X(F32, f32, 4, REAL, "float", NULL, NULL)                                                      \
    X(F64, f64, 8, REAL, "double", NULL, NULL)

typedef struct gen_scalar_row {
    const char *constant; /* "CUSTUB_SCALAR_I8" */
    const char *name;     /* "i8" */
    uint32_t bytes;
    gen_scalar_class class;
    const char *c_name;
    const char *cuda_name; /* or null */
    const char *short_name;
} gen_scalar_row;

/* The row of CUSTUB_SCALAR_NONE has only the constant. */
const gen_scalar_row *gen_scalar_row_of(custub_scalar scalar);

/* C's first scalar of this class and size; CUSTUB_SCALAR_NONE if there is none. */
custub_scalar gen_scalar_find(gen_scalar_class class, uint64_t bytes);

/* The scalar that this CUDA class is; CUSTUB_SCALAR_NONE if there is none. */
custub_scalar gen_scalar_of_cuda(const char *name);
/* The scalar that users call by this name, a single word: "float", "int8_t", "size_t", "half",
 * "__half". CUSTUB_SCALAR_NONE if there is none. */
custub_scalar gen_scalar_named(const char *name);

/* True if contracts can compute with it. A bool counts as 0 or 1. */
bool gen_scalar_is_integer(custub_scalar scalar);

/* True for a float that compilers treat as a number. CUDA's classes are structs of bits to them. */
bool gen_scalar_is_float(custub_scalar scalar);

#endif
