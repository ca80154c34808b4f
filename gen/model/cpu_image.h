/* cpu_image.h: what the CPU image takes of the source: bodies, headers, shared arrays. */
#ifndef GEN_CPU_IMAGE_H
#define GEN_CPU_IMAGE_H

#include "model/loop.h"

#include <stdint.h>

/* What the CPU image makes of a kernel. */
typedef struct gen_cpu_kernel {
    bool no_barrier; /* the body is known not to wait for other threads: threads may run in turn */
    const char *unfit; /* why a host compiler cannot build the kernel, or null */
    bool refused;      /* nor can the CPU image name it */
    size_t body_begin; /* of its braces in the source, in bytes; 0: not there as text */
    size_t body_end;
    size_t last_if; /* where the body's last statement begins if it is an `if`; 0: it is none */
    bool last_if_has_else;
    /* How often the body and what it calls read the components x, y and z of threadIdx and of
     * blockIdx; the most of all architectures. */
    bool places_known;
    uint32_t places[3];
    bool binds_references; /* something that is called may change a variable that it is given */
    /* The body as the front end writes what it saw, without its braces; null if that is not known,
     * or gridDim is not read, or it is not the same for all architectures. */
    const char *printed;
    const struct gen_loop_guard *loop; /* what the CPU image gains of it, or null */
} gen_cpu_kernel;

/* An `extern __shared__` array: the CPU image needs a definition of it. */
typedef struct gen_shared_array {
    struct gen_shared_array *next;
    const char *name;      /* its qualified name */
    const char *enclosing; /* "" or the namespaces around it, "a::b" */
    const char *element;   /* the element's C++ type */
} gen_shared_array;

/* A function body in the main file that a host compiler cannot take. Offsets in bytes, of the
 * opening brace and just past the closing one; or of a macro's use that writes the function. */
typedef struct gen_unfit_body {
    struct gen_unfit_body *next;
    size_t begin;
    size_t end;
    const char *function;
    const char *reason;
    bool is_macro; /* all that it writes is left out */
} gen_unfit_body;

/* A header of the program whose text can be written into the CPU image. */
typedef struct gen_image_file {
    struct gen_image_file *next;
    const char *name; /* its last component */
    const char *text;
    size_t length;
    gen_unfit_body *unfit_bodies; /* as those of the model */
    bool in_image;                /* as text, where it was included */
} gen_image_file;

/* An #include that reads such a header, or a line that the image leaves out. */
typedef struct gen_inclusion {
    struct gen_inclusion *next;       /* in the same text, by `begin` */
    size_t begin;                     /* of the directive, in bytes */
    size_t end;                       /* before the end of its line */
    gen_image_file *file;             /* null: the line is left out */
    struct gen_inclusion *inclusions; /* what the header includes here */
    struct gen_inclusion **last;
} gen_inclusion;

#endif
