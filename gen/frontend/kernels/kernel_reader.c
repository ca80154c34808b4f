#include "frontend/kernels/kernel_reader.h"

#include "frontend/annotations/annotation.h"
#include "frontend/bodies/body.h"
#include "frontend/bodies/shared_memory.h"
#include "frontend/image/image_bodies.h"
#include "frontend/kernels/kernel_parameters.h"
#include "frontend/kernels/symbol.h"
#include "frontend/types/interface.h"
#include "frontend/types/signature.h"
#include "frontend/types/spelling.h"
#include "frontend/types/template_arguments.h"

#include <string.h>

/* Adds this architecture's facts: a launch must allow for what the body does on any
 * architecture. */
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

static void add_definition(gen_reader *reader, gen_definitions *all, CXCursor function,
                           gen_kernel *kernel, const gen_kernel *known)
{
    gen_definition *definition = GEN_NEW(reader->arena, gen_definition);
    gen_definition *first;
    const char *key;

    definition->function = function;
    definition->kernel = kernel;
    definition->known = known;
    GEN_ADD(all, definition);
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

static gen_kernel *make_kernel(gen_reader *reader, CXCursor function,
                               const gen_kernel_naming *naming)
{
    gen_kernel *kernel = GEN_NEW(reader->arena, gen_kernel);
    CXCursor pattern = clang_getSpecializedCursorTemplate(function);

    kernel->name = naming->name;
    kernel->written = naming->written;
    kernel->symbol = naming->written ? gen_read_symbol(reader, function) : naming->name;
    if (naming->written)
        kernel->family = gen_read_identifier(reader, gen_reader_qualified_name(reader, function));
    kernel->enclosing = naming->written ? "" : gen_reader_enclosing_namespaces(reader, function);
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

/* True if an annotation of the specialization itself replaces the template's. */
static bool is_replaced(const gen_annotation *list, const gen_annotation *annotation)
{
    bool is_count = gen_annotation_is_count(annotation->kind);

    for (; list; list = list->next)
        if (!is_of_template(list) &&
            (list->kind == annotation->kind || (is_count && gen_annotation_is_count(list->kind))))
            return true;
    return false;
}

/* Drops the template's annotations that an explicit specialization replaces. clang passes all of
 * them on. */
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

void gen_read_kernel(gen_reader *reader, gen_definitions *definitions, CXCursor function,
                     gen_kernel_naming naming)
{
    gen_kernel *kernel = make_kernel(reader, function, &naming);
    gen_kernel *known;
    gen_body_facts facts;
    bool is_same;

    kernel->place = gen_reader_place(reader, function);
    kernel->annotations = gen_read_instance_annotations(reader, function, naming.instance);
    gen_read_kernel_parameters(reader, kernel, function);
    settle_specialization(kernel);
    kernel->signature = gen_read_signature(reader, function, kernel);
    if (clang_Cursor_isNull(clang_getSpecializedCursorTemplate(function)) &&
        clang_isCursorDefinition(function))
        gen_read_body_range(reader, function, kernel); /* a template's text has several uses */
    facts = gen_read_body(reader, function);
    known = gen_name_table_find(&reader->kernels, kernel->symbol);
    add_definition(reader, definitions, function, kernel, known);
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
    gen_name_table_put(&reader->kernels, kernel->symbol, kernel);
}

void gen_read_overloads(gen_reader *reader, const gen_definitions *definitions,
                        const gen_overloads *overloads)
{
    for (const gen_definition *d = definitions->first; d; d = d->next) {
        gen_kernel *kernel = gen_name_table_find(&reader->kernels, d->kernel->symbol);
        if (kernel && !kernel->written && gen_overloads_has(overloads, d->function, kernel->name))
            kernel->pointer_type = gen_read_pointer_type(reader, d->function);
    }
}
