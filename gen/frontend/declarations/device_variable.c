#include "frontend/declarations/device_variable.h"

#include "frontend/kernels/kernel_parameters.h"
#include "frontend/reader/attribute.h"
#include "frontend/reader/state.h"
#include "frontend/types/record.h"
#include "frontend/types/spelling.h"
#include "frontend/types/type_reader.h"

/* Reads the type. Null if that fails, which is not an error: a program need not copy the
 * variable. */
static const gen_type *read_type(gen_reader *reader, CXCursor cursor)
{
    const gen_diag before = *reader->diag;
    CXType type = clang_getCursorType(cursor);
    const gen_type *read = NULL;

    if (!gen_read_is_nameable(type) || gen_read_is_long_double(type))
        return NULL;
    read = gen_read_field_type(reader, type, gen_reader_place(reader, cursor), "");
    gen_diag_forget(reader->diag, &before);
    return read;
}

/* True if C can name what the host copies: the type, or that of its elements. */
static bool has_c_type(const gen_type *type)
{
    for (; type->kind == GEN_TYPE_ARRAY; type = type->element)
        if (type->count == 0)
            return false;
    return type->kind == GEN_TYPE_SCALAR || type->kind == GEN_TYPE_POINTER ||
           (type->kind == GEN_TYPE_RECORD && type->record->is_plain);
}

/* Sets the type and the tag, only of external variables: nvcc makes up the symbols of the
 * others. */
static void read_interface(gen_reader *reader, CXCursor cursor, gen_global *global)
{
    const gen_type *element;

    if (clang_getCursorLinkage(cursor) != CXLinkage_External)
        return;
    global->type = read_type(reader, cursor);
    if (!global->type || !has_c_type(global->type))
        return;
    global->tag = gen_read_identifier(reader, gen_reader_qualified_name(reader, cursor));
    for (element = global->type; element->kind == GEN_TYPE_ARRAY;)
        element = element->element;
    gen_read_mark_types(element);
}

static gen_name_table *variables_of(gen_reader *reader)
{
    static const char owner;

    return gen_table_of_file(reader, &owner);
}

static gen_global *add(gen_reader *reader, CXCursor cursor, const char *symbol, bool constant)
{
    gen_global *global = GEN_NEW(reader->arena, gen_global);

    global->name = gen_reader_text(reader, clang_getCursorSpelling(cursor));
    global->symbol = symbol;
    global->enclosing = gen_reader_enclosing_namespaces(reader, cursor);
    global->place = gen_reader_place(reader, cursor);
    global->constant = constant;
    GEN_APPEND(gen_global, reader->model->globals, global);
    gen_name_table_put(variables_of(reader), symbol, global);
    return global;
}

/* False for members of classes: the host cannot ask for their address in the image. */
static bool is_candidate(const gen_declaration *declaration)
{
    enum CXCursorKind around;

    if (declaration->kind != CXCursor_VarDecl || declaration->is_marked || declaration->in_union ||
        !clang_isCursorDefinition(declaration->cursor))
        return false;
    around = clang_getCursorKind(clang_getCursorSemanticParent(declaration->cursor));
    return around != CXCursor_StructDecl && around != CXCursor_ClassDecl;
}

void gen_read_device_variable(gen_reader *reader, const gen_declaration *declaration)
{
    CXCursor cursor = declaration->cursor;
    bool constant = !clang_Cursor_isNull(gen_reader_child(cursor, CXCursor_CUDAConstantAttr));
    gen_global *global;
    const char *symbol;

    if (!is_candidate(declaration) || (!constant && !gen_attribute_marks_device(cursor)))
        return;
    symbol = gen_reader_text(reader, clang_Cursor_getMangling(cursor));
    global = gen_name_table_find(variables_of(reader), symbol);
    if (!global) {
        global = add(reader, cursor, symbol, constant);
        if (!declaration->in_system && !declaration->in_template)
            read_interface(reader, cursor, global);
    }
    global->architectures |= UINT32_C(1) << reader->architecture;
}
