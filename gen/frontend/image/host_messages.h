/* host_messages.h: reads what a host compiler or linker said when it refused a CPU image. It knows
 * the formats of gcc, clang, ld and lld in the C locale. */
#ifndef GEN_HOST_MESSAGES_H
#define GEN_HOST_MESSAGES_H

#include "support/diag.h"

/* A place that an error may be about. */
typedef struct gen_host_place {
    const char *file; /* as the compiler names it; null if `kernel` is set */
    unsigned line;
    const char *kernel; /* the kernel in whose entry of the image's table the place is, or null */
} gen_host_place;

typedef struct gen_host_error {
    struct gen_host_error *next;
    unsigned attempt;       /* number of the file of messages, from 1 */
    const char *text;       /* "'x' was not declared in this scope (saxpy.cu:12)" */
    const char *missing;    /* last component of the name that the linker did not find, or null */
    gen_host_place *places; /* first the code that caused the instance of a template, then the place
                               of the error, then the uses of macros around it */
    size_t place_count;
} gen_host_error;

typedef struct gen_host_messages {
    gen_host_error *errors; /* in the order of the messages */
    unsigned attempts;      /* files read */
} gen_host_messages;

/* Adds the messages of a file. Reports an error if it cannot be read. */
bool gen_host_messages_add(gen_host_messages *messages, gen_arena *arena, gen_diag *diag,
                           const char *path);

#endif
