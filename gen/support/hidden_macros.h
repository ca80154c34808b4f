/* hidden_macros.h: hides the program's macros from custub's own text, which uses their names. */
#ifndef GEN_HIDDEN_MACROS_H
#define GEN_HIDDEN_MACROS_H

#include "support/text.h"

typedef struct gen_macro_name {
    struct gen_macro_name *next;
    const char *name;
} gen_macro_name;

/* Undefines the macros, to be defined again by gen_show_macros(). Compilers from GCC 4.3 and all
 * versions of clang know the pragmas. */
void gen_hide_macros(gen_text *out, const gen_macro_name *macros);
void gen_show_macros(gen_text *out, const gen_macro_name *macros);

#endif
