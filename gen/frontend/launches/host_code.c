#include "frontend/launches/host_code.h"

#include "frontend/launches/host_launch.h"
#include "frontend/launches/host_syntax.h"
#include "frontend/reader/declaration_walk.h"

#include <string.h>

static const char *name_of(const gen_host_code *code, CXCursor cursor)
{
    return gen_reader_text(code->reader, clang_getCursorSpelling(cursor));
}

static gen_host_write *add_write(gen_host_code *code, CXCursor target, CXCursor value,
                                 CXCursor place)
{
    gen_host_write *write = GEN_NEW(code->reader->arena, gen_host_write);

    *write = (gen_host_write){.target = target,
                              .value = value,
                              .function = code->function,
                              .offset = gen_host_offset(place)};
    GEN_ADD(&code->writes, write);
    return write;
}

static void add_allocation(gen_host_code *code, CXCursor target, CXCursor size, long long multiple)
{
    gen_host_allocation *added = GEN_NEW(code->reader->arena, gen_host_allocation);

    if (clang_Cursor_isNull(target) || clang_Cursor_isNull(size))
        return;
    *added =
        (gen_host_allocation){NULL, target, size, multiple, code->function, gen_host_offset(size)};
    GEN_ADD(&code->allocations, added);
}

/* --- Variables -------------------------------------------------------------------------------- */

/* "device_vector<float> x(n)": n elements. */
static void read_container(gen_host_code *code, CXCursor variable)
{
    static const char *const names[] = {"vector", "device_vector", "universal_vector"};
    const CXType type = clang_getCanonicalType(clang_getCursorType(variable));
    const char *name = name_of(code, clang_getTypeDeclaration(type));
    const CXCursor constructor = gen_host_unwrapped(gen_host_last_expression(variable));
    const long long size = clang_Type_getSizeOf(clang_Type_getTemplateArgumentAsType(type, 0));

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(name, names[i]) == 0 && size > 0 &&
            clang_Cursor_getNumArguments(constructor) > 0)
            add_allocation(code, variable, clang_Cursor_getArgument(constructor, 0), size);
    }
}

static void read_variable(gen_host_code *code, CXCursor variable)
{
    const CXType type = clang_getCanonicalType(clang_getCursorType(variable));
    const CXCursor value = gen_host_last_expression(variable);

    if (type.kind == CXType_Record)
        read_container(code, variable);
    else if (type.kind != CXType_ConstantArray && !clang_Cursor_isNull(value))
        add_write(code, variable, value, value);
}

/* --- Calls ------------------------------------------------------------------------------------ */

static void read_allocation(gen_host_code *code, CXCursor call, const char *name)
{
    static const char *const names[] = {"cudaMalloc",      "cudaMallocManaged",
                                        "cudaMallocAsync", "cudaMallocHost",
                                        "cudaHostAlloc",   "cuMemAlloc",
                                        "cuMemAlloc_v2",   "cuMemAllocManaged",
                                        "cuMemAllocAsync", "cudaMallocFromPoolAsync"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(name, names[i]) == 0)
            add_allocation(code, gen_host_root(code->reader, clang_Cursor_getArgument(call, 0)),
                           clang_Cursor_getArgument(call, 1), 1);
    }
}

/* True if the function may change what its parameter is given. */
static bool is_reference(CXCursor parameter)
{
    const CXType type = clang_getCanonicalType(clang_getCursorType(parameter));

    return type.kind == CXType_LValueReference &&
           !clang_isConstQualifiedType(clang_getPointeeType(type));
}

/* The parameters of a function of the program get the arguments. */
static void read_arguments(gen_host_code *code, CXCursor call)
{
    const CXCursor function = clang_getCursorReferenced(call);
    const CXCursor definition = clang_getCursorDefinition(function);
    const char *name = name_of(code, function);
    /* the first argument of an operator is the object */
    const int first =
        clang_getCursorKind(function) == CXCursor_CXXMethod && strncmp(name, "operator", 8) == 0;
    const int count = clang_Cursor_getNumArguments(function);

    for (int i = 0; i < count && first + i < clang_Cursor_getNumArguments(call); i++) {
        const CXCursor argument = clang_Cursor_getArgument(call, (unsigned)(first + i));
        const CXCursor root = gen_host_root(code->reader, argument);

        if (!clang_Cursor_isNull(definition))
            add_write(code, clang_Cursor_getArgument(definition, (unsigned)i), argument, call);
        if (is_reference(clang_Cursor_getArgument(function, (unsigned)i)) &&
            !clang_Cursor_isNull(root))
            add_write(code, root, clang_getNullCursor(), call)->moves = strcmp(name, "swap") == 0;
    }
}

static void read_call(gen_host_code *code, CXCursor call)
{
    const char *name = name_of(code, call);

    if (gen_host_launch_read(code, call, name))
        return;
    read_allocation(code, call, name);
    read_arguments(code, call);
}

/* --- All -------------------------------------------------------------------------------------- */

static void read_operator(gen_host_code *code, CXCursor expression)
{
    const char operator_ = gen_host_operator(expression);
    const bool is_compound = clang_getCursorKind(expression) == CXCursor_CompoundAssignOperator;
    const CXCursor target = gen_host_root(code->reader, gen_host_child(expression, 0));

    if (clang_Cursor_isNull(target))
        return;
    if (operator_ == '=')
        add_write(code, target, gen_host_child(expression, 1), expression);
    else if (operator_ == 'i' || operator_ == '&' || is_compound)
        add_write(code, target, clang_getNullCursor(), expression)->moves = operator_ != '&';
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    gen_host_code *code = data;

    (void)parent;
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_VarDecl:
        read_variable(code, cursor);
        break;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
    case CXCursor_UnaryOperator:
        read_operator(code, cursor);
        break;
    case CXCursor_CallExpr:
        read_call(code, cursor);
        break;
    case CXCursor_InitListExpr: /* arguments of a launch, by their addresses: nothing is written */
        return clang_getPointeeType(clang_getArrayElementType(clang_getCursorType(cursor))).kind ==
                       CXType_Void
                   ? CXChildVisit_Continue
                   : CXChildVisit_Recurse;
    default:
        break;
    }
    return CXChildVisit_Recurse;
}

static void visit_declaration(gen_reader *reader, const gen_declaration *declaration, void *data)
{
    gen_host_code *code = data;

    (void)reader;
    if (declaration->in_system || declaration->in_template ||
        declaration->kind == CXCursor_FunctionTemplate)
        return;
    code->function = declaration->cursor;
    if (declaration->kind == CXCursor_VarDecl)
        read_variable(code, declaration->cursor);
    else if (gen_declaration_has_image_body(declaration))
        clang_visitChildren(declaration->cursor, visit, code);
}

void gen_host_code_read(gen_host_code *code, gen_reader *reader, CXTranslationUnit unit)
{
    *code = (gen_host_code){.reader = reader, .function = clang_getNullCursor()};
    gen_reader_visit_declarations(reader, unit, visit_declaration, code);
}
