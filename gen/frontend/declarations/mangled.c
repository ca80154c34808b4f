#include "frontend/declarations/mangled.h"

#include "frontend/annotations/misplaced.h"
#include "frontend/declarations/redeclaration.h"
#include "frontend/kernels/symbol.h"
#include "frontend/types/signature.h"
#include "frontend/types/spelling.h"

#include <string.h>

void gen_read_mangled(gen_reader *reader, gen_mangled_kernels *mangled, CXCursor function,
                      bool has_annotation)
{
    gen_mangled_kernel *kernel = GEN_NEW(reader->arena, gen_mangled_kernel);

    kernel->function = function;
    kernel->has_annotation = has_annotation;
    GEN_ADD(mangled, kernel);
}

CXCursor gen_read_find_mangled(gen_reader *reader, const gen_mangled_kernels *mangled,
                               const char *name)
{
    const gen_mangled_kernel *kernel = mangled->first;

    while (kernel && (!clang_isCursorDefinition(kernel->function) ||
                      strcmp(gen_reader_qualified_name(reader, kernel->function), name) != 0))
        kernel = kernel->next;
    return kernel ? kernel->function : clang_getNullCursor();
}

/* --- --all ----------------------------------------------------------------------------------- */

/* True for a definition that is neither a template nor an instance, and has no CUSTUB_STUB. */
static bool is_for_all(gen_reader *reader, const gen_stub_uses *stubs, CXCursor function)
{
    return clang_isCursorDefinition(function) &&
           clang_getCursorKind(function) == CXCursor_FunctionDecl &&
           clang_Cursor_isNull(clang_getSpecializedCursorTemplate(function)) &&
           !gen_read_has_stub(reader, stubs, function);
}

static void name_kernel(gen_reader *reader, gen_mangled_kernel *kernel)
{
    const char *qualified = gen_reader_qualified_name(reader, kernel->function);

    if (gen_read_symbol(reader, kernel->function)) {
        kernel->name = gen_read_identifier(reader, qualified);
        return;
    }
    kernel->is_noted = true;
    gen_diag_note(reader->diag, gen_reader_place(reader, kernel->function), "all-linkage",
                  "--all leaves out kernel '%s', because it is in an unnamed namespace, or static "
                  "with extern \"C\", and custub does not know its symbol; move it to a "
                  "namespace with a name",
                  qualified);
}

/* The other place that uses the name of the kernel's launch function, or null. */
static const gen_place *other_place(gen_reader *reader, const gen_mangled_kernels *mangled,
                                    const gen_stub_uses *stubs, const gen_mangled_kernel *kernel)
{
    const gen_mangled_kernel *other = mangled->first;
    const gen_place *taken = gen_read_place_of_name(reader, stubs, kernel->name);
    gen_place *place;

    if (taken)
        return taken;
    while (other && (other == kernel || !other->name || strcmp(other->name, kernel->name) != 0))
        other = other->next;
    if (!other)
        return NULL;
    place = GEN_NEW(reader->arena, gen_place);
    *place = gen_reader_place(reader, other->function);
    return place;
}

static void note_other(gen_reader *reader, gen_mangled_kernel *kernel, gen_place other)
{
    kernel->is_noted = true;
    gen_diag_note(reader->diag, gen_reader_place(reader, kernel->function), "all-twice",
                  "--all leaves out kernel '%s', because 'launch_%s' would also be the launch "
                  "function of the kernel at %s; name it with CUSTUB_STUB",
                  gen_reader_qualified_name(reader, kernel->function), kernel->name,
                  gen_read_place_text(reader, other));
}

/* How C++ names a kernel at global scope. */
static const char *written_name(gen_reader *reader, const gen_overloads *overloads,
                                CXCursor function)
{
    const char *name =
        gen_arena_format(reader->arena, "::%s", gen_reader_qualified_name(reader, function));

    if (!gen_overloads_has(overloads, function,
                           gen_reader_text(reader, clang_getCursorSpelling(function))))
        return name;
    return gen_arena_format(reader->arena, "static_cast<%s>(%s)",
                            gen_read_pointer_type(reader, function), name);
}

void gen_read_all(gen_reader *reader, gen_mangled_kernels *mangled, gen_stub_uses *stubs,
                  const gen_overloads *overloads, gen_definitions *definitions)
{
    if (!reader->options->all)
        return;
    for (gen_mangled_kernel *kernel = mangled->first; kernel; kernel = kernel->next)
        if (is_for_all(reader, stubs, kernel->function))
            name_kernel(reader, kernel);
    for (gen_mangled_kernel *kernel = mangled->first; kernel; kernel = kernel->next) {
        const gen_place *other = kernel->name ? other_place(reader, mangled, stubs, kernel) : NULL;
        if (other)
            note_other(reader, kernel, *other);
    }
    for (gen_mangled_kernel *kernel = mangled->first; kernel; kernel = kernel->next) {
        gen_kernel_naming naming = {.name = kernel->name};
        if (!kernel->name || kernel->is_noted)
            continue;
        gen_read_note_stub(reader, stubs, kernel->function);
        naming.written = written_name(reader, overloads, kernel->function);
        gen_read_kernel(reader, definitions, kernel->function, naming);
    }
}

/* --- Kernels without a launch function ------------------------------------------------------- */

#define MAX_NAMED 8

typedef struct left_out {
    size_t count;
    const char *names; /* the names of the first few */
    gen_place first;
    bool has_unnamed; /* one is in an unnamed namespace, where CUSTUB_STUB finds no symbol */
} left_out;

static bool is_in_unnamed_namespace(CXCursor function)
{
    CXCursor parent = clang_getCursorSemanticParent(function);

    while (clang_getCursorKind(parent) == CXCursor_Namespace && !clang_Cursor_isAnonymous(parent))
        parent = clang_getCursorSemanticParent(parent);
    return clang_getCursorKind(parent) == CXCursor_Namespace;
}

static void count_kernel(gen_reader *reader, left_out *kernels, CXCursor function)
{
    const char *name = gen_reader_qualified_name(reader, function);

    if (kernels->count == 0) {
        kernels->first = gen_reader_place(reader, function);
        kernels->names = gen_arena_format(reader->arena, "'%s'", name);
    } else if (kernels->count < MAX_NAMED) {
        kernels->names = gen_arena_format(reader->arena, "%s, '%s'", kernels->names, name);
    } else if (kernels->count == MAX_NAMED) {
        kernels->names = gen_arena_format(reader->arena, "%s, ...", kernels->names);
    }
    kernels->count++;
    kernels->has_unnamed |= is_in_unnamed_namespace(function);
}

static void note_left_out(gen_reader *reader, const left_out *kernels)
{
    const char *all = ", or to all but templates with --all (ALL in CMake)";
    const char *before =
        "; before that, give unnamed namespaces a name, such as inline namespace kernels";

    if (kernels->count > 0 && reader->architecture == 0)
        gen_diag_note(reader->diag, kernels->first, "kernels-without-c-linkage",
                      "no launch function for %zu kernel%s without C linkage (templates, or "
                      "not extern \"C\"): %s; give one to those that you launch with "
                      "CUSTUB_STUB%s%s",
                      kernels->count, kernels->count == 1 ? "" : "s", kernels->names,
                      reader->options->all ? "" : all, kernels->has_unnamed ? before : "");
}

void gen_read_settle_mangled(gen_reader *reader, const gen_mangled_kernels *mangled,
                             const gen_stub_uses *stubs)
{
    left_out kernels = {0};

    for (const gen_mangled_kernel *kernel = mangled->first; kernel; kernel = kernel->next) {
        bool is_definition = clang_isCursorDefinition(kernel->function) != 0;
        bool has_stub = gen_read_has_stub(reader, stubs, kernel->function);
        if (has_stub && kernel->has_annotation && !is_definition)
            gen_read_redeclaration(reader, kernel->function);
        else if (!has_stub && kernel->has_annotation && !kernel->is_noted)
            gen_read_mangled_contract(reader, kernel->function);
        if (!has_stub && !kernel->is_noted && is_definition)
            count_kernel(reader, &kernels, kernel->function);
    }
    note_left_out(reader, &kernels);
}
