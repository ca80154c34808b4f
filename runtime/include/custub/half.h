/* custub/half.h: converts between float and the two types of 16 bits.
 *
 * custub_half is IEEE 754's binary16, CUDA's __half. custub_bfloat16 has the upper 16 bits of a
 * float, CUDA's __nv_bfloat16.
 * - To 16 bits: rounded to nearest, ties to even, as __float2half_rn() and __float2bfloat16_rn() do
 *   (CUDA Math API, "Half Precision Conversion and Data Movement"). A value that is too large
 *   becomes infinite; one that is too small becomes subnormal, then zero. The sign is kept.
 * - To float: exact.
 * - A NaN stays a NaN and becomes a quiet one, with its sign and the upper bits of its payload.
 * The results do not depend on the rounding mode, nor on whether subnormals are flushed to zero.
 *
 * Nothing here can fail, allocates, or needs a driver. Any thread.
 */
#ifndef CUSTUB_HALF_H
#define CUSTUB_HALF_H

#include <stddef.h>

#include "scalar.h"

#ifdef __cplusplus
extern "C" {
#endif

/* To a half, and back. */
custub_half custub_half_of(float value);
float custub_half_to_float(custub_half value);

/* To a bfloat16, and back. */
custub_bfloat16 custub_bfloat16_of(float value);
float custub_bfloat16_to_float(custub_bfloat16 value);

/* Convert `count` elements of the host's memory. The arrays may not overlap. */
void custub_half_from_floats(custub_half *target, const float *source, size_t count);
void custub_half_to_floats(float *target, const custub_half *source, size_t count);
void custub_bfloat16_from_floats(custub_bfloat16 *target, const float *source, size_t count);
void custub_bfloat16_to_floats(float *target, const custub_bfloat16 *source, size_t count);

#ifdef __cplusplus
}
#endif
#endif
