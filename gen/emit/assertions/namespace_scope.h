/* namespace_scope.h: the namespaces around a declaration. The model stores them as "a::b", and an
 * unnamed one as "(anonymous namespace)". */
#ifndef GEN_NAMESPACE_SCOPE_H
#define GEN_NAMESPACE_SCOPE_H

#include "support/text.h"

/* Opens them. Returns their number. */
size_t gen_emit_open_namespaces(gen_text *out, const char *enclosing);

/* Writes "::a::b::", without unnamed namespaces. */
void gen_emit_scope(gen_text *out, const char *enclosing);

#endif
