/* stride_body.h: how the body of a grid-stride loop uses outer names. If it only reads them, an
 * iteration can depend on the one before only through memory. */
#ifndef GEN_STRIDE_BODY_H
#define GEN_STRIDE_BODY_H

#include "cpu_image/loops/body_value.h"

/* Checks the text from the current token to the offset `end`. True if it changes no parameter and
 * no outer local variable, passes none on by reference or address, reads none that differs between
 * threads, and has no jump out of the loop. `is_whole`: also no `continue`. */
bool gen_stride_body_is_free(const gen_body_values *values, gen_scan scan, size_t end,
                             bool is_whole);

#endif
