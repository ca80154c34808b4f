#include "frontend/kernel_reader.h"

#include "frontend/annotations/annotation.h"
#include "frontend/bodies/body.h"
#include "frontend/bodies/shared_memory.h"
#include "frontend/image/image_bodies.h"
#include "frontend/names/overload.h"
#include "frontend/symbol.h"
#include "frontend/types/interface.h"
#include "frontend/types/signature.h"
#include "frontend/types/template_arguments.h"
#include "frontend/types/type_reader.h"

#include <string.h>

static custub_param_kind kind_of(const gen_type *type)
{
    switch (type->kind) {
    case GEN_TYPE_SCALAR:
        return CUSTUB_PARAM_SCALAR;
    case GEN_TYPE_POINTER:
        return CUSTUB_PARAM_BUFFER;
    default:
        return type->record && type->record->is_plain ? CUSTUB_PARAM_STRUCT : CUSTUB_PARAM_OPAQUE;
    }
}

/* A record that is passed by value is emitted as a struct, and so are the types inside it. */
static void mark_by_value(gen_record *record)
{
    if (record->by_value) /* then its fields are marked, too */
        return;
    record->by_value = true;
    if (!record->is_plain)
        return;
    for (size_t i = 0; i < record->field_count; i++) {
        const gen_type *type = record->fields[i].type;
        while (type->kind == GEN_TYPE_ARRAY)
            type = type->element;
        if (type->kind == GEN_TYPE_RECORD)
            mark_by_value(type->record);
        else if (type->enumeration)
            type->enumeration->is_inside = true;
    }
}

void gen_read_mark_types(const gen_type *type)
{
    const gen_type *element = type->kind == GEN_TYPE_POINTER ? type->element : NULL;

    if (type->kind == GEN_TYPE_RECORD) {
        mark_by_value(type->record);
        type->record->is_used = true;
    } else if (type->enumeration) {
        type->enumeration->by_value = true;
    } else if (element && element->kind == GEN_TYPE_RECORD) {
        mark_by_value(element->record);
        element->record->is_element = true;
        element->record->is_used = true;
    } else if (element && element->enumeration) {
        element->enumeration->is_inside = true;
    }
}

static bool is_param(const gen_kernel *kernel, const char *name)
{
    for (size_t i = 0; i < kernel->param_count; i++)
        if (strcmp(kernel->params[i].name, name) == 0)
            return true;
    return false;
}

static bool is_earlier(const gen_kernel *kernel, unsigned index)
{
    unsigned i = 0;

    while (strcmp(kernel->params[i].name, kernel->params[index].name) != 0)
        i++;
    return i < index;
}

/* A parameter without a name gets one such as "argument3", which no other parameter has. Those of a
 * pack have one name in the source: the second gets "values_2". */
static void name_params(gen_reader *reader, gen_kernel *kernel, CXCursor function)
{
    for (unsigned i = 0; i < kernel->param_count; i++)
        kernel->params[i].name =
            gen_reader_text(reader, clang_getCursorSpelling(clang_Cursor_getArgument(function, i)));
    for (unsigned i = 0; i < kernel->param_count; i++) {
        const char *name = kernel->params[i].name;
        if (*name && !is_earlier(kernel, i))
            continue;
        name = *name ? gen_arena_format(reader->arena, "%s_%u", name, i)
                     : gen_arena_format(reader->arena, "argument%u", i);
        while (is_param(kernel, name))
            name = gen_arena_format(reader->arena, "%s_", name);
        kernel->params[i].name = name;
    }
}

static bool is_whole(gen_reader *reader, const gen_param *param, const char *what)
{
    const gen_type *type = param->type;

    if (type->kind == GEN_TYPE_RECORD && type->record->has_long_double) {
        gen_diag_error(reader->diag, param->place, "type-long-double",
                       "%s: '%s' has a 'long double', which is 8 bytes on the device and 16 on the "
                       "host; use double",
                       what, type->spelling);
        return false;
    }
    if (type->size > 0)
        return true;
    gen_diag_error(reader->diag, param->place, "type-empty",
                   "%s: type '%s' has no bytes; pass a type that has bytes", what, type->spelling);
    return false;
}

/* Replaces a type after a reported error, so that the contract causes no more errors about it. */
static const gen_type *make_stand_in(gen_reader *reader, CXType type)
{
    CXType canonical = clang_getCanonicalType(type);
    gen_type *number = GEN_NEW(reader->arena, gen_type);
    gen_type *pointer = GEN_NEW(reader->arena, gen_type);

    *number = (gen_type){.kind = GEN_TYPE_SCALAR,
                         .scalar = CUSTUB_SCALAR_I32,
                         .spelling = "int",
                         .c_name = "int",
                         .size = 4,
                         .align = 4};
    *pointer = (gen_type){.kind = GEN_TYPE_POINTER,
                          .spelling = "int *",
                          .size = 8,
                          .align = 8,
                          .mark = "*",
                          .element = number};
    return clang_getPointeeType(canonical).kind == CXType_Invalid ? number : pointer;
}

static void read_param(gen_reader *reader, gen_kernel *kernel, CXCursor function, unsigned index)
{
    gen_param *param = &kernel->params[index];
    CXCursor cursor = clang_Cursor_getArgument(function, index);
    const char *what;

    param->place = gen_reader_place(reader, cursor);
    param->annotations = gen_read_annotations(reader, cursor);
    what =
        gen_arena_format(reader->arena, "kernel '%s', parameter '%s'", kernel->name, param->name);
    param->type =
        gen_read_type(reader, gen_read_argument_type(function, index), param->place, what);
    if (!param->type || !is_whole(reader, param, what)) {
        param->type = make_stand_in(reader, gen_read_argument_type(function, index));
        gen_name_table_put(&reader->of_file.failed_kernels, kernel->name, kernel);
    }
    param->kind = kind_of(param->type);
    kernel->parameter_bytes = (kernel->parameter_bytes + param->type->align - 1) /
                              param->type->align * param->type->align;
    param->offset = kernel->parameter_bytes;
    kernel->parameter_bytes += param->type->size;
    gen_read_mark_types(param->type);
}

/* A launch must allow for what the body does on any architecture. */
static void add_facts(gen_reader *reader, gen_kernel *kernel, const gen_body_facts *facts,
                      bool first)
{
    bool known = facts->dimensions && !facts->hidden;
    uint64_t static_shared = gen_read_shared_size(reader, facts);

    if (!known || (!first && !kernel->dimensions))
        kernel->dimensions = 0;
    else if (facts->dimensions > kernel->dimensions)
        kernel->dimensions = facts->dimensions;
    kernel->reads.known = (first || kernel->reads.known) && !facts->hidden;
    kernel->reads.blocks |= facts->blocks;
    kernel->reads.threads |= facts->threads;
    kernel->reads.rows |= facts->rows;
    kernel->reads.adds_lanes |= facts->adds_lanes;
    kernel->counts |= facts->counts;
    kernel->dynamic_shared |= facts->dynamic_shared;
    if (static_shared > kernel->static_shared)
        kernel->static_shared = static_shared;
    kernel->unread |= facts->unread;
    kernel->cpu.no_barrier = (first || kernel->cpu.no_barrier) && !facts->barrier;
    kernel->cpu.places_known = (first || kernel->cpu.places_known) && !facts->hidden;
    for (int i = 0; i < 3; i++)
        if (facts->places[i] > kernel->cpu.places[i])
            kernel->cpu.places[i] = facts->places[i];
    if (!kernel->cpu.unfit)
        kernel->cpu.unfit = facts->unfit;
}

static gen_annotation *find_annotation(const gen_kernel *kernel, gen_annotation_kind kind)
{
    for (gen_annotation *a = kernel->annotations; a; a = a->next)
        if (a->kind == kind)
            return a;
    return NULL;
}

/* Attributes may differ between architectures, unlike contracts. */
static void merge_attribute(gen_reader *reader, gen_kernel *known, const gen_kernel *kernel,
                            gen_annotation_kind kind)
{
    gen_annotation *first = find_annotation(known, kind);
    const gen_annotation *second = find_annotation(kernel, kind);

    if (!first && second) {
        first = GEN_NEW(reader->arena, gen_annotation);
        *first = *second;
        first->next = known->annotations;
        first->varies = true;
        known->annotations = first;
    } else if (first) {
        first->varies |= !second || strcmp(first->text, second->text) != 0 ||
                         memcmp(first->sizes, second->sizes, sizeof(first->sizes)) != 0;
    }
}

static void merge_kernel(gen_reader *reader, gen_kernel *known, const gen_kernel *kernel,
                         const gen_body_facts *facts)
{
    known->architectures |= UINT32_C(1) << reader->architecture;
    if (known->cpu.body_begin != kernel->cpu.body_begin ||
        known->cpu.body_end != kernel->cpu.body_end)
        known->cpu.body_begin = known->cpu.body_end = 0;
    if (known->cpu.last_if != kernel->cpu.last_if)
        known->cpu.last_if = 0;
    add_facts(reader, known, facts, false);
    merge_attribute(reader, known, kernel, GEN_ANNOTATION_LAUNCH_BOUNDS);
    merge_attribute(reader, known, kernel, GEN_ANNOTATION_CLUSTER_DIMS);
    merge_attribute(reader, known, kernel, GEN_ANNOTATION_BLOCK_SIZE);
}

gen_definitions *gen_read_definitions(gen_reader *reader)
{
    return GEN_STATE(reader, of_unit.definitions, gen_definitions, .names.arena = reader->arena,
                     .last = &reader->of_unit.definitions->first);
}

static void add_definition(gen_reader *reader, CXCursor function, gen_kernel *kernel,
                           const gen_kernel *known)
{
    gen_definitions *all = gen_read_definitions(reader);
    gen_definition *definition = GEN_NEW(reader->arena, gen_definition);
    gen_definition *first;
    const char *key;

    definition->function = function;
    definition->kernel = kernel;
    definition->known = known;
    *all->last = definition;
    all->last = &definition->next;
    key = kernel->written
              ? gen_arena_format(reader->arena, "::%s", gen_reader_qualified_name(reader, function))
              : kernel->name;
    first = gen_name_table_find(&all->names, key);
    if (!first)
        gen_name_table_put(&all->names, key, definition);
    else if (kernel->written) {
        definition->same_name = first->same_name;
        first->same_name = definition;
    }
}

static bool is_specialization(CXCursor function, CXCursor pattern)
{
    CXSourceLocation at = clang_getCursorLocation(function);

    return !clang_equalLocations(at, clang_getCursorLocation(pattern)) &&
           !clang_equalLocations(at, clang_getCursorLocation(clang_getCursorDefinition(pattern)));
}

/* The names of a kernel. `written`: null if it has C linkage. */
static gen_kernel *make_kernel(gen_reader *reader, CXCursor function, const char *name,
                               const char *written)
{
    gen_kernel *kernel = GEN_NEW(reader->arena, gen_kernel);
    CXCursor pattern = clang_getSpecializedCursorTemplate(function);

    kernel->name = name;
    kernel->written = written;
    kernel->symbol = written ? gen_read_symbol(reader, function) : name;
    kernel->enclosing = written ? "" : gen_reader_enclosing_namespaces(reader, function);
    if (!clang_Cursor_isNull(pattern)) {
        kernel->is_specialization = is_specialization(function, pattern);
        gen_read_function_arguments(reader, function, pattern, &kernel->template_arguments);
    }
    return kernel;
}

static bool is_of_template(const gen_annotation *annotation)
{
    return annotation->names && annotation->names->template_count > 0;
}

/* True if the specialization itself has an annotation that takes the place of the template's. */
static bool is_replaced(const gen_annotation *list, const gen_annotation *annotation)
{
    bool is_count = gen_annotation_is_count(annotation->kind);

    for (; list; list = list->next)
        if (!is_of_template(list) &&
            (list->kind == annotation->kind || (is_count && gen_annotation_is_count(list->kind))))
            return true;
    return false;
}

/* clang passes the template's annotations on to an explicit specialization, also those that this
 * writes otherwise. */
static void drop_replaced(gen_annotation **list)
{
    const gen_annotation *all = *list;

    while (*list)
        if (is_of_template(*list) && is_replaced(all, *list))
            *list = (*list)->next;
        else
            list = &(*list)->next;
}

static void settle_specialization(gen_kernel *kernel)
{
    if (!kernel->is_specialization)
        return;
    drop_replaced(&kernel->annotations);
    for (size_t i = 0; i < kernel->param_count; i++)
        drop_replaced(&kernel->params[i].annotations);
}

void gen_read_kernel(gen_reader *reader, CXCursor function, const char *name, const char *written)
{
    int count = clang_Cursor_getNumArguments(function);
    gen_kernel *kernel = make_kernel(reader, function, name, written);
    gen_kernel *known;
    gen_body_facts facts;
    bool is_same;

    kernel->place = gen_reader_place(reader, function);
    kernel->param_count = count > 0 ? (size_t)count : 0;
    kernel->params = GEN_NEW_ARRAY(reader->arena, gen_param, kernel->param_count);
    kernel->annotations = gen_read_annotations(reader, function);
    name_params(reader, kernel, function);
    for (unsigned i = 0; i < kernel->param_count; i++)
        read_param(reader, kernel, function, i);
    settle_specialization(kernel);
    kernel->signature = gen_read_signature(reader, function, kernel);
    if (clang_Cursor_isNull(clang_getSpecializedCursorTemplate(function)) &&
        clang_isCursorDefinition(function))
        gen_read_body_range(reader, function, kernel); /* the text of a template has several uses */
    facts = gen_read_body(reader, function);
    known = gen_name_table_find(&reader->of_file.kernels, kernel->symbol);
    add_definition(reader, function, kernel, known);
    is_same = gen_read_compare_interface(reader, function, kernel);
    if (known) {
        if (is_same)
            merge_kernel(reader, known, kernel, &facts);
        return;
    }
    add_facts(reader, kernel, &facts, true);
    kernel->architectures = UINT32_C(1) << reader->architecture;
    GEN_APPEND(gen_kernel, reader->model->kernels, kernel);
    reader->model->kernel_count++;
    gen_name_table_put(&reader->of_file.kernels, kernel->symbol, kernel);
}

void gen_read_overloads(gen_reader *reader)
{
    for (const gen_definition *d = gen_read_definitions(reader)->first; d; d = d->next) {
        gen_kernel *kernel = gen_name_table_find(&reader->of_file.kernels, d->kernel->symbol);
        if (kernel && !kernel->written && gen_read_is_overloaded(reader, d->function, kernel->name))
            kernel->pointer_type = gen_read_pointer_type(reader, d->function);
    }
}
