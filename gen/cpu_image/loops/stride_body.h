/* stride_body.h: how the body of a grid-stride loop uses outer names. If it only reads them, an
 * iteration can depend on the one before only through memory. */
#ifndef GEN_STRIDE_BODY_H
#define GEN_STRIDE_BODY_H

#include "cpu_image/loops/body_value.h"

/* Checks the text from the current token to the offset `end`. True if all of this holds:
 * - the text changes no parameter and no local variable from outside the loop
 * - it passes no such variable by reference and takes the address of none
 * - it reads no such variable whose value depends on the thread
 * - it does not jump out of the loop, and if `is_whole`, has no `continue` */
bool gen_stride_body_is_free(const gen_body_values *values, gen_scan scan, size_t end,
                             bool is_whole);

#endif
