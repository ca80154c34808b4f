/* variable_guards.h: room between the variables of an image, for the memory checker. */
#ifndef GEN_VARIABLE_GUARDS_H
#define GEN_VARIABLE_GUARDS_H

#include "support/text.h"

/* Appends assembly in which unused bytes precede each variable and each shared array. They have a
 * section each (-fdata-sections). An access beyond the end of one then hits no other variable, and
 * the checker can recognize it. Compilers do not do this for thread-local variables, and shared
 * arrays are thread-local on the CPU. */
void gen_variable_guards_add(gen_text *out, const char *assembly);

#endif
