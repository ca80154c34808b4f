/* source_names.h: what names in contracts can mean: constants, types and scopes of the source. */
#ifndef GEN_SOURCE_NAMES_H
#define GEN_SOURCE_NAMES_H

#include "support/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* An integer constant that expressions may use: an enumerator, or a const or constexpr variable. Or
 * the size of a type, for sizeof. Names are qualified from the global namespace. */
typedef struct gen_constant {
    const char *name;    /* null: a type of the language */
    const char *keyword; /* for the size of a type: the keyword of its declaration, "struct ", or
                            ""; else null */
    uint64_t bits;       /* two's complement if negative */
    bool negative;
    uint32_t architectures;     /* bit i: has this value on the model's architecture i */
    struct gen_constant *other; /* with another value on other architectures, or null */
} gen_constant;

/* A name that the program declares in a namespace or a class. The table's key is the qualified
 * name. */
typedef struct gen_declared {
    size_t order;      /* position among the declarations of the file */
    const char *alias; /* the qualified name that it is an alias of, or null */
    bool is_template;  /* a template or a member of one, which differs between instances */
    bool has_instance; /* an alias of an instance, or a class with an instance as a base */
} gen_declared;

/* `using namespace named;` or an inline namespace; a base of a class; or the class that an alias
 * names. */
typedef struct gen_using {
    struct gen_using *next;
    const char *scope; /* "" or the namespaces around it; the class or the alias */
    const char *named;
    bool is_class;
} gen_using;

/* The constant with the value of all these architectures; null if they differ. */
const gen_constant *gen_model_value_for(const gen_constant *constant, uint32_t architectures);

/* True if at least one of the architectures has a value, or if there are no architectures. */
bool gen_model_has_value(const gen_constant *constant, uint32_t architectures);

/* Compares a type's name with the text from `begin` to `end`, as strcmp() does. Blanks count only
 * between two letters. */
int gen_model_compare_types(const char *name, const char *begin, const char *end);

#endif
