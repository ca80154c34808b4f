/* element.h: CUSTUB_ELEMENT, which names the type of what is at an address. */
#ifndef GEN_ELEMENT_H
#define GEN_ELEMENT_H

#include "check/kernel_rules.h"

/* Sets the pointer's type from its annotations and its declared type, which is a pointer, or an
 * integer that holds an address. */
void gen_check_element(const gen_checker *check, gen_pointer *pointer, const gen_type *declared);

#endif
