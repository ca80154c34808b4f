/* narrow_float.h: converts doubles to the narrower floating-point types of parameters. */
#ifndef CUSTUBI_NARROW_FLOAT_H
#define CUSTUBI_NARROW_FLOAT_H

#include <stdbool.h>

#include <custub/describe.h>

/* The bits of `value` as a CUSTUB_SCALAR_F16, BF16, F32 or F64, rounded to nearest, ties to even.
 * False: a finite value would become infinite. A NaN becomes a quiet NaN. */
bool custubi_narrow_float(double value, custub_scalar to, uint64_t *bits);

#endif
