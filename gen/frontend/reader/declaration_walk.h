/* declaration_walk.h: the walk over a unit's declarations, in the order of the text. */
#ifndef GEN_DECLARATION_WALK_H
#define GEN_DECLARATION_WALK_H

#include "frontend/reader/reader.h"

typedef struct gen_declaration {
    CXCursor cursor;
    CXCursor parent; /* the namespace, class, … whose child it is */
    enum CXCursorKind kind;
    bool in_system;   /* in a header that is neither the program's nor one that the user names */
    bool is_marked;   /* clang takes its header for the system's */
    bool in_template; /* of a class */
    bool in_union;
} gen_declaration;

typedef void gen_declaration_visitor(gen_reader *reader, const gen_declaration *declaration,
                                     void *data);

/* All declarations in namespaces and classes; of the system's headers those outside of them. */
void gen_reader_visit_declarations(gen_reader *reader, CXTranslationUnit unit,
                                   gen_declaration_visitor *visitor, void *data);
/* Whether it is a function of the program's whose text the CPU image may hold. */
bool gen_declaration_has_image_body(const gen_declaration *declaration);

#endif
