/* shape.h: the shape of a launch: what the caller gave; what the caller left out is computed. */
#ifndef CUSTUBI_SHAPE_H
#define CUSTUBI_SHAPE_H

#include "check/call.h"

/* Fills call->grid and call->block. On failure the record is written. */
custub_status custubi_shape_resolve(custubi_call *call);

#endif
