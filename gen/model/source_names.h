/* source_names.h: what the names in contracts may mean: the constants and types of the source, and
 * its scopes. */
#ifndef GEN_SOURCE_NAMES_H
#define GEN_SOURCE_NAMES_H

#include "support/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* An integer constant of the file that expressions may name: an enumerator, a const or constexpr
 * variable; or the size of a type that sizeof may name. Qualified as the file would name it from
 * the global namespace. */
typedef struct gen_constant {
    const char *name;    /* null: of the language's, as a type */
    const char *keyword; /* of a type's size: what it is declared with, "struct ", or ""; or null */
    uint64_t bits;       /* two's complement if negative */
    bool negative;
    uint32_t architectures;     /* bit i: has this value on the model's architecture i */
    struct gen_constant *other; /* with another value on others, or null */
} gen_constant;

/* A name that the program declares in a namespace or a class, found by its qualified form. */
typedef struct gen_declared {
    size_t order;      /* among the declarations of the file */
    const char *alias; /* what it is an alias of, qualified, or null */
    bool is_template;  /* or one of its members: it is another thing for each instance */
    bool has_instance; /* an alias of one, or a class with one as a base */
} gen_declared;

/* `using namespace named;`, or an inline namespace; or a base of a class, or what an alias of a
 * class is for. */
typedef struct gen_using {
    struct gen_using *next;
    const char *scope; /* "" or the namespaces around it; the class or the alias */
    const char *named;
    bool is_class;
} gen_using;

/* The value that all these architectures have; null if there is none. */
const gen_constant *gen_model_value_for(const gen_constant *constant, uint32_t architectures);

/* True if some of the architectures have a value, or if there are none. */
bool gen_model_has_value(const gen_constant *constant, uint32_t architectures);

/* Compares a type's name with the one from `begin` to `end`, as strcmp() does. A blank only counts
 * between two letters. */
int gen_model_compare_types(const char *name, const char *begin, const char *end);

#endif
