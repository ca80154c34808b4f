/* array.h: memory of the device for one launch, with guards beside it, and the comparison of what a
 * kernel left there. */
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

/* An array whose elements, on the host and on the device, are poison. A shift of 1 makes the
 * address one that kernels cannot read 16 bytes from at once. */
array array_create(session *s, const element_type *type, size_t count, size_t shift);
void array_destroy(session *s, array *a);

/* Copies the host's elements to the device. */
void array_upload(session *s, array *a);
/* Poisons the elements of the device and what is beside them; nothing if the session is bare. */
void array_poison(session *s, array *a);
/* Copies the device's elements to the host. Fails if what is beside them was written. */
void array_download(session *s, array *a);

/* Random elements, as session_number() makes them, on the host and on the device. */
void array_randomize(session *s, array *a, int exponent, bool special);

static inline long double array_get(const array *a, size_t index)
{
    return element_get(a->type, a->host, index);
}

static inline custub_argument array_argument(const array *a)
{
    return custub_argument_buffer(a->type->scalar, a->ptr, a->count);
}

/* Compares an element with the exact result. It may be off by `relative` times the result and by
 * `absolute` more, and then it is rounded to its type if that is narrower than what kernels compute
 * with. Beyond the type's range all numbers are alike. Integers are the same. */
void array_compare(session *s, const array *a, size_t index, long double wanted,
                   long double relative, long double absolute);

#endif
