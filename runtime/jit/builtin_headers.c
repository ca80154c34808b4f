#include "jit/builtin_headers.h"

/* <custub/kernel.h> as compilers see it. */
#define KERNEL                                                                                     \
    "#pragma once\n"                                                                               \
    "#define CUSTUB_CONTRACT_OF(name) name\n"                                                      \
    "#define CUSTUB_STUB(name, ...) static_assert(true, \"\")\n"                                   \
    "#define CUSTUB_COUNTED_BY(...)\n"                                                             \
    "#define CUSTUB_COUNTED_BY_OR_NULL(...)\n"                                                     \
    "#define CUSTUB_SIZED_BY(...)\n"                                                               \
    "#define CUSTUB_SIZED_BY_OR_NULL(...)\n"                                                       \
    "#define CUSTUB_ALIGNED(bytes)\n"                                                              \
    "#define CUSTUB_DISJOINT(...)\n"                                                               \
    "#define CUSTUB_MAPS(...)\n"                                                                   \
    "#define CUSTUB_BOX(...)\n"                                                                    \
    "#define CUSTUB_SAME_OR_DISJOINT(...)\n"                                                       \
    "#define CUSTUB_ALIASES(...)\n"                                                                \
    "#define CUSTUB_VALUES(...)\n"                                                                 \
    "#define CUSTUB_ELEMENT(...)\n"                                                                \
    "#define CUSTUB_FIELD(...)\n"                                                                  \
    "#define CUSTUB_THREADS(...)\n"                                                                \
    "#define CUSTUB_BLOCK(...)\n"                                                                  \
    "#define CUSTUB_SHARED(...)\n"                                                                 \
    "#define CUSTUB_REQUIRES(...)\n"                                                               \
    "#define CUSTUB_DIMENSIONS(n)\n"                                                               \
    "#define CUSTUB_GRID_STRIDE\n"                                                                 \
    "#define CUSTUB_COOPERATIVE\n"

/* The types are the host's, so that a kernel's parameters have the types of its launch function. */
#define STDINT                                                                                     \
    "#pragma once\n"                                                                               \
    "typedef signed char int8_t;\n"                                                                \
    "typedef short int16_t;\n"                                                                     \
    "typedef int int32_t;\n"                                                                       \
    "typedef long int64_t;\n"                                                                      \
    "typedef unsigned char uint8_t;\n"                                                             \
    "typedef unsigned short uint16_t;\n"                                                           \
    "typedef unsigned int uint32_t;\n"                                                             \
    "typedef unsigned long uint64_t;\n"                                                            \
    "typedef long intptr_t;\n"                                                                     \
    "typedef unsigned long uintptr_t;\n"                                                           \
    "#define INT8_MIN (-128)\n"                                                                    \
    "#define INT16_MIN (-32768)\n"                                                                 \
    "#define INT32_MIN (-2147483647 - 1)\n"                                                        \
    "#define INT64_MIN (-9223372036854775807L - 1)\n"                                              \
    "#define INT8_MAX 127\n"                                                                       \
    "#define INT16_MAX 32767\n"                                                                    \
    "#define INT32_MAX 2147483647\n"                                                               \
    "#define INT64_MAX 9223372036854775807L\n"                                                     \
    "#define UINT8_MAX 255\n"                                                                      \
    "#define UINT16_MAX 65535\n"                                                                   \
    "#define UINT32_MAX 4294967295U\n"                                                             \
    "#define UINT64_MAX 18446744073709551615UL\n"                                                  \
    "#define SIZE_MAX 18446744073709551615UL\n"

#define CSTDINT                                                                                    \
    "#pragma once\n"                                                                               \
    "#include <stdint.h>\n"                                                                        \
    "namespace std {\n"                                                                            \
    "using ::int8_t; using ::int16_t; using ::int32_t; using ::int64_t;\n"                         \
    "using ::uint8_t; using ::uint16_t; using ::uint32_t; using ::uint64_t;\n"                     \
    "using ::intptr_t; using ::uintptr_t;\n"                                                       \
    "}\n"

#define CSTDDEF                                                                                    \
    "#pragma once\n"                                                                               \
    "namespace std { using ::size_t; using ::ptrdiff_t; }\n"

#define LIMITS                                                                                     \
    "#pragma once\n"                                                                               \
    "#define CHAR_BIT 8\n"                                                                         \
    "#define SCHAR_MIN (-128)\n"                                                                   \
    "#define SCHAR_MAX 127\n"                                                                      \
    "#define UCHAR_MAX 255\n"                                                                      \
    "#define SHRT_MIN (-32768)\n"                                                                  \
    "#define SHRT_MAX 32767\n"                                                                     \
    "#define USHRT_MAX 65535\n"                                                                    \
    "#define INT_MIN (-2147483647 - 1)\n"                                                          \
    "#define INT_MAX 2147483647\n"                                                                 \
    "#define UINT_MAX 4294967295U\n"                                                               \
    "#define LONG_MIN (-9223372036854775807L - 1)\n"                                               \
    "#define LONG_MAX 9223372036854775807L\n"                                                      \
    "#define ULONG_MAX 18446744073709551615UL\n"                                                   \
    "#define LLONG_MIN (-9223372036854775807LL - 1)\n"                                             \
    "#define LLONG_MAX 9223372036854775807LL\n"                                                    \
    "#define ULLONG_MAX 18446744073709551615ULL\n"

#define FLOAT                                                                                      \
    "#pragma once\n"                                                                               \
    "#define FLT_MAX 3.402823466e+38F\n"                                                           \
    "#define FLT_MIN 1.175494351e-38F\n"                                                           \
    "#define FLT_EPSILON 1.192092896e-07F\n"                                                       \
    "#define DBL_MAX 1.7976931348623157e+308\n"                                                    \
    "#define DBL_MIN 2.2250738585072014e-308\n"                                                    \
    "#define DBL_EPSILON 2.2204460492503131e-16\n"

#define MATH                                                                                       \
    "#pragma once\n"                                                                               \
    "#define INFINITY __int_as_float(0x7f800000)\n"                                                \
    "#define NAN __int_as_float(0x7fffffff)\n"                                                     \
    "#define M_E 2.7182818284590452354\n"                                                          \
    "#define M_PI 3.14159265358979323846\n"                                                        \
    "#define M_PI_2 1.57079632679489661923\n"                                                      \
    "#define M_SQRT2 1.41421356237309504880\n"

#define NOTHING "#pragma once\n" /* NVRTC declares their functions itself */

const custub_jit_header custubi_builtin_headers[] = {
    {"custub/kernel.h", KERNEL},
    {"custub/assertion.h", custubi_assertion_text},
    {"stdint.h", STDINT},
    {"cstdint", CSTDINT},
    {"stddef.h", NOTHING},
    {"cstddef", CSTDDEF},
    {"limits.h", LIMITS},
    {"climits", LIMITS},
    {"float.h", FLOAT},
    {"cfloat", FLOAT},
    {"math.h", MATH},
    {"cmath", MATH},
    {"stdbool.h", NOTHING},
    {"assert.h", NOTHING},
    {"cassert", NOTHING},
    {"stdio.h", NOTHING},
    {"cstdio", NOTHING},
    {"stdlib.h", NOTHING},
    {"cstdlib", NOTHING},
    {"string.h", NOTHING},
    {"cstring", NOTHING},
    {NULL, NULL},
};
