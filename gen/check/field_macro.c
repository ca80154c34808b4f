#include "check/field_macro.h"

#include <string.h>

const gen_type *gen_check_element_of(const gen_type *type)
{
    while (type && type->kind == GEN_TYPE_ARRAY)
        type = type->element;
    return type;
}

bool gen_check_is_pointer(const gen_type *type)
{
    type = gen_check_element_of(type);
    return type && type->kind == GEN_TYPE_POINTER && type->mark[0] == '*';
}

bool gen_check_is_address(const gen_type *type)
{
    type = gen_check_element_of(type);
    return type && type->kind == GEN_TYPE_SCALAR && !type->is_enumeration && !type->is_handle &&
           (type->scalar == CUSTUB_SCALAR_U64 || type->scalar == CUSTUB_SCALAR_I64);
}

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

/* False, with an error, if a CUSTUB_FIELD must not name this field. */
static bool check_named(const gen_checker *check, const gen_annotation *annotation,
                        const gen_expr_place *place)
{
    const gen_param *param = &check->kernel->params[place->param];

    if (param->kind == CUSTUB_PARAM_BUFFER ||
        (place->type == param->type && gen_check_is_address(place->type)))
        fail_form(check, annotation,
                  gen_arena_format(check->arena,
                                   "'%s' is a parameter, whose annotations follow its name",
                                   place->text));
    else if (!gen_check_is_pointer(place->type) && !gen_check_is_address(place->type))
        fail_form(check, annotation,
                  gen_arena_format(check->arena, "'%s' is not a pointer", place->text));
    else
        return true;
    return false;
}

static gen_field_macro *read_macro(const gen_checker *check, const gen_annotation *annotation)
{
    gen_field_macro *macro = GEN_NEW(check->arena, gen_field_macro);
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

const gen_field_macro *gen_check_read_fields(const gen_checker *check)
{
    gen_field_macro *first = NULL;
    gen_field_macro **last = &first;

    for (const gen_annotation *a = check->kernel->annotations; a; a = a->next) {
        if (a->kind != GEN_ANNOTATION_FIELD)
            continue;
        *last = read_macro(check, a);
        if (*last)
            last = &(*last)->next;
    }
    return first;
}
