/* host_messages.h: reads why a host compiler or linker refused a CPU image. It knows the formats of
 * gcc, clang, ld and lld in the C locale. */
#ifndef GEN_HOST_MESSAGES_H
#define GEN_HOST_MESSAGES_H

#include "support/diag.h"

/* A place that an error may be about. */
typedef struct gen_host_place {
    const char *file; /* the compiler's name of the file; null if `kernel` is set */
    unsigned line;
    const char *kernel; /* the kernel whose entry in the image's table has the place, or null */
} gen_host_place;

typedef struct gen_host_error {
    struct gen_host_error *next;
    unsigned attempt;       /* number of the file of messages, from 1 */
    const char *text;       /* "'x' was not declared in this scope (saxpy.cu:12)" */
    const char *missing;    /* last component of the name that the linker missed, or null */
    gen_host_place *places; /* in order: the code that caused the instance of a template, the
                               place of the error, the uses of macros around it */
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
