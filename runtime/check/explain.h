/* explain.h: finds what is wrong with a launch. It evaluates every expression of the kernel's
 * description again. Its verdict counts, not the stub's. */
#ifndef CUSTUBI_EXPLAIN_H
#define CUSTUBI_EXPLAIN_H

#include "check/call.h"

/* CUSTUB_OK: nothing is wrong, and call->shared and the bytes of call->needs are those of the
 * description. Else the record is written. Asks the driver only about a launch that is over the
 * limits of every device. */
custub_status custubi_explain(custubi_call *call);

/* Only the requirements that no shape changes, for a launch whose shape is not known yet. */
custub_status custubi_explain_scalars(custubi_call *call);

/* Refuses a number of `what` that is negative or has no value: "the kernel needs n - 4 = -3
 * threads, which is negative". */
custub_status custubi_explain_number(const custubi_call *call, const custub_expr *expr,
                                     custub_int value, const char *what);

/* Refuses tensor maps that were not made. */
custub_status custubi_explain_maps(const custubi_call *call);

/* The rules about buffers. */
custub_status custubi_explain_pointers(custubi_call *call);

#endif
