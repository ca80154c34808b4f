/* limits.h: a launch against the limits of a device, of a kernel and of clusters. Each function
 * writes the call's record and returns its status where the launch is over one. */
#ifndef CUSTUBI_LIMITS_H
#define CUSTUBI_LIMITS_H

#include "check/call.h"
#include "library/library.h"

/* Grid and block against the device's. */
custub_status custubi_limits_shape(const custubi_call *call, const custubi_device_limits *limits);

/* The threads of the block against the kernel's own limit; `why` says where that comes from. */
custub_status custubi_limits_block(const custubi_call *call, uint64_t threads, const char *why);

/* The launch's cluster, or the kernel's: against each other, and dividing the grid. */
custub_status custubi_limits_cluster(custubi_call *call);

/* The blocks of a cooperative launch against those that are resident at once; and whether the
 * device has cooperative launches and clusters at all. Asks the driver where the launch has need of
 * them. */
custub_status custubi_limits_residence(const custubi_call *call, custubi_device_facts *device);

#endif
