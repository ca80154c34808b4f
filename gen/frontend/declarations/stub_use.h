/* stub_use.h: CUSTUB_STUB, which gives a C++ kernel or a template's instance a launch function. */
#ifndef GEN_STUB_USE_H
#define GEN_STUB_USE_H

#include "frontend/reader/declaration_walk.h"

/* Reads a static assertion, which may be a use of CUSTUB_STUB. */
void gen_read_stub_use(gen_reader *reader, const gen_declaration *declaration);
/* After the whole unit: reads the kernels of all uses. */
void gen_read_stubs(gen_reader *reader);
/* True if a use names this function, or an instance of this template. */
bool gen_read_has_stub(gen_reader *reader, CXCursor function);
/* Has gen_read_has_stub() know this function, or instance. */
void gen_read_note_stub(gen_reader *reader, CXCursor function);
/* The place of the kernel or the use that has the launch function of this name, or null. */
const gen_place *gen_read_place_of_name(gen_reader *reader, const char *name);

#endif
