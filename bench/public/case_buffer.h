/* case_buffer.h: buffers with the contents that a case asks for. */
#ifndef CASE_BUFFER_H
#define CASE_BUFFER_H

#include "cases.h"

/* Fills `memory`, which has `argument->count` elements, as the argument says. `pointer` is the
 * kernel's; null if the parameter is an address without a type. */
void case_buffer_fill(CUdeviceptr memory, const case_argument *argument,
                      const custub_pointer_info *pointer, custub_error *error);

/* Bytes of an element: 1 for void. */
uint64_t case_buffer_element(const custub_pointer_info *pointer);

#endif
