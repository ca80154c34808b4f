/* Reads declarations of a kernel besides its definition. */
#include "frontend/redeclaration.h"

#include "frontend/annotations/annotation.h"
#include "frontend/annotations/misplaced.h"

#include <string.h>

/* --- Parameters ------------------------------------------------------------------------------ */

typedef struct param_walk {
    bool (*is_wanted)(enum CXCursorKind kind);
    unsigned index;
    unsigned count;
    CXCursor found;
} param_walk;

static enum CXChildVisitResult visit_param(CXCursor cursor, CXCursor parent, CXClientData data)
{
    param_walk *walk = data;

    (void)parent;
    if (walk->is_wanted(clang_getCursorKind(cursor)) && walk->count++ == walk->index)
        walk->found = cursor;
    return CXChildVisit_Continue;
}

static param_walk walk_params(CXCursor function, bool (*is_wanted)(enum CXCursorKind kind),
                              unsigned index)
{
    param_walk walk = {is_wanted, index, 0, clang_getNullCursor()};

    clang_visitChildren(function, visit_param, &walk);
    return walk;
}

static bool is_param(enum CXCursorKind kind)
{
    return kind == CXCursor_ParmDecl;
}

/* clang_Cursor_getArgument() does not return a template's parameters. */
CXCursor gen_read_param_of(CXCursor function, unsigned index)
{
    return clang_getCursorKind(function) == CXCursor_FunctionTemplate
               ? walk_params(function, is_param, index).found
               : clang_Cursor_getArgument(function, index);
}

const char *gen_read_param_name(gen_reader *reader, CXCursor function, unsigned index)
{
    return gen_reader_text(reader, clang_getCursorSpelling(gen_read_param_of(function, index)));
}

unsigned gen_read_param_count(CXCursor function)
{
    int count = clang_Cursor_getNumArguments(function);

    if (clang_getCursorKind(function) == CXCursor_FunctionTemplate)
        return walk_params(function, is_param, 0).count;
    return count > 0 ? (unsigned)count : 0;
}

static bool is_template_param(enum CXCursorKind kind)
{
    return kind == CXCursor_TemplateTypeParameter || kind == CXCursor_NonTypeTemplateParameter ||
           kind == CXCursor_TemplateTemplateParameter;
}

static bool have_same_type(CXCursor a, CXCursor b)
{
    return clang_equalTypes(clang_getCanonicalType(clang_getCursorType(a)),
                            clang_getCanonicalType(clang_getCursorType(b)));
}

bool gen_read_declares_same(CXCursor a, CXCursor b)
{
    unsigned count = walk_params(a, is_template_param, 0).count;

    if (!have_same_type(a, b) || count != walk_params(b, is_template_param, 0).count)
        return false;
    for (unsigned i = 0; i < count; i++) {
        CXCursor here = walk_params(a, is_template_param, i).found;
        CXCursor there = walk_params(b, is_template_param, i).found;
        enum CXCursorKind kind = clang_getCursorKind(here);
        if (kind != clang_getCursorKind(there) ||
            (kind == CXCursor_NonTypeTemplateParameter && !have_same_type(here, there)))
            return false;
    }
    return true;
}

/* Its contract and its launch bounds use the same names. */
bool gen_read_check_template_names(gen_reader *reader, CXCursor function,
                                   const gen_template_arguments *arguments, const char *kernel,
                                   gen_place defined)
{
    for (unsigned i = 0; i < arguments->count; i++) {
        CXCursor param = walk_params(function, is_template_param, i).found;
        const char *name = gen_reader_text(reader, clang_getCursorSpelling(param));
        if (!*arguments->data[i].name)
            arguments->data[i].name = name;
        if (!*name || strcmp(name, arguments->data[i].name) == 0)
            continue;
        gen_diag_error(reader->diag, gen_reader_place(reader, param), "contract-names",
                       "kernel '%s': the parameter '%s' of the template is '%s' at %s; give it "
                       "that name",
                       kernel, name, arguments->data[i].name, gen_read_place_text(reader, defined));
        return false;
    }
    return true;
}

/* --- Declarations ---------------------------------------------------------------------------- */

/* The text of a second place in a message: "saxpy.cu:12". */
const char *gen_read_place_text(gen_reader *reader, gen_place place)
{
    return gen_arena_format(reader->arena, "%s:%u", gen_model_file_of(place), place.line);
}

/* If a name means another parameter here than in the definition, an expression would be checked
 * against the wrong one. `names`: those of the kernel's parameters. */
bool gen_read_check_names(gen_reader *reader, CXCursor function, const char *const *names,
                          const char *kernel, gen_place defined)
{
    unsigned count = gen_read_param_count(function);

    for (unsigned i = 0; i < count; i++) {
        const char *name = gen_read_param_name(reader, function, i);
        for (unsigned j = 0; *name && j < count; j++) {
            if (j == i || strcmp(names[j], name) != 0)
                continue;
            gen_diag_error(
                reader->diag, gen_reader_place(reader, gen_read_param_of(function, i)),
                "contract-names",
                "kernel '%s': '%s' is parameter %u here and parameter %u at %s; give the "
                "parameters the same names in both, or entirely different ones",
                kernel, name, i + 1, j + 1, gen_read_place_text(reader, defined));
            return false;
        }
    }
    return true;
}

static bool has_annotation(const gen_annotation *list, const gen_annotation *wanted)
{
    while (list && (list->kind != wanted->kind || strcmp(list->text, wanted->text) != 0))
        list = list->next;
    return list != NULL;
}

/* clang passes annotations on to later declarations, but not back to the definition. True if there
 * are annotations of a contract. */
static bool check_handed_on(gen_reader *reader, CXCursor at, CXCursor defined, gen_place place)
{
    const gen_annotation *known = gen_read_annotations(reader, defined);
    bool has_contract = false;

    for (const gen_annotation *a = gen_read_annotations(reader, at); a; a = a->next) {
        has_contract |= !gen_annotation_is_cudas(a->kind);
        if (!has_annotation(known, a))
            gen_diag_error(reader->diag, a->place, "annotation-dropped",
                           "this annotation follows the kernel's definition at %s; write it "
                           "there, or at a declaration before it",
                           gen_read_place_text(reader, place));
    }
    return has_contract;
}

void gen_read_redeclaration(gen_reader *reader, CXCursor function)
{
    CXCursor definition = clang_getCursorDefinition(function);
    unsigned count = gen_read_param_count(function);
    const char **names;
    gen_place place;
    bool has_contract;

    if (clang_Cursor_isNull(definition) && !reader->options->prototypes)
        gen_read_undefined_contract(reader, function);
    if (clang_Cursor_isNull(definition) || gen_read_param_count(definition) != count)
        return;
    place = gen_reader_place(reader, definition);
    has_contract = check_handed_on(reader, function, definition, place);
    names = GEN_NEW_ARRAY(reader->arena, const char *, count);
    for (unsigned i = 0; i < count; i++) {
        names[i] = gen_read_param_name(reader, definition, i);
        has_contract |= check_handed_on(reader, clang_Cursor_getArgument(function, i),
                                        clang_Cursor_getArgument(definition, i), place);
    }
    if (has_contract)
        gen_read_check_names(reader, function, names,
                             gen_reader_text(reader, clang_getCursorSpelling(function)), place);
}
