/* Kernels that share their name with other functions, or with templates: the CPU image can name
 * them by their type alone. */
#include "frontend/overload.h"

#include "frontend/types/spelling.h"

#include <string.h>

void gen_read_note_function(gen_reader *reader, const char *name, CXCursor function)
{
    CXCursor canonical = clang_getCanonicalCursor(function);
    const CXCursor *known = gen_name_table_find(&reader->functions, name);
    CXCursor *copy;

    if (known) {
        if (!clang_equalCursors(*known, canonical))
            gen_name_table_put(&reader->overloaded, name, reader);
        return;
    }
    copy = GEN_NEW(reader->arena, CXCursor);
    *copy = canonical;
    gen_name_table_put(&reader->functions, name, copy);
}

/* Names of unnamed namespaces are found without them. */
static const char *name_from_outside(gen_reader *reader, const char *spelling)
{
    static const char unnamed[] = "(anonymous namespace)::";
    char *copy = gen_arena_string(reader->arena, spelling);

    for (char *c = copy; (c = strstr(c, unnamed)) != NULL;)
        memmove(c, c + strlen(unnamed), strlen(c + strlen(unnamed)) + 1);
    return copy;
}

/* "void (*)(const float *, int)" */
static const char *pointer_type(gen_reader *reader, CXCursor function)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(function));
    int count = clang_getNumArgTypes(type);
    const char *parameters = "";

    for (int i = 0; i < count; i++) {
        CXType parameter = clang_getArgType(type, (unsigned)i);
        parameters = gen_arena_format(reader->arena, "%s%s%s", parameters, i > 0 ? ", " : "",
                                      gen_read_written_spelling(reader, parameter));
    }
    return gen_arena_format(reader->arena, "void (*)(%s)", name_from_outside(reader, parameters));
}

/* To ::name there, what stands in for an absent kernel is an overload. */
static bool in_unnamed_namespace(CXCursor function)
{
    CXCursor parent = clang_getCursorSemanticParent(function);

    while (!clang_Cursor_isNull(parent) && !clang_isTranslationUnit(clang_getCursorKind(parent))) {
        if (clang_getCursorKind(parent) == CXCursor_Namespace && clang_Cursor_isAnonymous(parent))
            return true;
        parent = clang_getCursorSemanticParent(parent);
    }
    return false;
}

void gen_read_overloads(gen_reader *reader)
{
    for (const gen_definition *d = reader->definitions; d; d = d->next) {
        gen_kernel *kernel = gen_name_table_find(&reader->kernel_symbols, d->kernel->symbol);
        if (kernel && (gen_name_table_find(&reader->overloaded, kernel->name) ||
                       in_unnamed_namespace(d->function)))
            kernel->pointer_type = pointer_type(reader, d->function);
    }
}
