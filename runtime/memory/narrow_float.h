/* narrow_float.h: converts floating-point numbers to types with fewer bits. */
#ifndef CUSTUBI_NARROW_FLOAT_H
#define CUSTUBI_NARROW_FLOAT_H

#include <stdbool.h>

#include <custub/describe.h>

/* A binary format of IEEE 754: bits of the fraction and of the exponent. */
typedef struct custubi_float_format {
    int fraction;
    int exponent;
} custubi_float_format;

#define CUSTUBI_FORMAT_F16  ((custubi_float_format){10, 5})
#define CUSTUBI_FORMAT_BF16 ((custubi_float_format){7, 8})
#define CUSTUBI_FORMAT_F32  ((custubi_float_format){23, 8})
#define CUSTUBI_FORMAT_F64  ((custubi_float_format){52, 11})

/* The bits of a number of another format, rounded to nearest, ties to even. The new format may not
 * have more bits of fraction or exponent. False: a finite value became infinite. A NaN becomes a
 * quiet NaN, with the upper bits of its payload. */
bool custubi_narrow_bits(uint64_t from_bits, custubi_float_format from, custubi_float_format to,
                         uint64_t *bits);

/* The same from a double to a CUSTUB_SCALAR_F16, BF16, F32 or F64. */
bool custubi_narrow_float(double value, custub_scalar to, uint64_t *bits);

#endif
