/* state.h: lets a file of the front end remember things from one call to the next. Only that file
 * knows the type.
 *
 * `owner` is the address of a static object of the file. The first call with it makes the state:
 * zeros, or an empty table. */
#ifndef GEN_STATE_H
#define GEN_STATE_H

#include "frontend/reader/reader.h"

/* The state of the open unit. It lasts until the next unit is opened, and may contain cursors. */
void *gen_state_of_unit(gen_reader *reader, const void *owner, size_t size);
/* The state of the source file, which has a unit for each architecture. */
void *gen_state_of_file(gen_reader *reader, const void *owner, size_t size);
gen_name_table *gen_table_of_file(gen_reader *reader, const void *owner);
/* Call it before a unit is opened. */
void gen_state_forget_unit(gen_reader *reader);

#endif
