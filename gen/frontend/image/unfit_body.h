/* unfit_body.h: decides whether a host compiler can build a function's body. */
#ifndef GEN_UNFIT_BODY_H
#define GEN_UNFIT_BODY_H

#include "frontend/reader/reader.h"

/* A function with a body in one of the program's files. */
typedef struct gen_image_function {
    gen_reader *reader;
    CXCursor cursor;
    CXFile file;
    gen_image_file *header; /* the header with the body; null: the source itself */
    const char *source;     /* the text of that file */
    size_t length;
    size_t begin; /* of the braces, in bytes */
    size_t end;
    bool on_device;
    bool has_switch;
    bool is_macro;      /* a macro writes the function; `begin` and `end` are those of its use */
    const char *reason; /* why the body is left out */
} gen_image_function;

/* Why a host compiler cannot build the body; null if it can. */
const char *gen_read_unfit_reason(gen_image_function *function);

#endif
