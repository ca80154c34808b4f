/* lookup.h: what the driver knows of the address of a buffer. */
#ifndef CUSTUBI_LOOKUP_H
#define CUSTUBI_LOOKUP_H

#include "facts.h"

/* Checks that the driver knows memory at every buffer that the call looks at, as much as the kernel
 * needs or, where that is unknown, as much as the view declares. Refuses only what is certainly
 * wrong. `changed`, one per buffer, leaves out those that have not; null: none. */
custub_status custubi_lookup_buffers(const custub_call *call, const custubi_device_facts *device,
                                     const bool *changed);

#endif
