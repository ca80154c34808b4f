/* helper.h: the function of PTX that slow copies call before each access. It compares the access
 * with the exact extent, records the first bad one, and measures if the launch asks for it. */
#ifndef GEN_BOUNDS_HELPER_H
#define GEN_BOUNDS_HELPER_H

#include "bounds/checked_function.h"
#include "support/text.h"

/* Parameters: the address of the kernel's further parameter; of the access; what the extent is (see
 * below); its bytes; the bytes of the access; its site, plus the next 32 bits:
 * GEN_BOUNDS_HELPER_… | log2(alignment) << 8. The result is 1 if the access is right. */
enum {
    GEN_BOUNDS_HELPER_WRITES = 1,
    GEN_BOUNDS_HELPER_ONE = 2,     /* the extent is a pointer's: its number */
    GEN_BOUNDS_HELPER_SEVERAL = 4, /* of one of these pointers: a mask */
    GEN_BOUNDS_HELPER_ANY = 8,     /* all of the launch's memory, and the module's variables */
    GEN_BOUNDS_HELPER_GENERIC = 16 /* with ANY: memory of the block and of the thread, too */
};

#define GEN_BOUNDS_HELPER_NAME "custub_bounds_look"

/* Before the functions, and behind them. */
void gen_bounds_write_helper_declaration(gen_text *out);
void gen_bounds_write_helper(gen_text *out, const gen_ptx_module *module);

#endif
