/* element.h: the element types that kernels are made for, and numbers of these types. */
#ifndef ELEMENT_H
#define ELEMENT_H

#include <custub/custub.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A type. Floats have `digits` binary digits, the leading one included, and normal numbers from
 * 2^lowest to below 2^highest; integers have `digits` bits beside the sign. */
typedef struct element_type {
    const char *name;
    custub_scalar scalar;
    unsigned size; /* bytes */
    bool is_float;
    bool is_signed;
    int digits;
    int lowest;
    int highest;
} element_type;

/* The last type has a null name. */
extern const element_type element_types[];

/* Null if there is no such type. */
const element_type *element_type_named(const char *name);

/* The type that kernels compute with: float for floats of 16 bits, else the type itself. */
const element_type *element_wide(const element_type *type);

/* The number at an index, which a long double holds exactly. */
long double element_get(const element_type *type, const void *elements, size_t index);

/* Stores a number, rounded to nearest, ties to even. Beyond a float's range it becomes infinite. An
 * integer must be exact; element_set_bits() takes its bits. */
void element_set(const element_type *type, void *elements, size_t index, long double number);
void element_set_bits(const element_type *type, void *elements, size_t index, uint64_t bits);

/* An integer's bits, sign-extended to 64. */
uint64_t element_bits(const element_type *type, const void *elements, size_t index);

/* 2^-digits: the largest relative error of rounding to the type. */
long double element_rounding(const element_type *type);
/* The smallest positive number. */
long double element_smallest(const element_type *type);
/* The first number beyond the range of a float. */
long double element_limit(const element_type *type);

#endif
