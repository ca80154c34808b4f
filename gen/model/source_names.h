/* source_names.h: what the names in contracts mean. The compiler looks them up. */
#ifndef GEN_SOURCE_NAMES_H
#define GEN_SOURCE_NAMES_H

#include "support/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The value of a constant, or the size of a type. */
typedef struct gen_constant {
    const char *name; /* its C++ name at global scope: "::a::N", "::tile::index *"; null: a
                         builtin type */
    bool is_size;     /* the name is a type's */
    bool is_closed;   /* the name is private or protected */
    uint64_t bits;    /* two's complement if negative */
    bool negative;
    uint32_t architectures;     /* bit i: has this value on the model's architecture i */
    struct gen_constant *other; /* another value, on other architectures; or null */
} gen_constant;

/* A name in a contract that is neither a parameter, nor a field, nor a word of the language. */
typedef struct gen_named {
    struct gen_named *next;
    const char *text;    /* as in the contract: "tile::WIDTH"; for a size, the operand of sizeof */
    bool is_size;        /* `text` is the operand of a sizeof */
    gen_constant *value; /* null: unknown; `problem` says why */
    const char *problem; /* in the compiler's words, or custub's */
    bool is_type;        /* it has no value, because it is a type */
} gen_named;

/* The names that the annotation's declaration gives to the parameters. The definition may use
 * others. */
typedef struct gen_parameter_names {
    size_t count;
    const char **data; /* "" for a parameter without a name */
    size_t template_count;
    const char **templates; /* the parameters of the template */
} gen_parameter_names;

/* The constant that all these architectures have; null if they differ. */
const gen_constant *gen_model_value_for(const gen_constant *constant, uint32_t architectures);

#endif
