/* cpu_image.h: what the CPU image needs to know of the source: bodies, headers, shared arrays. */
#ifndef GEN_CPU_IMAGE_H
#define GEN_CPU_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A kernel in the CPU image. */
typedef struct gen_cpu_kernel {
    bool no_barrier;   /* the threads certainly do not wait for each other, so they may run one
                          after another */
    const char *unfit; /* why a host compiler cannot build the kernel, or null */
    bool refused;      /* the CPU image cannot even name the kernel */
    size_t body_begin; /* of the opening brace, in bytes; 0: the source has no text of the body */
    size_t body_end;
    size_t last_if; /* where the last statement begins if it is an `if` without `else`, else 0 */
    /* How often the body and the functions that it calls read the components x, y and z of
     * threadIdx and of blockIdx; the maximum over the architectures. */
    bool places_known;
    uint32_t places[3];
} gen_cpu_kernel;

/* An `extern __shared__` array, which the CPU image must define. */
typedef struct gen_shared_array {
    struct gen_shared_array *next;
    const char *name;      /* its qualified name */
    const char *enclosing; /* the namespaces around it, "a::b"; "" at global scope */
    const char *element;   /* the element's C++ type */
} gen_shared_array;

/* A function body in the main file that a host compiler cannot build. Byte offsets: at its opening
 * brace, and just after the closing one. If a macro writes the function, the offsets are those of
 * the macro's use. */
typedef struct gen_unfit_body {
    struct gen_unfit_body *next;
    size_t begin;
    size_t end;
    const char *function;
    const char *reason;
    bool is_macro; /* omit everything that this use of the macro writes */
} gen_unfit_body;

/* A header of the program whose text can be copied into the CPU image. */
typedef struct gen_image_file {
    struct gen_image_file *next;
    const char *name; /* its last component */
    const char *text;
    size_t length;
    gen_unfit_body *unfit_bodies; /* as in gen_model */
} gen_image_file;

/* An #include of such a header. */
typedef struct gen_inclusion {
    struct gen_inclusion *next; /* the next in the same text, sorted by `begin` */
    size_t begin;               /* of the directive, in bytes */
    size_t end;                 /* of the line's end */
    gen_image_file *file;
    struct gen_inclusion *inclusions; /* the #includes inside the header */
    struct gen_inclusion **last;
} gen_inclusion;

#endif
