/* redeclaration.h: reads declarations of a kernel besides its definition. */
#ifndef GEN_REDECLARATION_H
#define GEN_REDECLARATION_H

#include "frontend/reader/reader.h"

/* Parameters of a function or of a function template. */
CXCursor gen_read_param_of(CXCursor function, unsigned index);
const char *gen_read_param_name(gen_reader *reader, CXCursor function, unsigned index);
unsigned gen_read_param_count(CXCursor function);
/* The text of a second place in a message: "saxpy.cu:12". */
const char *gen_read_place_text(gen_reader *reader, gen_place place);
/* False after an error was reported: a parameter of `function` has the name of another parameter in
 * the kernel's definition. `names`: those of the definition. */
bool gen_read_check_names(gen_reader *reader, CXCursor function, const char *const *names,
                          const char *kernel, gen_place defined);
/* True if two functions or templates of one name in one namespace are the same. */
bool gen_read_declares_same(CXCursor a, CXCursor b);
/* False after an error was reported: a parameter of the template `function` has another name than
 * in the kernel's definition. */
bool gen_read_check_template_names(gen_reader *reader, CXCursor function,
                                   const gen_template_arguments *arguments, const char *kernel,
                                   gen_place defined);
/* Checks a declaration of a kernel that is defined elsewhere: its annotations must also belong to
 * the definition. */
void gen_read_redeclaration(gen_reader *reader, CXCursor function);

#endif
