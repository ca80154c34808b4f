#include "frontend/types/enumeration.h"

#include "frontend/reader/header_owner.h"
#include "frontend/reader/state.h"
#include "frontend/types/c_naming.h"
#include "frontend/types/spelling.h"

#include <string.h>

typedef struct enumerator_walk {
    gen_reader *reader;
    gen_enumeration *enumeration;
    size_t capacity;
} enumerator_walk;

static enum CXChildVisitResult visit_enumerator(CXCursor cursor, CXCursor parent, CXClientData data)
{
    enumerator_walk *walk = data;
    gen_enumeration *enumeration = walk->enumeration;
    gen_enumerator *enumerator;

    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_EnumConstantDecl)
        return CXChildVisit_Continue;
    GEN_GROW(walk->reader->arena, enumeration->enumerators, enumeration->count, &walk->capacity);
    enumerator = &enumeration->enumerators[enumeration->count++];
    enumerator->name = gen_reader_text(walk->reader, clang_getCursorSpelling(cursor));
    if (gen_scalar_row_of(enumeration->scalar)->class == GEN_SCALAR_SIGNED)
        enumerator->bits = (uint64_t)clang_getEnumConstantDeclValue(cursor);
    else
        enumerator->bits = clang_getEnumConstantDeclUnsignedValue(cursor);
    return CXChildVisit_Continue;
}

static gen_enumeration *make_enumeration(gen_reader *reader, const gen_type *type,
                                         const char *spelling, CXCursor declaration)
{
    enumerator_walk walk = {.reader = reader};

    walk.enumeration = GEN_NEW(reader->arena, gen_enumeration);
    walk.enumeration->spelling = spelling;
    walk.enumeration->tag = gen_read_identifier(reader, spelling);
    walk.enumeration->scalar = type->scalar;
    walk.enumeration->integer = type->c_name;
    clang_visitChildren(declaration, visit_enumerator, &walk);
    return walk.enumeration;
}

gen_enumeration *gen_read_enumeration(gen_reader *reader, const gen_type *type, CXType canonical)
{
    CXCursor declaration = clang_getTypeDeclaration(canonical);
    CXCursor definition = clang_getCursorDefinition(declaration);
    const char *spelling = gen_read_spelling(reader, canonical);
    static const char owner;
    gen_name_table *known = gen_table_of_file(reader, &owner);
    gen_enumeration *enumeration;
    const char *key;

    if (strstr(spelling, "(unnamed ") || gen_read_in_system(reader, declaration))
        return NULL;
    key = gen_arena_format(reader->arena, "%s %s", spelling,
                           gen_reader_text(reader, clang_getCursorUSR(declaration)));
    enumeration = gen_name_table_find(known, key);
    if (enumeration)
        return enumeration;
    enumeration = make_enumeration(reader, type, spelling,
                                   clang_Cursor_isNull(definition) ? declaration : definition);
    enumeration->naming = gen_read_c_naming(reader, declaration);
    enumeration->is_global =
        gen_reader_is_global(declaration) && !clang_EnumDecl_isScoped(declaration);
    gen_name_table_put(known, key, enumeration);
    GEN_APPEND(gen_enumeration, reader->model->enumerations, enumeration);
    return enumeration;
}
