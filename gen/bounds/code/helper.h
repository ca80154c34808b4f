/* helper.h: the function of PTX that slow copies call before an access that may be into one of
 * several buffers. It compares the access with all of them, records the first bad one, and measures
 * if the launch asks for it. */
#ifndef GEN_BOUNDS_HELPER_H
#define GEN_BOUNDS_HELPER_H

#include "bounds/code/code.h"

enum {
    GEN_BOUNDS_HELPER_WRITES = 1,
    GEN_BOUNDS_HELPER_ANY = 2,    /* all of the launch's memory, and the module's variables */
    GEN_BOUNDS_HELPER_GENERIC = 4 /* with ANY: memory of the block and of the thread, too */
};

/* True if the access is looked at by the helper. */
bool gen_bounds_needs_helper(const gen_bounds_access *access);

/* Calls the helper for an access of %custub_d2 bytes at %custub_d3, with the address of the
 * kernel's parameter in %custub_d4. Sets %custub_r2 to 1 if the access is right. */
void gen_bounds_write_helper_call(gen_text *out, uint64_t pointers, unsigned flags, uint32_t align,
                                  uint32_t site);

/* Before the functions, and behind them. */
void gen_bounds_write_helper_declaration(gen_text *out);
void gen_bounds_write_helper(gen_text *out, const gen_ptx_module *module);

#endif
