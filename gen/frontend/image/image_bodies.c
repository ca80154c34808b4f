/* Collects the file's bodies that a host compiler cannot build, and what else the CPU image needs
 * to know of the file. */
#include "frontend/image/image_bodies.h"

#include "frontend/image/image_headers.h"
#include "frontend/image/unfit_body.h"
#include "frontend/reader/attribute.h"
#include "frontend/reader/state.h"

#include <ctype.h>
#include <string.h>
/* --- Bodies ----------------------------------------------------------------------------------- */

/* True if `a` comes before `b` in the order that the CPU image needs. */
static bool precedes(const gen_unfit_body *a, const gen_unfit_body *b)
{
    return a->begin < b->begin || (a->begin == b->begin && a->end > b->end);
}

static void add_unfit_body(gen_image_function *function, const char *reason)
{
    static const char owner;
    gen_reader *reader = function->reader;
    gen_name_table *known = gen_table_of_file(reader, &owner); /* by place */
    gen_unfit_body **slot =
        function->header ? &function->header->unfit_bodies : &reader->model->unfit_bodies;
    const char *place =
        gen_arena_format(reader->arena, "%zu %zu %p", function->begin, function->end, (void *)slot);
    gen_unfit_body *body;

    if (gen_name_table_find(known, place))
        return;
    body = GEN_NEW(reader->arena, gen_unfit_body);
    gen_name_table_put(known, place, body);
    body->begin = function->begin;
    body->end = function->end;
    body->function = gen_reader_text(reader, clang_getCursorSpelling(function->cursor));
    body->reason = reason;
    body->is_macro = function->is_macro;
    while (*slot && precedes(*slot, body))
        slot = &(*slot)->next;
    body->next = *slot;
    *slot = body;
}

static size_t offset_of(CXSourceLocation location, CXFile *file)
{
    unsigned offset = 0;

    clang_getExpansionLocation(location, file, NULL, NULL, &offset);
    return offset;
}

/* Finds the function's body. The end is 0 if the file has none. */
static void find_body(gen_image_function *function)
{
    CXCursor body = gen_reader_child(function->cursor, CXCursor_CompoundStmt);
    CXSourceRange extent = clang_getCursorExtent(body);
    CXFile begin_file;
    CXFile end_file;

    if (clang_Cursor_isNull(body))
        return;
    function->begin = offset_of(clang_getRangeStart(extent), &begin_file);
    function->end = offset_of(clang_getRangeEnd(extent), &end_file);
    if (!clang_File_isEqual(begin_file, function->file) ||
        !clang_File_isEqual(end_file, function->file))
        function->end = 0;
}

static enum CXChildVisitResult count_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)cursor;
    (void)parent;
    ++*(unsigned *)data;
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult visit_end(CXCursor statement, CXCursor parent, CXClientData data)
{
    gen_kernel *kernel = data;
    unsigned parts = 0;
    CXFile file;

    (void)parent;
    if (clang_getCursorKind(statement) == CXCursor_NullStmt)
        return CXChildVisit_Continue;
    kernel->cpu.last_if = 0;
    if (clang_getCursorKind(statement) != CXCursor_IfStmt)
        return CXChildVisit_Continue;
    clang_visitChildren(statement, count_child, &parts);
    if (parts <= 2) /* the condition and the statement */
        kernel->cpu.last_if = offset_of(clang_getCursorLocation(statement), &file);
    return CXChildVisit_Continue;
}

void gen_read_body_range(gen_reader *reader, CXCursor cursor, gen_kernel *kernel)
{
    const gen_model *model = reader->model;
    gen_image_function function = {.reader = reader, .cursor = cursor, .file = reader->main_file};

    find_body(&function);
    if (function.end > model->source_length || function.end < function.begin + 2 ||
        model->source[function.begin] != '{' || model->source[function.end - 1] != '}')
        return;
    kernel->cpu.body_begin = function.begin;
    kernel->cpu.body_end = function.end;
    clang_visitChildren(gen_reader_child(cursor, CXCursor_CompoundStmt), visit_end, kernel);
}

/* The position just after the use of a macro, with its arguments if it has any. Parentheses in
 * strings and characters do not count. */
static size_t end_of_macro(const gen_image_function *function, size_t position)
{
    const char *source = function->source;
    size_t name_end;
    size_t depth = 0;

    while (isalnum((unsigned char)source[position]) || source[position] == '_')
        position++;
    name_end = position;
    while (isspace((unsigned char)source[position]))
        position++;
    if (source[position] != '(')
        return name_end;
    for (; position < function->length; position++) {
        char c = source[position];
        if (c == '"' || c == '\'') {
            while (++position < function->length && source[position] != c)
                position += source[position] == '\\';
        } else if (c == '(') {
            depth++;
        } else if (c == ')' && --depth == 0) {
            return position + 1;
        }
    }
    return name_end;
}

/* Reads a body. One between braces is replaced. One that a macro writes is left out, with
 * everything else that this use of the macro writes. */
static void read_function(gen_reader *reader, CXCursor cursor, CXFile file)
{
    const gen_model *model = reader->model;
    gen_image_file *header = gen_read_image_file(reader, file);
    gen_image_function function = {.reader = reader,
                                   .cursor = cursor,
                                   .file = file,
                                   .header = header,
                                   .source = header ? header->text : model->source,
                                   .length = header ? header->length : model->source_length};
    const char *reason;

    find_body(&function);
    if (function.end > function.length || function.begin > function.end || function.end == 0)
        return;
    if (function.source[function.begin] != '{') {
        function.is_macro = true;
        function.end = end_of_macro(&function, function.begin);
    } else if (function.source[function.end - 1] != '}') {
        return;
    }
    function.on_device = gen_attribute_marks_device(cursor) ||
                         !clang_Cursor_isNull(gen_reader_child(cursor, CXCursor_CUDAGlobalAttr));
    reason = gen_read_unfit_reason(&function);
    if (reason)
        add_unfit_body(&function, reason);
}

/* --- The unit --------------------------------------------------------------------------------- */

void gen_read_image_declaration(gen_reader *reader, const gen_declaration *declaration)
{
    CXFile file = NULL;

    if (!gen_declaration_has_image_body(declaration))
        return;
    offset_of(clang_getCursorLocation(declaration->cursor), &file);
    if (file && (clang_File_isEqual(file, reader->main_file) || gen_read_image_file(reader, file)))
        read_function(reader, declaration->cursor, file);
}

void gen_read_finish_image(gen_reader *reader)
{
    /* The use of a macro that writes such a kernel is left out, so the image has no name for the
     * kernel. */
    for (gen_kernel *kernel = reader->model->kernels; kernel; kernel = kernel->next)
        kernel->cpu.refused = kernel->cpu.unfit && kernel->cpu.body_end == 0;
}

/* Finds `typedef unsigned long long uint64_t;`. nvcc accepts it unless the file includes
 * <stdint.h>, where the type is a long. The CPU image has both. */
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
    if (!gen_reader_is_global(cursor))
        return;
    for (own = reader->model->own_integers; own; own = own->next)
        if (strcmp(own->name, name) == 0)
            return;
    own = GEN_NEW(reader->arena, gen_own_integer);
    own->name = name;
    own->next = reader->model->own_integers;
    reader->model->own_integers = own;
}
