/* json_reader.h: a JSON text as a tree. Strict: RFC 8259, nothing before, behind or in between. */
#ifndef GEN_JSON_READER_H
#define GEN_JSON_READER_H

#include "support/diag.h"

#define GEN_JSON_MAX_DEPTH 64

typedef enum gen_json_kind {
    GEN_JSON_NULL,
    GEN_JSON_FALSE,
    GEN_JSON_TRUE,
    GEN_JSON_NUMBER,
    GEN_JSON_STRING,
    GEN_JSON_ARRAY,
    GEN_JSON_OBJECT
} gen_json_kind;

typedef struct gen_json {
    gen_json_kind kind;
    unsigned line; /* from 1 */
    unsigned column;
    const char *name;       /* of a member of an object */
    const char *text;       /* of a string, unescaped, in UTF-8; of a number, as it stands */
    struct gen_json *first; /* element or member */
    struct gen_json *next;
} gen_json;

/* The value that `text`, the zero-terminated content of the file `path`, holds. Null, and an error
 * with its place, if it is malformed, nested too deeply, or has a string with a zero character. */
const gen_json *gen_json_read(gen_arena *arena, gen_diag *diag, const char *path, const char *text,
                              size_t length);

/* The member `name` of an object; null if it has none, or is no object. */
const gen_json *gen_json_member(const gen_json *object, const char *name);

#endif
