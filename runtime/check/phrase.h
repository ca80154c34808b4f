/* phrase.h: the words of messages about launches. */
#ifndef CUSTUBI_PHRASE_H
#define CUSTUBI_PHRASE_H

#include "check/call.h"
#include "error/quantity.h"

/* "grid 2048 x block 256", "grid 32x2 x block 16x16" */
void custubi_phrase_shape(custub_error *error, const custub_dim3 *grid, const custub_dim3 *block);

/* "256", "16x16" */
void custubi_phrase_dim(custub_error *error, const custub_dim3 *dim);

/* "the kernel needs n = 1000 floats (4000 bytes)" */
void custubi_phrase_need(custub_error *error, const custub_pointer_info *info, uint64_t count,
                         uint64_t bytes);

/* " for b = 0, a = 4 and grid 1 x block 1024": the values that an expression names, each once, and
 * the shape if it names gridDim or blockDim. Empty for a constant. */
void custubi_phrase_found(custub_error *error, const custubi_call *call, const custub_expr *expr);

/* "needs n - 4 = -3 threads, which is negative": a number of `what` that is negative or has no
 * value. */
void custubi_phrase_no_value(custub_error *error, const custubi_call *call, const custub_expr *expr,
                             custub_int value, const char *what);

/* ", n = 1000, x = 0x7f0000000000 (1000 floats)": the values of all parameters, as many as fit. */
void custubi_phrase_arguments(custub_error *error, const custubi_call *call);

#endif
