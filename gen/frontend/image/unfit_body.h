/* unfit_body.h: a function as the CPU image has it. For the front end alone. */
#ifndef GEN_UNFIT_BODY_H
#define GEN_UNFIT_BODY_H

#include "frontend/reader/reader.h"

/* A function whose body is in a file of the program. */
typedef struct gen_image_function {
    gen_reader *reader;
    CXCursor cursor;
    CXFile file;
    gen_image_file *header; /* the file; null: the source itself */
    const char *source;     /* its text */
    size_t length;
    size_t begin; /* of its braces, in bytes */
    size_t end;
    bool on_device;
    bool has_switch;
    bool is_macro;      /* a macro's use writes it, from `begin` to `end` */
    const char *reason; /* why the body cannot stay */
} gen_image_function;

/* Why a host compiler cannot take the body; null: it can. */
const char *gen_read_unfit_reason(gen_image_function *function);

#endif
