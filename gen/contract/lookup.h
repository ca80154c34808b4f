/* lookup.h: finds the declaration that a name in a contract means. */
#ifndef GEN_LOOKUP_H
#define GEN_LOOKUP_H

#include "model/model.h"

/* Looks up `name`, "N" or "a::N", as C++ does at the annotation's place. Returns the qualified
 * name; `name` itself if there is no such declaration; null if the name is ambiguous, with two
 * candidates in `both`. `is_global`: the name began with `::`. */
const char *gen_expr_lookup(const gen_model *model, gen_arena *arena,
                            const gen_annotation *annotation, const char *name, bool is_global,
                            const char *both[2]);

/* True if the qualified name goes through a class template without template arguments. */
bool gen_expr_lookup_is_of_template(const gen_model *model, gen_arena *arena, const char *name);
/* True if the name may be a member of a template's instance, through an alias or a base. Instances
 * are not read. */
bool gen_expr_lookup_is_of_instance(const gen_model *model, gen_arena *arena, const char *name);

#endif
