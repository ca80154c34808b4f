/* redeclaration.h: declarations of a kernel beside its definition. */
#ifndef GEN_REDECLARATION_H
#define GEN_REDECLARATION_H

#include "frontend/reader/reader.h"

const char *gen_read_param_name(gen_reader *reader, CXCursor function, unsigned index);
unsigned gen_read_param_count(CXCursor function);
/* "saxpy.cu:12", of the second place that a message names. */
const char *gen_read_place_text(gen_reader *reader, gen_place place);
/* False after an error was reported: a parameter of `function` has the name of another one of the
 * kernel's definition, whose parameters have the names `names`. */
bool gen_read_check_names(gen_reader *reader, CXCursor function, const char *const *names,
                          const char *kernel, gen_place defined);
/* `function` declares a kernel that is defined elsewhere: its annotations have to be the
 * definition's too. */
void gen_read_redeclaration(gen_reader *reader, CXCursor function);

#endif
