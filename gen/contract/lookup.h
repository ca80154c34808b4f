/* lookup.h: which declaration a name in a contract means. */
#ifndef GEN_LOOKUP_H
#define GEN_LOOKUP_H

#include "model/model.h"

/* What C++ finds for `name`, "N" or "a::N", at the annotation's place, qualified; the name itself
 * if nothing is found. With `is_global` the name began with `::`. Null if it may mean two things,
 * which are then in `both`. */
const char *gen_expr_lookup(const gen_model *model, gen_arena *arena,
                            const gen_annotation *annotation, const char *name, bool is_global,
                            const char *both[2]);

/* Whether a qualified name goes through a class template, of which it names no instance. */
bool gen_expr_lookup_is_of_template(const gen_model *model, gen_arena *arena, const char *name);
/* Whether it may be a member of an instance, by way of an alias or of a base: these are not read.
 */
bool gen_expr_lookup_is_of_instance(const gen_model *model, gen_arena *arena, const char *name);

#endif
