/* initialized_switch.h: `switch (init; condition)`, whose initializer libclang does not show. */
#ifndef GEN_INITIALIZED_SWITCH_H
#define GEN_INITIALIZED_SWITCH_H

#include "frontend/reader/reader.h"

/* True unless the function's text certainly has none. */
bool gen_read_has_initialized_switch(gen_reader *reader, CXCursor function);

#endif
