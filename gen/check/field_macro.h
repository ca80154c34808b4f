/* field_macro.h: splits a kernel's CUSTUB_FIELD into the field and its annotations. */
#ifndef GEN_FIELD_MACRO_H
#define GEN_FIELD_MACRO_H

#include "check/kernel_rules.h"

typedef struct gen_field_macro {
    struct gen_field_macro *next;
    gen_expr_place place;
    gen_annotation *annotations;
} gen_field_macro;

/* The kernel's correct CUSTUB_FIELDs, in order. Reports the others. */
const gen_field_macro *gen_check_read_fields(const gen_checker *check);

/* The element of an array of any dimensions; any other type itself; null for null. */
const gen_type *gen_check_element_of(const gen_type *type);

/* True for a pointer, and for an array of pointers. False for a reference, whose offset compilers
 * do not tell. */
bool gen_check_is_pointer(const gen_type *type);

/* True for an integer of 64 bits, which can hold an address, and for an array of these. */
bool gen_check_is_address(const gen_type *type);

#endif
