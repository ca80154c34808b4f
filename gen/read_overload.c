/* Kernels that share their name with other functions, or with templates: the CPU image can name
 * them by their type alone. */
#include "reader.h"

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

/* "void (*)(const float *, int)" */
static const char *pointer_type(gen_reader *reader, CXCursor function)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(function));
    const char *spelling = gen_reader_text(reader, clang_getTypeSpelling(type));
    const char *parameters = strchr(spelling, '(');

    if (!parameters)
        return NULL;
    return gen_arena_format(reader->arena, "%.*s(*)%s", (int)(parameters - spelling), spelling,
                            parameters);
}

void gen_read_overloads(gen_reader *reader)
{
    for (const gen_definition *d = reader->definitions; d; d = d->next) {
        gen_kernel *kernel = gen_name_table_find(&reader->kernel_symbols, d->kernel->symbol);
        if (kernel && gen_name_table_find(&reader->overloaded, kernel->name))
            kernel->pointer_type = pointer_type(reader, d->function);
    }
}
