/* driver.h: the driver that is open, and its functions. */
#ifndef CUSTUBI_DRIVER_H
#define CUSTUBI_DRIVER_H

#include <stdbool.h>

#include <custub/runtime.h>

#include "driver/driver_table.h"

#define CUSTUBI_OLDEST_DRIVER 11080 /* 1000 * major + 10 * minor */

/* True if the open driver is the CPU driver. */
bool custubi_driver_is_cpu(void);

/* 10 * major + minor of the compute capability of the current context's device. `doing` is for the
 * record. */
custub_status custubi_driver_capability(const char *doing, int *capability, custub_error *error);

#endif
