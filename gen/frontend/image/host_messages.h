/* host_messages.h: what a host compiler or its linker said of a CPU image that it refused, in the
 * form that gcc and clang, ld and lld have it in the C locale. */
#ifndef GEN_HOST_MESSAGES_H
#define GEN_HOST_MESSAGES_H

#include "support/diag.h"

/* Where what an error is about may stand. */
typedef struct gen_host_place {
    const char *file; /* as the compiler has it; null if `kernel` says more */
    unsigned line;
    const char *kernel; /* the entry of the image's table that the place is in, or null */
} gen_host_place;

typedef struct gen_host_error {
    struct gen_host_error *next;
    unsigned attempt;       /* which of the files of messages it stands in, from 1 */
    const char *text;       /* "'x' was not declared in this scope (saxpy.cu:12)" */
    const char *missing;    /* the last name of what the linker does not find, or null */
    gen_host_place *places; /* who wanted a template first, the place of the error itself, and the
                               uses of the macros that it is in */
    size_t place_count;
} gen_host_error;

typedef struct gen_host_messages {
    gen_host_error *errors; /* in the order of the files */
    unsigned attempts;      /* files read */
} gen_host_messages;

/* Adds those of a file; an error is reported if it cannot be read. */
bool gen_host_messages_add(gen_host_messages *messages, gen_arena *arena, gen_diag *diag,
                           const char *path);

#endif
