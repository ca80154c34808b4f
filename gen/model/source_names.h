/* source_names.h: what the names in contracts mean. The compiler looks them up. */
#ifndef GEN_SOURCE_NAMES_H
#define GEN_SOURCE_NAMES_H

#include "support/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The value of a constant, or the size of a type. */
typedef struct gen_constant {
    const char *name; /* in C++, at global scope: "::a::N", "::tile::index *"; null: a type of the
                         language */
    bool is_size;     /* the name is a type's */
    bool is_closed;   /* the name is private or protected */
    uint64_t bits;    /* two's complement if negative */
    bool negative;
    uint32_t architectures;     /* bit i: has this value on the model's architecture i */
    struct gen_constant *other; /* with another value on other architectures, or null */
} gen_constant;

/* A name in a contract that is neither a parameter, nor a field, nor a word of the language. */
typedef struct gen_named {
    struct gen_named *next;
    const char *text; /* as in the contract: "tile::WIDTH"; of a size: what sizeof is applied to */
    bool is_size;     /* it is applied to a type */
    gen_constant *value; /* null: not known, for the reason in `problem` */
    const char *problem; /* the compiler's words, or custub's */
    bool is_type;        /* it has no value because it is a type */
} gen_named;

/* The names that the declaration with an annotation gives to the parameters. The definition may
 * have others. */
typedef struct gen_parameter_names {
    size_t count;
    const char **data; /* "" for a parameter without a name */
    size_t template_count;
    const char **templates; /* the parameters of the template */
} gen_parameter_names;

/* The constant with the value of all these architectures; null if they differ. */
const gen_constant *gen_model_value_for(const gen_constant *constant, uint32_t architectures);

#endif
