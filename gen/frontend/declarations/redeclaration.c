/* Reads declarations of a kernel besides its definition. */
#include "frontend/declarations/redeclaration.h"

#include "frontend/annotations/annotation.h"
#include "frontend/annotations/misplaced.h"
#include "frontend/reader/parameters.h"

#include <string.h>

bool gen_read_have_same_type(CXCursor a, CXCursor b)
{
    return clang_equalTypes(clang_getCanonicalType(clang_getCursorType(a)),
                            clang_getCanonicalType(clang_getCursorType(b)));
}

static bool is_same_template_param(CXCursor a, CXCursor b)
{
    enum CXCursorKind kind = clang_getCursorKind(a);

    return kind == clang_getCursorKind(b) &&
           (kind != CXCursor_NonTypeTemplateParameter || gen_read_have_same_type(a, b));
}

bool gen_read_declares_same(CXCursor a, CXCursor b)
{
    unsigned count = gen_read_template_param_count(a);

    if (!gen_read_have_same_type(a, b) || count != gen_read_template_param_count(b))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!is_same_template_param(gen_read_template_param_of(a, i),
                                    gen_read_template_param_of(b, i)))
            return false;
    return true;
}

/* "'int'", for a template parameter that is a value. */
static const char *template_param_text(gen_reader *reader, CXCursor param)
{
    switch (clang_getCursorKind(param)) {
    case CXCursor_TemplateTypeParameter:
        return "a type";
    case CXCursor_TemplateTemplateParameter:
        return "a template";
    default:
        return gen_arena_format(
            reader->arena, "'%s'",
            gen_reader_text(reader, clang_getTypeSpelling(clang_getCursorType(param))));
    }
}

const char *gen_read_template_difference(gen_reader *reader, CXCursor declaration, CXCursor kernel)
{
    unsigned count = gen_read_template_param_count(declaration);
    unsigned wanted = gen_read_template_param_count(kernel);

    for (unsigned i = 0; i < count && i < wanted; i++) {
        CXCursor here = gen_read_template_param_of(declaration, i);
        CXCursor there = gen_read_template_param_of(kernel, i);
        if (!is_same_template_param(here, there))
            return gen_arena_format(
                reader->arena, "template parameter %u is %s, the kernel's is %s", i + 1,
                template_param_text(reader, here), template_param_text(reader, there));
    }
    return count == wanted ? NULL
                           : gen_arena_format(reader->arena,
                                              "it has %u template parameter%s, the kernel has %u",
                                              count, count == 1 ? "" : "s", wanted);
}

/* --- Declarations ---------------------------------------------------------------------------- */

/* A second place in a message: "saxpy.cu:12". */
const char *gen_read_place_text(gen_reader *reader, gen_place place)
{
    return gen_arena_format(reader->arena, "%s:%u", gen_model_file_of(place), place.line);
}

static bool has_annotation(const gen_annotation *list, const gen_annotation *wanted)
{
    while (list && (list->kind != wanted->kind || strcmp(list->text, wanted->text) != 0))
        list = list->next;
    return list != NULL;
}

/* Reports annotations that the definition lacks: clang passes them on to later declarations
 * only. */
static void check_inherited(gen_reader *reader, CXCursor at, CXCursor defined, gen_place place)
{
    const gen_annotation *known = gen_read_annotations(reader, defined);

    for (const gen_annotation *a = gen_read_annotations(reader, at); a; a = a->next)
        if (!has_annotation(known, a))
            gen_diag_error(reader->diag, a->place, "annotation-dropped",
                           "this annotation follows the kernel's definition at %s; write it "
                           "there, or at a declaration before it",
                           gen_read_place_text(reader, place));
}

void gen_read_redeclaration(gen_reader *reader, CXCursor function)
{
    CXCursor definition = clang_getCursorDefinition(function);
    unsigned count = gen_read_param_count(function);
    gen_place place;

    if (clang_Cursor_isNull(definition) && !reader->options->prototypes)
        gen_read_undefined_contract(reader, function);
    if (clang_Cursor_isNull(definition) || gen_read_param_count(definition) != count)
        return;
    place = gen_reader_place(reader, definition);
    check_inherited(reader, function, definition, place);
    for (unsigned i = 0; i < count; i++)
        check_inherited(reader, clang_Cursor_getArgument(function, i),
                        clang_Cursor_getArgument(definition, i), place);
}

/* --- Kernels without a definition ------------------------------------------------------------- */

void gen_read_note_prototype(gen_reader *reader, gen_prototypes *prototypes, CXCursor function)
{
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(function));
    gen_prototype *prototype;

    if (!reader->options->prototypes)
        return;
    prototype = gen_name_table_find(&prototypes->names, name);
    if (!prototype) {
        prototype = GEN_NEW(reader->arena, gen_prototype);
        GEN_ADD(prototypes, prototype);
        gen_name_table_put(&prototypes->names, name, prototype);
    }
    prototype->function = function;
}

void gen_read_prototypes(gen_reader *reader, const gen_prototypes *prototypes,
                         gen_definitions *definitions)
{
    for (const gen_prototype *p = prototypes->first; p; p = p->next) {
        const char *name = gen_reader_text(reader, clang_getCursorSpelling(p->function));
        if (clang_Cursor_isNull(clang_getCursorDefinition(p->function)))
            gen_read_kernel(reader, definitions, p->function, (gen_kernel_naming){.name = name});
    }
}
