/* Reads the uses of CUSTUB_STUB. <custub/kernel.h> makes each a static assertion: its condition
 * names the kernel, and its message is "custub.stub:axpy_f32|math::axpy<float, 4>". */
#include "frontend/declarations/stub_use.h"

#include "frontend/declarations/redeclaration.h"
#include "frontend/kernels/symbol.h"
#include "frontend/unit/diagnostics.h"

#include <ctype.h>
#include <string.h>

typedef struct gen_stub_use {
    struct gen_stub_use *next;
    const char *name;    /* "axpy_f32" */
    const char *written; /* "math::axpy<float, 4>" */
    gen_place place;
    bool at_file_scope;
    CXCursor assertion;
} gen_stub_use;

/* --- Finding them ---------------------------------------------------------------------------- */

/* The text of a string literal, which libclang shows as the source has it. */
static char *text_of(gen_reader *reader, CXCursor literal)
{
    char *text =
        gen_arena_string(reader->arena, gen_reader_text(reader, clang_getCursorSpelling(literal)));
    char *end = text;

    for (const char *c = text; *c; c++) {
        if (*c == '"')
            continue;
        c += *c == '\\' && c[1];
        *end++ = *c;
    }
    *end = '\0';
    return text;
}

static bool is_at_file_scope(gen_reader *reader, const gen_declaration *declaration)
{
    enum CXCursorKind parent = clang_getCursorKind(declaration->parent);

    return (clang_isTranslationUnit(parent) || parent == CXCursor_LinkageSpec ||
            parent == CXCursor_UnexposedDecl) &&
           !*gen_reader_enclosing_namespaces(reader, declaration->cursor);
}

bool gen_read_stub_use(gen_reader *reader, gen_stub_uses *stubs, const gen_declaration *declaration)
{
    static const char prefix[] = "custub.stub:";
    CXCursor literal = gen_reader_child(declaration->cursor, CXCursor_StringLiteral);
    char *text = clang_Cursor_isNull(literal) ? "" : text_of(reader, literal);
    char *end;
    gen_stub_use *use;

    if (strncmp(text, prefix, sizeof(prefix) - 1) != 0)
        return false;
    text += sizeof(prefix) - 1;
    end = strchr(text, '|');
    if (!end) /* <custub/kernel.h> of an older custub */
        end = strchr(text, ':');
    if (!end)
        return false;
    *end = '\0';
    use = GEN_NEW(reader->arena, gen_stub_use);
    use->name = text;
    use->written = end + 1;
    use->place = gen_reader_place(reader, declaration->cursor);
    use->at_file_scope = is_at_file_scope(reader, declaration);
    use->assertion = declaration->cursor;
    GEN_ADD(stubs, use);
    return true;
}

/* --- The kernel ------------------------------------------------------------------------------ */

/* Finds where an expression names a function: through parentheses, casts and `&`. */
static enum CXChildVisitResult visit_expression(CXCursor cursor, CXCursor parent, CXClientData data)
{
    CXCursor *found = data;

    switch (clang_getCursorKind(cursor)) {
    case CXCursor_DeclRefExpr:
        *found = cursor;
        return CXChildVisit_Break;
    case CXCursor_BinaryOperator: /* the assertion's comparison */
        return clang_getCursorKind(parent) == CXCursor_StaticAssert ? CXChildVisit_Recurse
                                                                    : CXChildVisit_Continue;
    case CXCursor_UnexposedExpr:
    case CXCursor_ParenExpr:
    case CXCursor_UnaryOperator:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
        return CXChildVisit_Recurse;
    default:
        return CXChildVisit_Continue;
    }
}

static const char *kind_of(gen_reader *reader, CXCursor named)
{
    switch (clang_getCursorKind(named)) {
    case CXCursor_VarDecl:
        return gen_arena_format(
            reader->arena, "a variable of type '%s'",
            gen_reader_text(reader, clang_getTypeSpelling(clang_getCursorType(named))));
    case CXCursor_FunctionDecl:
    case CXCursor_FunctionTemplate:
    case CXCursor_CXXMethod:
        return "a function without __global__";
    default:
        return "neither a function nor a variable";
    }
}

/* True for a function that is a kernel; otherwise reports what it is. */
static bool check_kernel(gen_reader *reader, const gen_stub_use *use, CXCursor function)
{
    if (clang_Cursor_isNull(function) ||
        clang_Cursor_isNull(gen_reader_child(function, CXCursor_CUDAGlobalAttr)))
        gen_diag_error(reader->diag, use->place, "stub-not-kernel",
                       "CUSTUB_STUB(%s): '%s' is %s, and a kernel is needed; name a __global__ "
                       "function",
                       use->name, use->written, kind_of(reader, function));
    else if (gen_read_has_c_linkage(reader, function))
        gen_diag_error(reader->diag, use->place, "stub-twice",
                       "CUSTUB_STUB(%s): kernel '%s' has C linkage and so a launch function of its "
                       "own; remove this",
                       use->name, gen_reader_text(reader, clang_getCursorSpelling(function)));
    else if (!gen_read_symbol(reader, function))
        gen_diag_error(
            reader->diag, use->place, "stub-linkage",
            "CUSTUB_STUB(%s): custub does not know the symbol of '%s': it or one of its template "
            "arguments is in a function or an unnamed namespace, or it is static with extern "
            "\"C\" or with -rdc=true, or an argument is static; move it to a namespace with a "
            "name, without static",
            use->name, use->written);
    else
        return true;
    return false;
}

const gen_place *gen_read_place_of_name(const gen_reader *reader, const gen_stub_uses *stubs,
                                        const char *name)
{
    const gen_stub_use *use = gen_name_table_find(&stubs->names, name);
    const gen_kernel *kernel = gen_name_table_find(&reader->kernels, name);

    if (use)
        return &use->place;
    return kernel ? &kernel->place : NULL;
}

/* False, with an error, if the kernel has a launch function already, or another kernel has the
 * name. */
static bool check_alone(gen_reader *reader, gen_stub_uses *stubs, gen_stub_use *use,
                        CXCursor function)
{
    const char *symbol = gen_reader_text(reader, clang_Cursor_getMangling(function));
    const gen_place *other = gen_read_place_of_name(reader, stubs, use->name);
    const gen_stub_use *same = gen_name_table_find(&stubs->symbols, symbol);

    if (other)
        gen_diag_error(reader->diag, use->place, "stub-twice",
                       "CUSTUB_STUB(%s): 'launch_%s' is already the launch function of a kernel, "
                       "at %s; use another name",
                       use->name, use->name, gen_read_place_text(reader, *other));
    else if (same)
        gen_diag_error(reader->diag, use->place, "stub-twice",
                       "CUSTUB_STUB(%s): this kernel already has a launch function, 'launch_%s', "
                       "at %s; keep one",
                       use->name, same->name, gen_read_place_text(reader, same->place));
    if (other || same)
        return false;
    gen_name_table_put(&stubs->names, use->name, use);
    gen_name_table_put(&stubs->symbols, symbol, use);
    return true;
}

static bool is_identifier(const char *name)
{
    if (!isalpha((unsigned char)*name) && *name != '_')
        return false;
    while (isalnum((unsigned char)*name) || *name == '_')
        name++;
    return !*name;
}

static bool check_form(gen_reader *reader, const gen_stub_use *use)
{
    if (!is_identifier(use->name))
        gen_diag_error(reader->diag, use->place, "stub-name",
                       "CUSTUB_STUB: '%s' cannot be part of a function's name; write "
                       "CUSTUB_STUB(NAME, KERNEL)",
                       use->name);
    else if (!use->at_file_scope)
        gen_diag_error(reader->diag, use->place, "stub-scope",
                       "CUSTUB_STUB(%s) is inside a namespace or a class; write it at file scope, "
                       "and the kernel with its namespaces",
                       use->name);
    else
        return true;
    return false;
}

/* The kernel's definition. Some versions of libclang have none for an instance with errors. */
static CXCursor definition_of(gen_reader *reader, const gen_stub_use *use, CXCursor function)
{
    CXCursor pattern = clang_getSpecializedCursorTemplate(function);
    CXCursor definition = clang_getCursorDefinition(function);

    if (!clang_Cursor_isNull(definition))
        return definition;
    if (reader->options->prototypes)
        return function;
    if (!clang_Cursor_isNull(pattern) && !clang_Cursor_isNull(clang_getCursorDefinition(pattern)))
        return function;
    gen_diag_error(reader->diag, use->place, "stub-undefined",
                   "CUSTUB_STUB(%s): neither this file nor one that it includes defines '%s'; "
                   "include the file that defines it",
                   use->name, use->written);
    return definition;
}

void gen_read_note_stub(gen_reader *reader, gen_stub_uses *stubs, CXCursor function)
{
    CXCursor pattern = clang_getSpecializedCursorTemplate(function);

    gen_name_table_put(&stubs->unified, gen_reader_text(reader, clang_getCursorUSR(function)),
                       stubs);
    if (!clang_Cursor_isNull(pattern))
        gen_name_table_put(&stubs->unified, gen_reader_text(reader, clang_getCursorUSR(pattern)),
                           stubs);
}

/* Reports failed static_asserts. Other errors in bodies do not count: clang may reject what nvcc
 * accepts, and nvcc finds the real ones. */
static void check_instance(gen_reader *reader, const gen_stub_use *use, unsigned instance)
{
    const gen_failed_assertion *failed = gen_read_errors(reader)->failed_assertions;

    for (; failed; failed = failed->next)
        if (failed->instance == instance)
            gen_diag_error(reader->diag, use->place, "stub-instance",
                           "CUSTUB_STUB(%s): the static_assert at %s fails in this instance; give "
                           "other template arguments",
                           use->name, gen_read_place_text(reader, failed->place));
}

static void keep_place(gen_reader *reader, CXCursor function, const gen_stub_use *use)
{
    gen_kernel *kernel = gen_name_table_find(&reader->kernels, gen_read_symbol(reader, function));

    if (kernel)
        kernel->stub = use->place;
}

static void read_stub(gen_reader *reader, gen_stub_uses *stubs, gen_definitions *definitions,
                      gen_stub_use *use)
{
    CXCursor reference = clang_getNullCursor();
    CXCursor function;
    gen_kernel_naming naming = {.name = use->name, .written = use->written};

    if (!check_form(reader, use))
        return;
    clang_visitChildren(use->assertion, visit_expression, &reference);
    function = clang_getCursorReferenced(reference);
    if (!clang_Cursor_isNull(function))
        gen_read_note_stub(reader, stubs, function);
    if (!check_kernel(reader, use, function) || !check_alone(reader, stubs, use, function))
        return;
    function = definition_of(reader, use, function);
    if (clang_Cursor_isNull(function))
        return;
    naming.instance = clang_getCursorLocation(reference).int_data;
    check_instance(reader, use, naming.instance);
    gen_read_kernel(reader, definitions, function, naming);
    keep_place(reader, function, use);
}

void gen_read_stubs(gen_reader *reader, gen_stub_uses *stubs, gen_definitions *definitions)
{
    for (gen_stub_use *use = stubs->first; use; use = use->next)
        read_stub(reader, stubs, definitions, use);
}

bool gen_read_has_stub(gen_reader *reader, const gen_stub_uses *stubs, CXCursor function)
{
    return gen_name_table_find(&stubs->unified,
                               gen_reader_text(reader, clang_getCursorUSR(function))) != NULL;
}
