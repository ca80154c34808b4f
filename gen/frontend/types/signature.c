#include "frontend/types/signature.h"

#include "frontend/types/spelling.h"
#include "support/text.h"

#include <stdlib.h>
#include <string.h>

/* The type that the device gets. Only the canonical type shows that it is a pointer for `float
 * x[3]`; for other parameters, the type as the author named it. */
CXType gen_read_argument_type(CXCursor function, unsigned index)
{
    CXType type = clang_getCursorType(function);
    CXType written = clang_getArgType(type, index);
    CXType canonical = clang_getArgType(clang_getCanonicalType(type), index);

    return clang_getCanonicalType(written).kind == canonical.kind ? written : canonical;
}

const char *gen_read_signature(gen_reader *reader, CXCursor function, const gen_kernel *kernel)
{
    gen_text text;
    const char *copy;

    if (gen_name_table_find(&reader->failed_kernels, kernel->name))
        return kernel->name; /* the names of its types may never end */
    gen_text_initialize(&text);
    gen_text_printf(&text, "void %s(", kernel->name);
    for (unsigned i = 0; i < kernel->param_count; i++) {
        const char *type = gen_read_written_spelling(reader, gen_read_argument_type(function, i));
        size_t length = strlen(type);
        const char *space =
            length && (type[length - 1] == '*' || type[length - 1] == '&') ? "" : " ";
        gen_text_printf(&text, "%s%s%s%s", i ? ", " : "", type, space, kernel->params[i].name);
    }
    gen_text_puts(&text, ")");
    copy = gen_arena_string(reader->arena, text.data ? text.data : "");
    gen_text_deinitialize(&text);
    return copy;
}

/* Removes unnamed namespaces, without which names are found. */
static const char *name_from_outside(gen_reader *reader, const char *spelling)
{
    static const char unnamed[] = "(anonymous namespace)::";
    char *copy = gen_arena_string(reader->arena, spelling);

    for (char *c = copy; (c = strstr(c, unnamed)) != NULL;)
        memmove(c, c + strlen(unnamed), strlen(c + strlen(unnamed)) + 1);
    return copy;
}

const char *gen_read_pointer_type(gen_reader *reader, CXCursor function)
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

const char *gen_read_canonical_text(gen_reader *reader, CXType type)
{
    static const char word[] = "type-parameter-"; /* clang's, with the depth and the index */
    const char *at = gen_reader_text(reader, clang_getTypeSpelling(clang_getCanonicalType(type)));
    gen_text text;

    gen_text_initialize(&text);
    for (const char *next = strstr(at, word); next; next = strstr(at, word)) {
        unsigned long index;
        char *end;

        gen_text_append(&text, at, (size_t)(next - at));
        strtoul(next + strlen(word), &end, 10);
        index = strtoul(end + 1, &end, 10);
        gen_text_printf(&text, "template parameter %lu", index + 1);
        at = end;
    }
    gen_text_puts(&text, at);
    at = gen_arena_string(reader->arena, text.data ? text.data : "");
    gen_text_deinitialize(&text);
    return at;
}
