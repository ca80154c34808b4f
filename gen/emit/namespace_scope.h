/* namespace_scope.h: the namespaces that a declaration stands in, of which a model knows the names
 * as "a::b"; one without a name is "(anonymous namespace)". */
#ifndef GEN_NAMESPACE_SCOPE_H
#define GEN_NAMESPACE_SCOPE_H

#include "support/text.h"

/* Opens them and returns how many there are. */
size_t gen_emit_open_namespaces(gen_text *out, const char *enclosing);

/* "::a::b::", without those that have no name. */
void gen_emit_scope(gen_text *out, const char *enclosing);

#endif
