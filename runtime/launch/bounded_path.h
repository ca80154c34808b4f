/* bounded_path.h: the fast path of kernels with bounds checks. It is apart from that of launch.c,
 * so that the latter does not get longer. */
#ifndef CUSTUBI_BOUNDED_PATH_H
#define CUSTUBI_BOUNDED_PATH_H

#include "check/call.h"

/* Makes a stub's launch whose CUSTUB_REQUIRES hold. The views are in the needs; `needed` are the
 * numbers that the stub handed over. What the fast path does not launch goes the cold path. */
custub_status custubi_bounded_path_launch(custubi_call *call, const uint64_t *needed);

#endif
