/* mangled.h: kernels without C linkage, and kernel templates. CUSTUB_STUB or --all gives them
 * launch functions. */
#ifndef GEN_MANGLED_H
#define GEN_MANGLED_H

#include "frontend/declarations/stub_use.h"

typedef struct gen_mangled_kernel {
    struct gen_mangled_kernel *next;
    CXCursor function;
    bool has_annotation;
    const char *name; /* of the launch function from --all, "math_scale"; or null */
    bool is_noted;    /* a note says why --all omits it */
} gen_mangled_kernel;

/* The declarations of these kernels in a unit. */
typedef struct gen_mangled_kernels {
    gen_mangled_kernel *first, *last;
} gen_mangled_kernels;

/* Adds a declaration of a kernel without C linkage, or of a template. */
void gen_read_mangled(gen_reader *reader, gen_mangled_kernels *mangled, CXCursor function,
                      bool has_annotation);
/* After gen_read_stubs(): with --all, reads the kernels that are not templates. */
void gen_read_all(gen_reader *reader, gen_mangled_kernels *mangled, gen_stub_uses *stubs,
                  const gen_overloads *overloads, gen_definitions *definitions);
/* After gen_read_all(): notes or reports the kernels without a launch function. */
void gen_read_settle_mangled(gen_reader *reader, const gen_mangled_kernels *mangled,
                             const gen_stub_uses *stubs);
/* The definition of a kernel without C linkage, "a::b::name", or the null cursor. */
CXCursor gen_read_find_mangled(gen_reader *reader, const gen_mangled_kernels *mangled,
                               const char *name);

#endif
