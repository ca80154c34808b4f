/* class_members.h: the members of a class, also of an instance of a template. */
#ifndef GEN_CLASS_MEMBERS_H
#define GEN_CLASS_MEMBERS_H

#include "frontend/reader/reader.h"

/* Its own parts. libclang does not show those of an instance of a template, but the
 * template's, and of these not what depends on its arguments. */
void gen_read_visit_class(CXCursor declaration, CXCursorVisitor visitor, CXClientData data);
/* The type itself, or of an array the type of its elements. */
CXType gen_read_element_of(CXType type);
/* Whether it is a base's constructor that a class has by `using`; and those of the bases that it
 * may be. libclang does not say which. The null cursor: one that is not
 * known. */
bool gen_read_is_inherited(CXCursor function);
typedef void gen_constructor_visitor(CXCursor constructor, void *data);
void gen_read_visit_inherited(CXCursor constructor, gen_constructor_visitor *visit, void *data);
/* Whether the end of a value runs code of the program's. libclang shows no call for it. */
bool gen_read_has_destructor(gen_reader *reader, CXType type);

#endif
