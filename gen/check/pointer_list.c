/* Finds the pointers that a kernel's contract is about: the parameters that are pointers, and the
 * fields of structs that have annotations, or get some by CUSTUB_FIELD. */
#include "check/check.h"
#include "check/kernel_rules.h"

#include <string.h>

/* Bounds the pairs of pointers that a launch compares. */
#define MOST_POINTERS 1024

/* A CUSTUB_FIELD, split into what it names and its annotations. */
typedef struct field_macro {
    struct field_macro *next;
    gen_expr_place place;
    gen_annotation *annotations;
} field_macro;

typedef struct listing {
    const gen_checker *check;
    const field_macro *macros;
    size_t capacity;
    size_t param;
} listing;

/* A field, or an element of one. */
typedef struct position {
    const gen_scope *scope;
    const gen_field *field;
    const gen_type *type;
    const char *path;
    uint64_t offset; /* bytes, in the parameter */
    bool in_union;
    bool is_closed;
} position;

static const gen_type *element_of(const gen_type *type)
{
    while (type && type->kind == GEN_TYPE_ARRAY)
        type = type->element;
    return type;
}

/* A reference is no pointer here: compilers do not tell its offset. */
static bool is_pointer(const gen_type *type)
{
    type = element_of(type);
    return type && type->kind == GEN_TYPE_POINTER && type->mark[0] == '*';
}

/* --- CUSTUB_FIELD ---------------------------------------------------------------------------- */

static void fail_form(const gen_checker *check, const gen_annotation *annotation, const char *fact)
{
    gen_diag_error(check->diag, annotation->place, "field-form",
                   "kernel '%s': CUSTUB_FIELD(%s): %s; write CUSTUB_FIELD(parameter.field, "
                   "COUNTED_BY(count))",
                   check->kernel->name, annotation->text, fact);
}

/* Reads "COUNTED_BY(n)". Null after an error. */
static gen_annotation *read_part(const gen_checker *check, const gen_annotation *annotation,
                                 const char *text)
{
    gen_annotation *part = GEN_NEW(check->arena, gen_annotation);
    size_t length = strcspn(text, " (");
    const char *open = text + length + strspn(text + length, " ");
    size_t rest = strlen(open);

    *part = *annotation;
    part->next = NULL;
    part->in_field_macro = true;
    part->kind = gen_annotation_kind_named(gen_arena_copy(check->arena, text, length));
    if (!gen_annotation_is_for(part->kind, GEN_ON_POINTER) || *open != '(' ||
        open[rest - 1] != ')') {
        fail_form(check, annotation,
                  gen_arena_format(check->arena, "'%s' is not an annotation of a pointer", text));
        return NULL;
    }
    part->key = gen_annotation_key(part->kind);
    part->text = gen_arena_copy(check->arena, open + 1, rest - 2);
    return part;
}

/* False, with an error, if a CUSTUB_FIELD may not name this. */
static bool check_named(const gen_checker *check, const gen_annotation *annotation,
                        const gen_expr_place *place)
{
    if (check->kernel->params[place->param].kind == CUSTUB_PARAM_BUFFER)
        fail_form(check, annotation,
                  gen_arena_format(check->arena,
                                   "'%s' is a parameter, whose annotations follow its name",
                                   place->text));
    else if (!is_pointer(place->type))
        fail_form(check, annotation,
                  gen_arena_format(check->arena, "'%s' is not a pointer", place->text));
    else
        return true;
    return false;
}

static field_macro *read_macro(const gen_checker *check, const gen_annotation *annotation)
{
    field_macro *macro = GEN_NEW(check->arena, field_macro);
    gen_annotation **last = &macro->annotations;
    size_t most = strlen(annotation->text) / 2 + 1;
    const char **parts = GEN_NEW_ARRAY(check->arena, const char *, most);
    size_t count = gen_expr_split(check->arena, annotation->text, parts, most);

    if (count < 2 || count > most) {
        fail_form(check, annotation, "gives no annotation");
        return NULL;
    }
    if (!gen_expr_locate(check->arena, check->diag, check->model, check->kernel, NULL, annotation,
                         parts[0], &macro->place) ||
        !check_named(check, annotation, &macro->place))
        return NULL;
    for (size_t i = 1; i < count; i++) {
        *last = read_part(check, annotation, parts[i]);
        if (!*last)
            return NULL;
        last = &(*last)->next;
    }
    return macro;
}

static const field_macro *read_macros(const gen_checker *check)
{
    field_macro *first = NULL;
    field_macro **last = &first;

    for (const gen_annotation *a = check->kernel->annotations; a; a = a->next) {
        if (a->kind != GEN_ANNOTATION_FIELD)
            continue;
        *last = read_macro(check, a);
        if (*last)
            last = &(*last)->next;
    }
    return first;
}

/* --- The annotations of a field -------------------------------------------------------------- */

static bool is_relation(const gen_annotation *annotation)
{
    return annotation->kind == GEN_ANNOTATION_DISJOINT ||
           annotation->kind == GEN_ANNOTATION_ALIASES;
}

/* True if the first replaces the second. */
static bool replaces(const gen_annotation *a, const gen_annotation *b)
{
    return a->kind == b->kind || (gen_check_is_count(a) && gen_check_is_count(b)) ||
           (is_relation(a) && is_relation(b));
}

static gen_annotation **append(const listing *list, gen_annotation **last,
                               const gen_annotation *annotation)
{
    *last = GEN_NEW(list->check->arena, gen_annotation);
    **last = *annotation;
    (*last)->next = NULL;
    return &(*last)->next;
}

/* Those of the CUSTUB_FIELDs that name the position, and those of the field that these do not
 * replace. */
static const gen_annotation *annotations_at(const listing *list, const position *at)
{
    gen_annotation *first = NULL;
    gen_annotation **last = &first;

    for (const field_macro *m = list->macros; m; m = m->next)
        if (m->place.param == list->param && at->offset >= m->place.offset &&
            at->offset - m->place.offset < m->place.type->size)
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

/* False, with an error, if a launch cannot know the pointer. */
static bool check_place(const listing *list, const position *at, const gen_annotation *annotation)
{
    const gen_checker *check = list->check;

    if (at->in_union)
        gen_diag_error(check->diag, annotation->place, "field-in-union",
                       "struct '%s', field '%s': %s in a union, where another member may lie; "
                       "remove the annotation, or pass the pointer beside the union",
                       at->scope->record->spelling, at->field->name, gen_check_macro(annotation));
    else if (at->is_closed)
        gen_diag_error(check->diag, annotation->place, "field-not-public",
                       "struct '%s', field '%s': %s on a field that is not public, whose place no "
                       "compiler confirms; make it public, or remove the annotation",
                       at->scope->record->spelling, at->field->name, gen_check_macro(annotation));
    return !at->in_union && !at->is_closed;
}

static void list_pointer(listing *list, const position *at)
{
    gen_kernel *kernel = list->check->kernel;
    const gen_annotation *annotations = annotations_at(list, at);
    gen_pointer *pointer;
    const gen_pointer *before;

    if (!annotations || kernel->pointer_count == MOST_POINTERS ||
        !check_place(list, at, annotations))
        return;
    pointer = add_pointer(list);
    pointer->name = at->path;
    pointer->field = at->field->name;
    pointer->scope = at->scope;
    pointer->offset = at->offset;
    pointer->place = at->field->place;
    pointer->type = at->type;
    pointer->annotations = annotations;
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

static void list_type(listing *list, const position *at);

static void list_record(listing *list, const position *around)
{
    gen_arena *arena = list->check->arena;
    const gen_record *record = around->type->record;
    gen_scope *scope = GEN_NEW(arena, gen_scope);
    size_t count;
    gen_field *fields = gen_model_fields(record, &count);

    *scope = (gen_scope){record, around->path, list->param, around->offset};
    for (size_t i = 0; i < count; i++) {
        gen_field *field = &fields[i];
        position at = {.scope = scope, .field = field, .type = field->type};
        at.path = gen_arena_format(arena, "%s.%s", around->path, field->name);
        at.offset = around->offset + field->offset;
        at.in_union = around->in_union || field->in_union;
        at.is_closed = around->is_closed || field->is_closed;
        field->is_checked |= is_pointer(field->type) && annotations_at(list, &at);
        if (field->annotations && !is_pointer(field->type))
            gen_check_no_pointer(
                list->check,
                gen_arena_format(arena, "struct '%s', field '%s'", record->spelling, field->name),
                "field", field->type ? field->type->spelling : "long double", field->annotations);
        if (field->type && !field->is_bit_field)
            list_type(list, &at);
    }
}

static void list_type(listing *list, const position *at)
{
    const gen_type *type = at->type;

    if (type->kind == GEN_TYPE_RECORD)
        list_record(list, at);
    else if (is_pointer(type) && type->kind == GEN_TYPE_POINTER)
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

static void list_param(listing *list, const gen_param *param)
{
    gen_pointer *pointer;

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
    pointer->type = param->type;
    pointer->annotations = param->annotations;
}

/* True if a field somewhere in the type may have an annotation. */
static bool has_annotations(const gen_type *type)
{
    const gen_type *element = element_of(type);
    size_t count;
    const gen_field *fields;

    if (!element || element->kind != GEN_TYPE_RECORD)
        return false;
    fields = gen_model_fields(element->record, &count);
    for (size_t i = 0; i < count; i++)
        if (fields[i].annotations || has_annotations(fields[i].type))
            return true;
    return false;
}

void gen_check_list_pointers(const gen_checker *check)
{
    gen_kernel *kernel = check->kernel;
    listing list = {.check = check, .macros = read_macros(check)};

    for (list.param = 0; list.param < kernel->param_count; list.param++)
        list_param(&list, &kernel->params[list.param]);
    for (list.param = 0; list.param < kernel->param_count; list.param++) {
        const gen_param *param = &kernel->params[list.param];
        position whole = {.type = param->type, .path = param->name};
        if (param->type->kind == GEN_TYPE_RECORD &&
            kernel->parameter_bytes <= GEN_MAX_PARAMETER_BYTES &&
            (list.macros || has_annotations(param->type)))
            list_record(&list, &whole);
    }
    for (size_t i = 0; i < kernel->pointer_count; i++)
        if (!kernel->pointers[i].scope)
            kernel->params[kernel->pointers[i].param].pointer = &kernel->pointers[i];
}
