#include "reader.h"

#include <string.h>

static bool is_global(CXCursor cursor)
{
    enum CXCursorKind parent = clang_getCursorKind(clang_getCursorSemanticParent(cursor));

    return clang_isTranslationUnit(parent) || parent == CXCursor_LinkageSpec;
}

/* `typedef unsigned long long uint64_t;`: nvcc accepts it where <stdint.h> is not included, in
 * which it is a long. In the CPU image both meet. */
void gen_read_own_integer(gen_reader *reader, CXCursor cursor)
{
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(cursor));
    size_t length = strlen(name);
    const char *integer = name[0] == 'u' ? name + 1 : name;
    CXType type = clang_getCanonicalType(clang_getTypedefDeclUnderlyingType(cursor));
    gen_own_integer *own;

    if (strncmp(integer, "int", strlen("int")) != 0 || strcmp(name + length - 2, "_t") != 0 ||
        (type.kind != CXType_LongLong && type.kind != CXType_ULongLong))
        return;
    if (!is_global(cursor))
        return;
    for (own = reader->model->own_integers; own; own = own->next)
        if (strcmp(own->name, name) == 0)
            return;
    own = GEN_NEW(reader->arena, gen_own_integer);
    own->name = name;
    own->next = reader->model->own_integers;
    reader->model->own_integers = own;
}
