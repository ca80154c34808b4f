/* array.h: device memory for one launch, between guards, and comparisons of a kernel's results. */
#ifndef ARRAY_H
#define ARRAY_H

#include "session.h"

typedef struct array {
    const element_type *type;
    size_t count;
    size_t shift; /* elements between the guard and the first one */
    size_t guard; /* elements on both sides that no kernel may touch */
    void *host;   /* `count` elements */
    CUdeviceptr memory;
    CUdeviceptr ptr;
} array;

/* Creates an array of poison, on the host and on the device. With a shift of 1 kernels cannot read
 * 16 bytes at once from the address. */
array array_create(session *s, const element_type *type, size_t count, size_t shift);
void array_destroy(session *s, array *a);

/* Copies the host's elements to the device. */
void array_upload(session *s, array *a);
/* Poisons the device's elements and the guards; does nothing if the session is bare. */
void array_poison(session *s, array *a);
/* Copies the device's elements to the host. Fails if the guards were written. */
void array_download(session *s, array *a);

/* Stores random elements of session_number() on the host and on the device. */
void array_randomize(session *s, array *a, int exponent, bool special);

static inline long double array_get(const array *a, size_t index)
{
    return element_get(a->type, a->host, index);
}

static inline custub_argument array_argument(const array *a)
{
    return custub_argument_buffer(a->type->scalar, a->ptr, a->count);
}

/* Compares an element with the exact result. It may be off by `relative` times the result plus
 * `absolute`, and by the rounding to its type if kernels compute with a wider one. Beyond the
 * type's range all numbers are the same. Integers must be equal. */
void array_compare(session *s, const array *a, size_t index, long double wanted,
                   long double relative, long double absolute);

#endif
