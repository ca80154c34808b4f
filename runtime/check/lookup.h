/* lookup.h: compares the buffers of a call with the memory that the driver knows. */
#ifndef CUSTUBI_LOOKUP_H
#define CUSTUBI_LOOKUP_H

#include "check/call.h"
#include "library/library.h"

/* Refuses a buffer if the driver knows that the memory at its address is missing or shorter than
 * the kernel needs; if the need is unknown, shorter than the view declares. Refuses only what is
 * certainly wrong. A need that is the same as in `before`, which may be null, is not looked up
 * again. */
custub_status custubi_lookup_pointers(const custubi_call *call, const custubi_device_facts *device,
                                      const custub_need *before);

#endif
