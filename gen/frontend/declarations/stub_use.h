/* stub_use.h: CUSTUB_STUB, which gives a C++ kernel or a template's instance a launch function. */
#ifndef GEN_STUB_USE_H
#define GEN_STUB_USE_H

#include "frontend/kernels/kernel_reader.h"
#include "frontend/reader/declaration_walk.h"

/* The uses in a unit. The caller sets the tables' arenas. */
typedef struct gen_stub_uses {
    struct gen_stub_use *first, *last;
    gen_name_table names;   /* values are uses */
    gen_name_table symbols; /* values are uses */
    gen_name_table unified; /* keys are the USRs of functions and templates */
} gen_stub_uses;

/* Reads a static assertion. True if it is a use of CUSTUB_STUB. */
bool gen_read_stub_use(gen_reader *reader, gen_stub_uses *stubs,
                       const gen_declaration *declaration);
/* After the whole unit: reads the kernels of all uses. */
void gen_read_stubs(gen_reader *reader, gen_stub_uses *stubs, gen_definitions *definitions);
/* True if a use names this function, or an instance of this template. */
bool gen_read_has_stub(gen_reader *reader, const gen_stub_uses *stubs, CXCursor function);
/* Makes gen_read_has_stub() true for this function or instance. */
void gen_read_note_stub(gen_reader *reader, gen_stub_uses *stubs, CXCursor function);
/* The place of the kernel or the CUSTUB_STUB whose launch function has this name, or null. */
const gen_place *gen_read_place_of_name(const gen_reader *reader, const gen_stub_uses *stubs,
                                        const char *name);

#endif
