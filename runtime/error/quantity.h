/* quantity.h: the words of numbers, and of the units of a pointer. */
#ifndef CUSTUBI_QUANTITY_H
#define CUSTUBI_QUANTITY_H

#include <stdbool.h>

#include <custub/arith.h>
#include <custub/describe.h>
#include <custub/status.h>

/* The text of an expression; the beginning of a long one, and "...". */
void custubi_phrase_expression(custub_error *error, const char *text);

/* "n = 1000"; "1000" if the text is empty or is the number itself. */
void custubi_phrase_value(custub_error *error, const char *text, custub_int value);
void custubi_phrase_count(custub_error *error, const char *text, uint64_t value);

/* True for a pointer whose views count bytes: to void, or to an incomplete type. */
bool custubi_phrase_is_bytes(const custub_pointer_info *info);

/* "floats", "float", "elements of unsigned int", "bytes": the unit of a buffer's view; always bytes
 * with `in_bytes`. */
void custubi_phrase_unit(custub_error *error, const custub_pointer_info *info, bool in_bytes,
                         uint64_t count);

#endif
