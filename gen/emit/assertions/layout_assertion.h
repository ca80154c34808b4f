/* layout_assertion.h: assertions about the layout of a record, and the message that all assertions
 * share. */
#ifndef GEN_LAYOUT_ASSERTION_H
#define GEN_LAYOUT_ASSERTION_H

#include "model/model.h"
#include "support/name_table.h"
#include "support/text.h"

/* The assertions of a file, while they are written. */
typedef struct gen_assertion {
    gen_text *out;
    gen_arena *arena;
    const gen_kernel *kernel;
    size_t index;            /* index of the kernel */
    const char *file;        /* for nvcc: the name of the output, "saxpy.nvcc.cu"; else null */
    bool is_nvcc;            /* the compiler is nvcc or NVRTC, and its PTX can be compared */
    bool is_nvrtc;           /* for architectures that the build does not know */
    gen_name_table *records; /* by record key: for which architectures it is asserted, a uint32_t */
    gen_name_table *placed;  /* the same for the code generator's offsets */
    unsigned closed_count;   /* number of assertions about private names so far */
    size_t type_count;       /* how many types of fields the kernel's assertions have named */
    const char *what;        /* ", parameter 'x'" */
    uint32_t open;           /* the architectures of the open #if; 0: none is open */
} gen_assertion;

/* Ends a static_assert with its message: what custub read, and a likely cause if the compiler
 * disagrees. The message is one line, which leads from a host compiler's message to the kernel. */
void gen_assertion_end(const gen_assertion *to, const char *fact, const char *advice);

/* Asserts the layout of the record that the parameter is or points to. `name`: its name in the
 * file. Writes nothing if an earlier kernel's assertions cover it. */
void gen_emit_layout(gen_assertion *to, const gen_record *record, const char *name, size_t param);

#endif
