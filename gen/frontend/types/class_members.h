/* class_members.h: the members of a class or of an instance of a class template. */
#ifndef GEN_CLASS_MEMBERS_H
#define GEN_CLASS_MEMBERS_H

#include "frontend/reader/reader.h"

/* Visits the members of a class. For an instance of a template, libclang shows only the template's
 * members, and not what depends on its arguments. */
void gen_read_visit_class(CXCursor declaration, CXCursorVisitor visitor, CXClientData data);
/* The type of an array's elements; any other type itself. */
CXType gen_read_element_of(CXType type);
/* The first is true for a constructor that a class inherits by `using Base::Base`. The second
 * visits the base constructors that may be meant, since libclang does not say which; the null
 * cursor means an unknown one. */
bool gen_read_is_inherited(CXCursor function);
typedef void gen_constructor_visitor(CXCursor constructor, void *data);
void gen_read_visit_inherited(CXCursor constructor, gen_constructor_visitor *visit, void *data);
/* True if destroying a value of the type runs code of the program. libclang does not show that
 * call. */
bool gen_read_has_destructor(gen_reader *reader, CXType type);

#endif
