/* scope.h: the names that a body declares: registers, also many at once (`%rd<15>`), variables,
 * labels. */
#ifndef GEN_PTX_SCOPE_H
#define GEN_PTX_SCOPE_H

#include "ptx/ptx.h"
#include "support/name_table.h"

typedef struct gen_ptx_name {
    gen_token name; /* without the number */
    uint64_t count; /* of `%rd<15>`; 0: it is a single name */
    char kind;      /* of a register; 0: it is something else */
    uint8_t bits;   /* of a component, if it is a vector */
    uint8_t lanes;  /* of a vector: the components are `name.x` …; else 1 */
} gen_ptx_name;

typedef struct gen_ptx_scope {
    gen_name_table singles;
    gen_name_table ranges;
} gen_ptx_scope;

gen_ptx_scope gen_ptx_scope_begin(gen_arena *arena);
bool gen_ptx_scope_is_empty(const gen_ptx_scope *scope);

/* `name` is copied. */
void gen_ptx_scope_add(gen_ptx_scope *scope, const gen_ptx_name *name);

/* The name that the word begins with: `%rd` of `%rd12`, `color` of `color.x`. Null if it is none of
 * the scope. */
const gen_ptx_name *gen_ptx_scope_find(const gen_ptx_scope *scope, gen_token word);

/* True if it has components with names. */
bool gen_ptx_is_vector(const gen_ptx_name *name);

/* `color` of `color.x`. */
gen_token gen_ptx_without_component(gen_token word);

/* The registers that are declared as `name<N>`, or null. */
const gen_ptx_name *gen_ptx_scope_find_range(const gen_ptx_scope *scope, gen_token name);

#endif
