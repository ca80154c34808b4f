/* contents.h: what the buffers of a trial hold before a launch, and whether two results are the
 * same. */
#ifndef TRIAL_CONTENTS_H
#define TRIAL_CONTENTS_H

#include <custub/custub.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The elements are integers in [low, high); both 0: any. */
typedef struct trial_range {
    int64_t low, high;
} trial_range;

/* The type of a pointer's elements, or of their components if they are vectors such as float4;
 * CUSTUB_SCALAR_NONE for other types. */
custub_scalar trial_contents_scalar(const custub_pointer_info *pointer);

/* True if the buffers of this seed hold NaN, infinities, or numbers whose sums round: then results
 * are not compared. Else they hold small whole numbers. */
bool trial_contents_are_special(uint64_t seed);

/* Fills `bytes` of elements of type `scalar`; CUSTUB_SCALAR_NONE: with zeros. */
void trial_contents_fill(unsigned char *memory, uint64_t bytes, custub_scalar scalar,
                         const trial_range *range, uint64_t seed);

/* Random bytes that are finite numbers, whichever floats they are: two NaNs may give either one. */
void trial_contents_fill_struct(unsigned char *memory, uint64_t bytes, uint64_t seed);

/* Writes a number over an element: cut to what an integer type holds, the nearest in a float. */
void trial_contents_put(unsigned char *memory, uint64_t index, custub_scalar scalar, int64_t value);

/* The index of the first element that differs, or UINT64_MAX. Floats may differ by what another
 * order of additions explains, in sums of at most so many terms. */
uint64_t trial_contents_difference(const unsigned char *a, const unsigned char *b, uint64_t bytes,
                                   custub_scalar scalar, uint64_t terms);

/* The value of an element in words. */
void trial_contents_text(const unsigned char *memory, uint64_t index, custub_scalar scalar,
                         char *out, size_t size);

#endif
