#include "frontend/annotations/misplaced.h"

#include "frontend/annotations/annotation.h"
#include "frontend/reader/state.h"

#include <string.h>

/* The contract of a kernel that is declared but not defined. */
typedef struct gen_undefined_contract {
    struct gen_undefined_contract *next;
    const char *name;
    const char *enclosing;
    gen_place place;
} gen_undefined_contract;

typedef struct gen_misplaced {
    gen_name_table reported; /* keys are names and places */
    gen_undefined_contract *first, *last;
} gen_misplaced;

static gen_misplaced *state_of(gen_reader *reader)
{
    static const char owner;
    gen_misplaced *misplaced = gen_state_of_file(reader, &owner, sizeof(*misplaced));

    misplaced->reported.arena = reader->arena;
    return misplaced;
}

/* False for an annotation that was reported before, because later declarations inherit it and other
 * architectures repeat it. Everything that one use of a macro writes has the same place. */
static bool is_new(gen_reader *reader, const char *name, gen_place place)
{
    const char *key =
        gen_arena_format(reader->arena, "%s %u:%u %s", name, place.line, place.column, place.file);

    if (gen_name_table_find(&state_of(reader)->reported, key))
        return false;
    gen_name_table_put(&state_of(reader)->reported, key, reader);
    return true;
}

/* --- At declarations that are not kernels ---------------------------------------------------- */

static void report_misplaced(gen_reader *reader, CXCursor at, const char *what, const char *name)
{
    for (const gen_annotation *a = gen_read_annotations(reader, at); a; a = a->next)
        if (!gen_annotation_is_cudas(a->kind) && is_new(reader, name, a->place))
            gen_diag_error(reader->diag, a->place, "annotation-misplaced",
                           "'%s' is not a %s, so nothing would check its contract; remove the "
                           "annotation",
                           name, what);
}

typedef struct function_walk {
    gen_reader *reader;
    const char *name;
    gen_annotation
        *first; /* the first annotation of a contract, of the function or of a parameter */
} function_walk;

/* clang_Cursor_getArgument() does not return a template's parameters. */
static enum CXChildVisitResult visit_param(CXCursor cursor, CXCursor parent, CXClientData data)
{
    function_walk *walk = data;

    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_ParmDecl)
        report_misplaced(walk->reader, cursor, "__global__ function", walk->name);
    return CXChildVisit_Continue;
}

void gen_read_other_function(gen_reader *reader, CXCursor function)
{
    function_walk walk = {
        .reader = reader,
        .name = gen_reader_text(reader, clang_getCursorSpelling(function)),
    };

    report_misplaced(reader, function, "__global__ function", walk.name);
    clang_visitChildren(function, visit_param, &walk);
}

typedef struct stray_walk {
    gen_reader *reader;
    gen_traces *traces;
} stray_walk;

static enum CXChildVisitResult visit_stray(CXCursor cursor, CXCursor parent, CXClientData data)
{
    const stray_walk *walk = data;

    if (clang_getCursorKind(cursor) == CXCursor_AnnotateAttr)
        gen_read_note_attribute(walk->reader, walk->traces, cursor, parent, parent);
    return CXChildVisit_Continue;
}

void gen_read_field_annotations(gen_reader *reader, gen_traces *traces, CXCursor field)
{
    stray_walk walk = {reader, traces};
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(field));

    clang_visitChildren(field, visit_stray, &walk);
    for (const gen_annotation *a = gen_read_annotations(reader, field); a; a = a->next)
        if (!gen_annotation_is_cudas(a->kind) && !gen_annotation_is_for(a->kind, GEN_ON_POINTER) &&
            is_new(reader, name, a->place))
            gen_diag_error(reader->diag, a->place, "annotation-misplaced",
                           "field '%s': %s does not apply to a field; write it before the kernel's "
                           "return type",
                           name,
                           gen_annotation_macro(a->kind) ? gen_annotation_macro(a->kind) : a->key);
}

void gen_read_stray_annotations(gen_reader *reader, gen_traces *traces, CXCursor cursor)
{
    stray_walk walk = {reader, traces};

    clang_visitChildren(cursor, visit_stray, &walk);
    report_misplaced(reader, cursor, "parameter of a kernel",
                     gen_reader_text(reader, clang_getCursorSpelling(cursor)));
}

/* --- At kernels that get no launch function -------------------------------------------------- */

static gen_annotation *first_contract(gen_annotation *list)
{
    while (list && gen_annotation_is_cudas(list->kind))
        list = list->next;
    return list;
}

static enum CXChildVisitResult visit_contract(CXCursor cursor, CXCursor parent, CXClientData data)
{
    function_walk *walk = data;

    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_ParmDecl)
        walk->first = first_contract(gen_read_annotations(walk->reader, cursor));
    return walk->first ? CXChildVisit_Break : CXChildVisit_Continue;
}

static const gen_annotation *contract_of(gen_reader *reader, CXCursor function)
{
    function_walk walk = {.reader = reader};

    walk.first = first_contract(gen_read_annotations(reader, function));
    if (!walk.first)
        clang_visitChildren(function, visit_contract, &walk);
    return walk.first;
}

void gen_read_mangled_contract(gen_reader *reader, CXCursor function)
{
    const gen_annotation *contract = contract_of(reader, function);
    const char *name = gen_reader_qualified_name(reader, function);

    if (!contract || !is_new(reader, name, contract->place))
        return;
    gen_diag_note(reader->diag, contract->place, "contract-unused",
                  "kernel '%s' %s and gets no launch function, so nothing checks its contract; "
                  "give it one with CUSTUB_STUB",
                  name,
                  clang_getCursorKind(function) == CXCursor_FunctionTemplate ||
                          !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(function))
                      ? "is a template"
                      : "has no C linkage");
}

void gen_read_undefined_contract(gen_reader *reader, CXCursor function)
{
    const gen_annotation *contract = contract_of(reader, function);
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(function));
    gen_undefined_contract *undefined;

    if (!contract || !is_new(reader, name, contract->place))
        return;
    undefined = GEN_NEW(reader->arena, gen_undefined_contract);
    undefined->name = name;
    undefined->enclosing = gen_reader_enclosing_namespaces(reader, function);
    undefined->place = contract->place;
    GEN_ADD(state_of(reader), undefined);
}

/* For a kernel that a header declares, a note: another file may define it. An error if a kernel of
 * another namespace is defined: nvcc takes kernels with C linkage in different namespaces for one.
 * clang does so only without __host__ and __device__, and does not pass on annotations to another
 * namespace. */
static void report_undefined(gen_reader *reader, const gen_undefined_contract *contract)
{
    const gen_kernel *kernel = gen_name_table_find(&reader->kernels, contract->name);

    if (gen_name_table_find(&reader->failed_kernels, contract->name))
        return;
    if (kernel && strcmp(kernel->enclosing, contract->enclosing) != 0)
        gen_diag_error(reader->diag, contract->place, "annotation-dropped",
                       "kernel '%s' is defined in another namespace, at %s:%u, and does not get "
                       "this annotation; write it there",
                       contract->name, gen_model_file_of(kernel->place), kernel->place.line);
    else if (!kernel)
        gen_diag_note(reader->diag, contract->place, "contract-unused",
                      "kernel '%s' is declared here, but neither this file nor one that it "
                      "includes defines it, so nothing that is generated for this file checks "
                      "its contract; if it should be defined here, check the name; if another "
                      "compiler makes its code, --prototypes gives it a launch function",
                      contract->name);
}

void gen_read_undefined_contracts(gen_reader *reader)
{
    for (const gen_undefined_contract *u = state_of(reader)->first; u; u = u->next)
        report_undefined(reader, u);
}
