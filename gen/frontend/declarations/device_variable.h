/* device_variable.h: reads the `__device__` and `__constant__` variables of a file. */
#ifndef GEN_DEVICE_VARIABLE_H
#define GEN_DEVICE_VARIABLE_H

#include "frontend/reader/declaration_walk.h"

/* Reads any declaration, which may be such a variable. */
void gen_read_device_variable(gen_reader *reader, const gen_declaration *declaration);

#endif
