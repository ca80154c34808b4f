/* initializer.h: values of scalar types, and arrays of them, as C source. */
#ifndef TRIAL_INITIALIZER_H
#define TRIAL_INITIALIZER_H

#include "trial/launches/contents.h"

#include <stdio.h>

/* "33", "1.5f", "{0x3c00}" */
void trial_initializer_put_value(FILE *file, custub_scalar scalar, const unsigned char *at);

/* The type before_<i>_type, and before_<i>, an array with this content. CUSTUB_SCALAR_NONE: bytes.
 */
void trial_initializer_put(FILE *file, custub_scalar scalar, uint32_t i,
                           const unsigned char *memory, uint64_t bytes);

/* A loop that prints what differs between first.p<i> and second.p<i>, and counts it in
 * `differences`. */
void trial_initializer_put_comparison(FILE *file, custub_scalar scalar, uint32_t i,
                                      const char *name);

#endif
