/* limits.h: compares a launch with the limits of the device, of the kernel and of clusters. A
 * function that finds the launch over a limit writes the call's record and returns its status. */
#ifndef CUSTUBI_LIMITS_H
#define CUSTUBI_LIMITS_H

#include "check/call.h"
#include "library/library.h"

/* Compares grid and block with the device's limits. */
custub_status custubi_limits_shape(const custubi_call *call, const custubi_shape_limits *limits);

/* Compares the threads of the block with the kernel's own limit; `why` says where that comes from.
 */
custub_status custubi_limits_block(const custubi_call *call, uint64_t threads, const char *why);

/* Compares the launch's cluster with the kernel's and with the grid, which it has to divide. */
custub_status custubi_limits_cluster(custubi_call *call);

/* Compares the blocks of a cooperative launch with those that are resident at once, and refuses
 * what the device cannot do at all: cooperative launches, clusters. Asks the driver about
 * cooperative launches only. */
custub_status custubi_limits_residence(const custubi_call *call, custubi_device_facts *device);

#endif
