/* driver.h: the driver that is open, and its functions. */
#ifndef CUSTUBI_DRIVER_H
#define CUSTUBI_DRIVER_H

#include <stdbool.h>

#include <custub/runtime.h>

#include "driver/driver_types.h"
#include "platform/platform.h"

#define CUSTUBI_OLDEST_DRIVER 11080 /* 1000 * major + 10 * minor */

typedef struct custubi_driver_table {
#define REQUIRED(member, name, parameters) int(*member) parameters;
#define OPTIONAL(member, name, parameters) int(*member) parameters;
#define OWN(member, name, parameters)      int(*member) parameters;
#include "driver/driver_symbols.h"
#undef REQUIRED
#undef OPTIONAL
#undef OWN
} custubi_driver_table;

/* The functions of the open driver. Valid after custub_driver_open() has answered CUSTUB_OK, and
 * then never changed. */
CUSTUBI_INTERNAL extern custubi_driver_table custubi_cu;

/* Fills the table with the functions of a shared library; returns the name of a required one that
 * is missing, or null. */
const char *custubi_driver_table_fill(void *shared);

/* Whether the open driver is the CPU driver. */
bool custubi_driver_is_cpu(void);

/* Whether the driver is open and has a context for this thread. */
bool custubi_driver_has_context(void);

#endif
