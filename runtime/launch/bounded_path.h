/* bounded_path.h: the end of launch.c's fast path for kernels with bounds checks. */
#ifndef CUSTUBI_BOUNDED_PATH_H
#define CUSTUBI_BOUNDED_PATH_H

#include "check/call.h"
#include "library/library.h"

/* Makes a stub's launch that keeps the rules and has its shape; its needs are filled here. `needed`
 * are the numbers that the stub handed over, `here` is what is known of the kernel in the current
 * context. */
custub_status custubi_bounded_path_launch(custubi_call *call, const uint64_t *needed,
                                          const custubi_function *here);

#endif
