/* binary.h: operations of two operands, which several kinds of kernels use. */
#ifndef BINARY_H
#define BINARY_H

#include "array.h"

typedef enum binary_operation {
    BINARY_ADD,
    BINARY_SUB,
    BINARY_MUL,
    BINARY_DIV,
    BINARY_MAX,
    BINARY_MIN,
    BINARY_POW
} binary_operation;

#define BINARY_COUNT (BINARY_POW + 1)
extern const char *const binary_names[BINARY_COUNT];

/* Compares an element of z with the operation's result for two elements of z's type. */
void binary_compare(session *s, binary_operation operation, const array *z, size_t index,
                    const void *x, const void *y);

#endif
