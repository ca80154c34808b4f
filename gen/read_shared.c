/* The variables of shared memory that a body reaches: how many bytes they take, and the `extern`
 * arrays, which the CPU image has to define. */
#include "reader.h"

static enum CXChildVisitResult visit_attribute(CXCursor cursor, CXCursor parent, CXClientData data)
{
    bool *found = data;

    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_CUDASharedAttr)
        *found = true;
    return CXChildVisit_Continue;
}

static void add_shared_array(gen_reader *reader, CXCursor variable)
{
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(variable));
    CXType type = clang_getCursorType(variable);
    CXType element = clang_getArrayElementType(type);
    const char *enclosing = gen_read_enclosing_namespaces(reader, variable);
    const char *key = gen_arena_format(reader->arena, "%s::%s", enclosing, name);
    gen_shared_array *array;

    if (gen_name_table_find(&reader->shared_array_names, key))
        return;
    array = GEN_NEW(reader->arena, gen_shared_array);
    array->name = name;
    array->enclosing = enclosing;
    array->element = gen_reader_text(
        reader, clang_getTypeSpelling(element.kind == CXType_Invalid ? type : element));
    *reader->last_shared_array = array;
    reader->last_shared_array = &array->next;
    gen_name_table_put(&reader->shared_array_names, key, array);
}

static void add_variable(gen_reader *reader, gen_body_facts *facts, CXCursor cursor, uint64_t size,
                         uint64_t align)
{
    gen_shared_variable *variable;

    for (variable = facts->shared; variable; variable = variable->next)
        if (clang_equalCursors(variable->cursor, cursor))
            return;
    variable = GEN_NEW(reader->arena, gen_shared_variable);
    variable->cursor = cursor;
    variable->size = size;
    variable->align = align;
    variable->next = facts->shared;
    facts->shared = variable;
}

void gen_read_shared_variable(gen_reader *reader, gen_body_facts *facts, CXCursor variable)
{
    CXType type = clang_getCursorType(variable);
    long long size;
    long long align;

    if (clang_Cursor_getStorageClass(variable) == CX_SC_Extern) {
        facts->dynamic_shared = true;
        add_shared_array(reader, variable);
        return;
    }
    size = clang_Type_getSizeOf(type);
    align = clang_Type_getAlignOf(type);
    if (size > 0 && align > 0) /* else it depends on a template's arguments */
        add_variable(reader, facts, variable, (uint64_t)size, (uint64_t)align);
}

void gen_read_shared_use(gen_reader *reader, gen_body_facts *facts, CXCursor variable)
{
    bool is_shared = false;

    clang_visitChildren(variable, visit_attribute, &is_shared);
    if (is_shared)
        gen_read_shared_variable(reader, facts, variable);
}

void gen_read_merge_shared(gen_reader *reader, gen_body_facts *into, const gen_body_facts *from)
{
    into->dynamic_shared |= from->dynamic_shared;
    for (const gen_shared_variable *variable = from->shared; variable; variable = variable->next)
        add_variable(reader, into, variable->cursor, variable->size, variable->align);
}

uint64_t gen_read_shared_size(const gen_body_facts *facts)
{
    uint64_t size = 0;

    for (const gen_shared_variable *variable = facts->shared; variable; variable = variable->next)
        size = (size + variable->align - 1) / variable->align * variable->align + variable->size;
    return size;
}
