/* lookup.h: what the driver knows of the address of a buffer. */
#ifndef CUSTUBI_LOOKUP_H
#define CUSTUBI_LOOKUP_H

#include "check/call.h"
#include "library/library.h"

/* Checks that the driver knows memory at every buffer that the call looks at, as much as the kernel
 * needs or, where that is unknown, as much as the view declares. Refuses only what is certainly
 * wrong. Needs that are as in `before`, which may be null, are not looked up again. */
custub_status custubi_lookup_buffers(const custubi_call *call, const custubi_device_facts *device,
                                     const custub_need *before);

#endif
