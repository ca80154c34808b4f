/* sample_parameters.h: the parameters of expr_sample.h's kernel in C and in C++, which the
 * functions that gen_expr_cases prints take. */
#ifndef TEST_SAMPLE_PARAMETERS_H
#define TEST_SAMPLE_PARAMETERS_H

#include <custub/stub.h>

typedef struct sample_inner {
    uint64_t total;
    int8_t step;
} sample_inner;

typedef struct sample_shape {
    int32_t rows;
    uint8_t kind;
    int64_t dims[3];
    sample_inner inner;
    int16_t grid[2][3];
    bool wrap;
    float scale;
    int32_t restrict_; /* "restrict" in C++ */
} sample_shape;

/* X(C type, scalar, name): the integer parameters, from the first one on. */
#define SAMPLE_SCALARS(X)                                                                          \
    X(bool, CUSTUB_SCALAR_BOOL, flag)                                                              \
    X(signed char, CUSTUB_SCALAR_I8, c)                                                            \
    X(unsigned char, CUSTUB_SCALAR_U8, u)                                                          \
    X(short, CUSTUB_SCALAR_I16, s)                                                                 \
    X(unsigned short, CUSTUB_SCALAR_U16, t)                                                        \
    X(int, CUSTUB_SCALAR_I32, i)                                                                   \
    X(unsigned int, CUSTUB_SCALAR_U32, n)                                                          \
    X(long long, CUSTUB_SCALAR_I64, l)                                                             \
    X(unsigned long long, CUSTUB_SCALAR_U64, m)

#endif
