/* Finds the pointers that a kernel's contract is about: pointer parameters, and struct fields that
 * have annotations or get some by CUSTUB_FIELD. */
#include "check/check.h"
#include "check/element.h"
#include "check/field_macro.h"
#include "check/kernel_rules.h"

#include <custub/tensor_map.h>

#include <string.h>

/* Bounds the pairs of pointers that a launch compares. */
#define MOST_POINTERS 1024

typedef struct listing {
    const gen_checker *check;
    const gen_field_macro *macros;
    size_t capacity;
    size_t param;
} listing;

/* A field, or an element of an array field. */
typedef struct position {
    const gen_scope *scope;
    const gen_field *field;
    const gen_type *type;
    const char *path;
    uint64_t offset; /* bytes, in the parameter */
    bool in_union;
    bool is_closed;
} position;

/* --- The annotations of a field -------------------------------------------------------------- */

/* True if the first replaces the second. */
static bool replaces(const gen_annotation *a, const gen_annotation *b)
{
    return a->kind == b->kind || (gen_check_is_count(a) && gen_check_is_count(b)) ||
           (gen_annotation_is_relation(a->kind) && gen_annotation_is_relation(b->kind));
}

static gen_annotation **append(const listing *list, gen_annotation **last,
                               const gen_annotation *annotation)
{
    *last = GEN_NEW(list->check->arena, gen_annotation);
    **last = *annotation;
    (*last)->next = NULL;
    return &(*last)->next;
}

/* True if the macro names the position, or an array that contains it. Compares paths, because
 * members of a union share an offset. */
static bool is_named(const position *at, const gen_field_macro *macro)
{
    size_t length = strlen(macro->place.text);

    return strncmp(at->path, macro->place.text, length) == 0 &&
           (at->path[length] == '\0' || at->path[length] == '[');
}

/* The annotations of the CUSTUB_FIELDs that name the position, and the field's own ones that these
 * do not replace. */
static const gen_annotation *annotations_at(const listing *list, const position *at)
{
    gen_annotation *first = NULL;
    gen_annotation **last = &first;

    for (const gen_field_macro *m = list->macros; m; m = m->next)
        if (m->place.param == list->param && is_named(at, m))
            for (const gen_annotation *a = m->annotations; a; a = a->next)
                last = append(list, last, a);
    if (!first)
        return at->field->annotations;
    for (const gen_annotation *a = at->field->annotations; a; a = a->next) {
        const gen_annotation *given = first;
        while (given && !(given->in_field_macro && replaces(given, a)))
            given = given->next;
        if (!given)
            last = append(list, last, a);
    }
    return first;
}

static bool are_equal(const gen_annotation *a, const gen_annotation *b)
{
    while (a && b && a->kind == b->kind && a->text == b->text) {
        a = a->next;
        b = b->next;
    }
    return !a && !b;
}

/* --- The list -------------------------------------------------------------------------------- */

static gen_pointer *add_pointer(listing *list)
{
    gen_kernel *kernel = list->check->kernel;
    gen_pointer *pointer;

    GEN_GROW(list->check->arena, kernel->pointers, kernel->pointer_count, &list->capacity);
    pointer = &kernel->pointers[kernel->pointer_count];
    *pointer = (gen_pointer){.index = kernel->pointer_count, .first = kernel->pointer_count};
    pointer->param = list->param;
    kernel->pointer_count++;
    return pointer;
}

/* False, with an error, if a launch cannot know the pointer. A CUSTUB_FIELD tells which member of a
 * union the kernel uses. */
static bool check_place(const listing *list, const position *at, const gen_annotation *annotation)
{
    const gen_checker *check = list->check;
    const bool in_union = at->in_union && !annotation->in_field_macro;

    if (in_union)
        gen_diag_error(check->diag, annotation->place, "field-in-union",
                       "struct '%s', field '%s': %s in a union, where another member may lie; "
                       "give the pointer CUSTUB_FIELD at the kernels that take it",
                       at->scope->record->spelling, at->field->name, gen_check_macro(annotation));
    else if (at->is_closed)
        gen_diag_error(check->diag, annotation->place, "field-not-public",
                       "struct '%s', field '%s': %s on a field that is not public, whose place no "
                       "compiler confirms; make it public, or remove the annotation",
                       at->scope->record->spelling, at->field->name, gen_check_macro(annotation));
    return !in_union && !at->is_closed;
}

static void list_pointer(listing *list, const position *at)
{
    gen_kernel *kernel = list->check->kernel;
    const gen_annotation *annotations = annotations_at(list, at);
    gen_pointer *pointer;
    const gen_pointer *before;

    if (!annotations || kernel->pointer_count == MOST_POINTERS)
        return;
    for (const gen_annotation *a = annotations; a; a = a->next)
        if (!check_place(list, at, a))
            return;
    pointer = add_pointer(list);
    pointer->name = at->path;
    pointer->field = at->field->name;
    pointer->scope = at->scope;
    pointer->offset = at->offset;
    pointer->place = at->field->place;
    pointer->annotations = annotations;
    gen_check_element(list->check, pointer, at->type);
    before = pointer->index ? pointer - 1 : pointer;
    if (before->scope == at->scope && before->field == pointer->field &&
        are_equal(before->annotations, annotations))
        pointer->first = before->first;
    if (kernel->pointer_count == MOST_POINTERS)
        gen_diag_error(list->check->diag, kernel->place, "pointer-count",
                       "kernel '%s' has %d or more pointers with annotations, most of them in "
                       "structs; pass a pointer to an array of them",
                       kernel->name, MOST_POINTERS);
}

/* True if a field somewhere in the type has an annotation. */
static bool has_annotations(const gen_type *type)
{
    const gen_type *element = gen_check_element_of(type);
    size_t count;
    const gen_field *fields;

    if (!element || element->kind != GEN_TYPE_RECORD)
        return false;
    if (element->record->base_annotation)
        return true;
    fields = gen_model_fields(element->record, &count);
    for (size_t i = 0; i < count; i++)
        if (fields[i].annotations || has_annotations(fields[i].type))
            return true;
    return false;
}

/* True if there may be pointers to list in a type. */
static bool is_of_interest(const listing *list, const gen_type *type, bool may_have_annotations)
{
    const gen_type *element = gen_check_element_of(type);

    return gen_check_is_pointer(type) || (gen_check_is_address(type) && may_have_annotations) ||
           (element->kind == GEN_TYPE_RECORD && (list->macros || has_annotations(element)));
}

static void list_type(listing *list, const position *at);

static void list_record(listing *list, const position *around)
{
    gen_arena *arena = list->check->arena;
    const gen_record *record = around->type->record;
    gen_scope *scope = GEN_NEW(arena, gen_scope);
    size_t count;
    gen_field *fields = gen_model_fields(record, &count);

    if (record->base_annotation)
        gen_diag_error(list->check->diag, record->base_annotation->place, "field-in-base",
                       "struct '%s': %s on a field of a base class, whose place is not known; "
                       "make the base a field, or remove the annotation",
                       record->spelling, gen_check_macro(record->base_annotation));
    *scope = (gen_scope){record, around->path, list->param, around->offset};
    for (size_t i = 0; i < count; i++) {
        gen_field *field = &fields[i];
        position at = {.scope = scope, .field = field, .type = field->type};
        at.path = gen_arena_format(arena, "%s.%s", around->path, field->name);
        at.offset = around->offset + field->offset;
        at.in_union = around->in_union || field->in_union;
        at.is_closed = around->is_closed || field->is_closed;
        field->is_checked |= gen_check_is_pointer(field->type) && annotations_at(list, &at);
        if (field->annotations && !gen_check_is_pointer(field->type) &&
            !gen_check_is_address(field->type))
            gen_check_no_pointer(
                list->check,
                gen_arena_format(arena, "struct '%s', field '%s'", record->spelling, field->name),
                "field", field->type ? field->type->spelling : "long double", field->annotations);
        if (field->type && !field->is_bit_field &&
            is_of_interest(list, field->type, field->annotations || list->macros))
            list_type(list, &at);
    }
}

static void list_type(listing *list, const position *at)
{
    const gen_type *type = at->type;

    if (type->kind == GEN_TYPE_RECORD)
        list_record(list, at);
    else if (type->kind != GEN_TYPE_ARRAY &&
             (gen_check_is_pointer(type) || gen_check_is_address(type)))
        list_pointer(list, at);
    for (uint64_t i = 0; type->kind == GEN_TYPE_ARRAY && i < type->count; i++) {
        position element = *at;
        element.type = type->element;
        element.offset += i * type->element->size;
        element.path =
            gen_arena_format(list->check->arena, "%s[%llu]", at->path, (unsigned long long)i);
        list_type(list, &element);
    }
}

static void list_param(listing *list, gen_param *param)
{
    gen_pointer *pointer;

    if (gen_check_is_address(param->type) && param->annotations)
        param->kind = CUSTUB_PARAM_BUFFER;
    if (param->kind == CUSTUB_PARAM_TENSOR_MAP)
        return;
    if (param->kind != CUSTUB_PARAM_BUFFER) {
        const char *subject = gen_arena_format(list->check->arena, "kernel '%s', parameter '%s'",
                                               list->check->kernel->name, param->name);
        gen_check_no_pointer(list->check, subject, "parameter", param->type->spelling,
                             param->annotations);
        return;
    }
    pointer = add_pointer(list);
    pointer->name = param->name;
    pointer->place = param->place;
    pointer->annotations = param->annotations;
    gen_check_element(list->check, pointer, param->type);
}

/* The C type of a map has the address and the number of bytes, as a view has. */
static void list_map(listing *list, const gen_param *param)
{
    gen_pointer *pointer = add_pointer(list);

    pointer->name = param->name;
    pointer->is_map = true;
    pointer->offset = offsetof(custub_tensor_map, ptr);
    pointer->place = param->place;
    pointer->annotations = param->annotations;
    gen_check_element(list->check, pointer, param->type);
}

void gen_check_list_pointers(const gen_checker *check)
{
    gen_kernel *kernel = check->kernel;
    listing list = {.check = check, .macros = gen_check_read_fields(check)};

    for (list.param = 0; list.param < kernel->param_count; list.param++)
        list_param(&list, &kernel->params[list.param]);
    for (list.param = 0; list.param < kernel->param_count; list.param++) {
        const gen_param *param = &kernel->params[list.param];
        position whole = {.type = param->type, .path = param->name};
        if (param->kind == CUSTUB_PARAM_TENSOR_MAP)
            list_map(&list, param);
        else if (param->type->kind == GEN_TYPE_RECORD &&
                 kernel->parameter_bytes <= GEN_MAX_PARAMETER_BYTES &&
                 is_of_interest(&list, param->type, false))
            list_record(&list, &whole);
    }
    for (size_t i = 0; i < kernel->pointer_count; i++)
        if (!kernel->pointers[i].scope && !kernel->pointers[i].is_map)
            kernel->params[kernel->pointers[i].param].pointer = &kernel->pointers[i];
}
