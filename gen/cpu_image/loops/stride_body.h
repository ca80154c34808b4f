/* stride_body.h: what the body of a grid-stride loop does with the names from outside of it. Where
 * it only reads them, no round of a thread knows of the one before, other than through memory. */
#ifndef GEN_STRIDE_BODY_H
#define GEN_STRIDE_BODY_H

#include "cpu_image/loops/body_value.h"

/* Whether the text from the token of the scan up to the offset `end` changes none of the kernel's
 * parameters and of the locals that were declared so far, gives none of them away by reference or
 * address, reads none that is another number for every thread, and leaves the loop at its end
 * alone. `is_whole`: nor by `continue`. */
bool gen_stride_body_is_free(const gen_body_values *values, gen_scan scan, size_t end,
                             bool is_whole);

#endif
