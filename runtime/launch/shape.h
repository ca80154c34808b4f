/* shape.h: the shape of a launch: what the caller gave, and what is computed where he gave
 * nothing. */
#ifndef CUSTUBI_SHAPE_H
#define CUSTUBI_SHAPE_H

#include <stdbool.h>

#include "launch/call.h"

/* Fills grid and block of a call. On failure the record is written. */
custub_status custubi_shape_resolve(custubi_call *call);

#endif
