#include "frontend/names/question.h"

#include "contract/global_text.h"
#include "contract/looked_up.h"
#include "frontend/reader/parameters.h"
#include "frontend/types/spelling.h"

#include <string.h>

typedef struct asker {
    const gen_annotation *annotation;
    const gen_kernel *kernel; /* or null */
    const gen_record *record; /* of a field, or null */
} asker;

static bool is_param(const asker *from, const char *name)
{
    const gen_parameter_names *names = from->annotation->names;
    size_t count = names ? names->count : from->kernel->param_count;

    for (size_t i = 0; i < count; i++)
        if (strcmp(names ? names->data[i] : from->kernel->params[i].name, name) == 0)
            return true;
    return false;
}

static bool is_field(const gen_record *record, const char *name)
{
    size_t count;
    const gen_field *fields = gen_model_fields(record, &count);

    while (count > 0 && strcmp(fields[count - 1].name, name) != 0)
        count--;
    return count > 0;
}

static bool is_number(const char *text)
{
    return (*text >= '0' && *text <= '9') || *text == '-' || strcmp(text, "true") == 0 ||
           strcmp(text, "false") == 0;
}

static bool is_known_argument(const asker *from, const char *name)
{
    const gen_parameter_names *names = from->annotation->names;
    const gen_template_arguments *arguments =
        from->record ? &from->record->template_arguments : &from->kernel->template_arguments;

    for (size_t i = 0; i < arguments->count && (!names || i < names->template_count); i++) {
        const gen_template_argument *argument = &arguments->data[i];
        if (strcmp(names ? names->templates[i] : argument->name, name) == 0)
            return argument->text && (argument->size || is_number(argument->text));
    }
    return false;
}

static gen_expr_known knows(const void *data, const char *name)
{
    const asker *from = data;

    if (from->record ? is_field(from->record, name) : is_param(from, name))
        return GEN_EXPR_PLACE;
    return is_known_argument(from, name) ? GEN_EXPR_ARGUMENT : GEN_EXPR_UNKNOWN;
}

static bool is_in_template(CXCursor declaration)
{
    for (; !clang_Cursor_isNull(declaration) &&
           !clang_isTranslationUnit(clang_getCursorKind(declaration));
         declaration = clang_getCursorSemanticParent(declaration)) {
        enum CXCursorKind kind = clang_getCursorKind(declaration);
        if (kind == CXCursor_FunctionTemplate || kind == CXCursor_ClassTemplate ||
            kind == CXCursor_ClassTemplatePartialSpecialization)
            return true;
    }
    return false;
}

const char *gen_survey_name_file(gen_survey *all, CXFile file)
{
    for (size_t i = 0; i < all->file_count; i++)
        if (clang_File_isEqual(all->files[i].file, file))
            return all->files[i].name;
    GEN_GROW(all->reader->arena, all->files, all->file_count, &all->file_capacity);
    all->files[all->file_count] =
        (gen_probed_file){file, gen_reader_text(all->reader, clang_getFileName(file))};
    return all->files[all->file_count++].name;
}

/* The probe for a name at the annotation's declaration; null if there is no place for it. */
static gen_probe *probe_for(gen_survey *all, const gen_carrier *carrier, const gen_named *named,
                            bool late)
{
    gen_reader *reader = all->reader;
    const char *key =
        gen_arena_format(reader->arena, "%d %d %d %u %s", late, named->is_size, carrier->of_param,
                         clang_hashCursor(carrier->declaration), named->text);
    gen_probe *probe = gen_name_table_find(&all->known, key);

    if (probe && clang_equalCursors(probe->carrier->declaration, carrier->declaration))
        return probe;
    probe = GEN_NEW(reader->arena, gen_probe);
    *probe = (gen_probe){.number = (unsigned)all->probe_count + 1,
                         .carrier = carrier,
                         .text = named->text,
                         .is_size = named->is_size,
                         .in_template = is_in_template(carrier->declaration)};
    if (!gen_probe_place(reader, probe, late))
        return NULL;
    probe->file_name = gen_survey_name_file(all, probe->file);
    gen_name_table_put(&all->known, key, probe);
    GEN_GROW(reader->arena, all->probes, all->probe_count, &all->probe_capacity);
    all->probes[all->probe_count++] = probe;
    return probe;
}

/* True if the type depends on other parameters: `template <class T, T value>`. */
static bool is_dependent(gen_reader *reader, CXType type)
{
    return clang_Type_getSizeOf(type) == CXTypeLayoutError_Dependent &&
           !strstr(gen_reader_text(reader, clang_getTypeSpelling(type)), "auto");
}

/* The argument as an expression at global scope. An enumerator whose type is unknown here becomes a
 * class that converts to it. */
static const char *argument_text(gen_reader *reader, const gen_question *q, unsigned index)
{
    const gen_template_argument *argument = &q->arguments->data[index];
    CXCursor param = gen_read_template_param_of(q->probe->carrier->declaration, index);
    CXType type = clang_getCanonicalType(clang_getCursorType(param));

    if (!argument->text)
        return NULL;
    if (clang_getCursorKind(param) != CXCursor_NonTypeTemplateParameter)
        return gen_expr_global_text(reader->arena, argument->text);
    if (is_dependent(reader, type))
        return gen_arena_format(reader->arena, "::" GEN_PROBE_ARGUMENT "{%s}", argument->text);
    if (type.kind != CXType_Enum)
        return gen_expr_global_text(reader->arena, argument->text);
    return gen_arena_format(reader->arena, "(%s)(%s)",
                            gen_expr_global_text(reader->arena, gen_read_spelling(reader, type)),
                            argument->text);
}

/* The instance of a function template's probe for the kernel's arguments. */
static const char *instance_of_kernel(gen_reader *reader, const gen_question *q,
                                      const gen_probe *probe)
{
    const char *scope = gen_reader_qualified_name(reader, gen_probe_scope(probe));
    const char *text = gen_arena_format(reader->arena, "%s%s::" GEN_PROBE_CLASS "%u<",
                                        *scope ? "::" : "", scope, probe->number);

    for (unsigned i = 0; i < q->arguments->count; i++) {
        const char *argument = argument_text(reader, q, i);
        if (!argument)
            return NULL;
        text = gen_arena_format(reader->arena, "%s%s%s", text, i ? ", " : "", argument);
    }
    return gen_arena_format(reader->arena, "%s>", text);
}

/* Declares the value in the template's instance. Otherwise only names that do not depend on the
 * template's parameters have a value. */
static unsigned declare_value(gen_survey *all, const gen_question *q, const gen_probe *probe)
{
    gen_reader *reader = all->reader;
    const char *class =
        q->record ? gen_arena_format(reader->arena, "%s::" GEN_PROBE_CLASS "%u",
                                     gen_expr_global_text(reader->arena, q->record), probe->number)
                  : instance_of_kernel(reader, q, probe);

    if (!class)
        return 0;
    if (all->value_count == 0)
        gen_text_puts(&all->values,
                      "\nstruct " GEN_PROBE_ARGUMENT "{__int128 value;template<class T>constexpr "
                      "operator T()const{return static_cast<T>(value);}};");
    gen_text_printf(&all->values,
                    "\nconstexpr auto " GEN_PROBE_VALUE "_%u=%s::" GEN_PROBE_VALUE ";",
                    ++all->value_count, class);
    return all->value_count;
}

static void ask(gen_survey *all, const asker *from, gen_named *named, const gen_carrier *carrier)
{
    gen_question *q = GEN_NEW(all->reader->arena, gen_question);

    *q = (gen_question){.named = named};
    q->arguments =
        from->record ? &from->record->template_arguments : &from->kernel->template_arguments;
    q->record = from->record ? from->record->spelling : NULL;
    q->probe = probe_for(all, carrier, named, false);
    q->late = gen_probe_is_in_macro(carrier) ? probe_for(all, carrier, named, true) : NULL;
    *all->last = q;
    all->last = &q->next;
    if (!q->probe)
        named->problem = "a macro writes its class, and custub cannot look it up there";
    else if (q->probe->in_template)
        q->number = declare_value(all, q, q->probe);
    if (q->late && q->late->in_template)
        q->late_number = declare_value(all, q, q->late);
}

/* True if the annotation has names to look up. clang already tells most numbers of
 * __launch_bounds__ and the like. */
static bool has_expressions(const gen_annotation *annotation)
{
    if (gen_annotation_is_cudas(annotation->kind))
        return annotation->names->template_count > 0 &&
               annotation->sizes[0].kind == GEN_SIZES_UNKNOWN;
    return !gen_annotation_is_relation(annotation->kind) &&
           annotation->kind != GEN_ANNOTATION_ELEMENT;
}

/* Adds the same text at earlier declarations, to compare its meaning there. */
static void add_earlier(gen_survey *all, gen_annotation *annotation, const gen_carrier *carrier)
{
    for (const gen_carrier *c = carrier->earlier; c; c = c->earlier) {
        gen_annotation *again = GEN_NEW(all->reader->arena, gen_annotation);
        *again = *annotation;
        again->next = NULL;
        again->named = NULL;
        again->again = NULL;
        again->place = c->place;
        again->origin = c->origin;
        again->names = c->names;
        annotation->again = again;
        annotation = again;
    }
}

static void ask_all(gen_survey *all, gen_annotation *annotation, const gen_kernel *kernel,
                    const gen_record *record)
{
    for (; annotation; annotation = annotation->next) {
        const asker from = {annotation, kernel, record};
        const gen_carrier *carrier =
            annotation->origin ? gen_read_carrier_of(all->reader, annotation->origin) : NULL;
        if (!carrier || !has_expressions(annotation))
            continue;
        if (!annotation->again)
            add_earlier(all, annotation, carrier);
        if (annotation->again)
            ask_all(all, annotation->again, kernel, record);
        if (!annotation->named)
            annotation->named =
                gen_expr_looked_up(all->reader->arena, annotation->text, knows, &from);
        for (gen_named *n = annotation->named; n; n = n->next)
            ask(all, &from, n, carrier);
    }
}

static void ask_kernels(gen_survey *all)
{
    const uint32_t here = UINT32_C(1) << all->reader->architecture;

    for (const gen_kernel *kernel = all->reader->model->kernels; kernel; kernel = kernel->next) {
        if (!(kernel->architectures & here))
            continue;
        ask_all(all, kernel->annotations, kernel, NULL);
        for (size_t i = 0; i < kernel->param_count; i++)
            ask_all(all, kernel->params[i].annotations, kernel, NULL);
    }
}

static void ask_records(gen_survey *all)
{
    for (const gen_record *r = all->reader->model->records; r; r = r->next) {
        size_t count;
        const gen_field *fields = gen_model_fields(r, &count);
        for (size_t i = 0; i < count; i++)
            ask_all(all, fields[i].annotations, NULL, r);
    }
}

void gen_survey_ask(gen_survey *survey, gen_reader *reader)
{
    *survey = (gen_survey){.reader = reader, .known.arena = reader->arena};
    survey->last = &survey->questions;
    gen_text_initialize(&survey->values);
    ask_kernels(survey);
    ask_records(survey);
}
