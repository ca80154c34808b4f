/* declaration_walk.h: walks over a unit's declarations, in the order of the text. */
#ifndef GEN_DECLARATION_WALK_H
#define GEN_DECLARATION_WALK_H

#include "frontend/reader/reader.h"

typedef struct gen_declaration {
    CXCursor cursor;
    CXCursor parent; /* the namespace, class, … that contains it */
    enum CXCursorKind kind;
    bool in_system; /* in a header that is not the program's, nor in a folder of the user's flags */
    bool is_marked; /* in a header that clang takes for a system header */
    bool in_template; /* inside a class template */
    bool in_union;
} gen_declaration;

typedef void gen_declaration_visitor(gen_reader *reader, const gen_declaration *declaration,
                                     void *data);

/* Visits all declarations, also in namespaces and classes; in system headers, only the
 * outermost. */
void gen_reader_visit_declarations(gen_reader *reader, CXTranslationUnit unit,
                                   gen_declaration_visitor *visitor, void *data);
/* True for a function of the program whose text the CPU image may contain. */
bool gen_declaration_has_image_body(const gen_declaration *declaration);

#endif
