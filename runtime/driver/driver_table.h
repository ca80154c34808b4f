/* driver_table.h: the functions of the open driver. All calls of the driver go through this table,
 * so that tests can put another libcuda there. */
#ifndef CUSTUBI_DRIVER_TABLE_H
#define CUSTUBI_DRIVER_TABLE_H

#include <custub/held_values.h>

#include "driver/driver_types.h"
#include "platform/platform.h"

typedef struct custubi_driver_table {
#define REQUIRED(member, name, parameters) int(*member) parameters;
#define OPTIONAL(member, name, parameters) int(*member) parameters;
#define OWN(member, name, parameters)      int(*member) parameters;
#include "driver/driver_symbols.h"
#undef REQUIRED
#undef OPTIONAL
#undef OWN
} custubi_driver_table;

/* Valid after custub_driver_open() has answered CUSTUB_OK, and never changed after that in the same
 * process. */
CUSTUBI_INTERNAL extern custubi_driver_table custubi_cu;

/* Fills the table with the functions of a shared library. Returns the name of a required one that
 * is missing, or null. */
const char *custubi_driver_table_fill(void *shared);

/* Makes every function answer CUSTUBI_DEINITIALIZED and do nothing. For processes that were forked:
 * what libcuda does there is not defined. */
void custubi_driver_table_close(void);

#endif
