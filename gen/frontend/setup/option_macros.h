/* option_macros.h: the macros that options define: -DN=4. */
#ifndef GEN_OPTION_MACROS_H
#define GEN_OPTION_MACROS_H

#include "frontend/reader/reader.h"

/* Finds macros that may have a name of custub's own text (gen_model.option_macros). Reports macros
 * that no CUDA compiler accepts. */
void gen_read_option_macros(gen_reader *reader);

#endif
