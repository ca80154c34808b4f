#include "check/kernel_rules.h"

bool gen_check_is_count(const gen_annotation *annotation)
{
    return gen_annotation_is_count(annotation->kind);
}

static bool is_aligned(const gen_annotation *annotation)
{
    return annotation->kind == GEN_ANNOTATION_ALIGNED;
}

static bool check_elements_have_size(const gen_checker *check, const gen_pointer *pointer,
                                     const gen_annotation *annotation)
{
    const gen_type *element = pointer->type->element;

    if (pointer->sized || (element->kind != GEN_TYPE_VOID && element->size > 0))
        return true;
    gen_diag_error(check->diag, annotation->place, "count-of-unsized",
                   "%s: %s on '%s', whose elements have no size; give the size in bytes with "
                   "CUSTUB_SIZED_BY%s",
                   gen_model_subject(check->arena, check->kernel, pointer, annotation),
                   gen_check_macro(annotation), pointer->type->spelling,
                   element->kind == GEN_TYPE_VOID ? ", or name their type with CUSTUB_ELEMENT"
                                                  : "");
    return false;
}

/* False, with an error, if an earlier annotation is alike. The first one counts, even if its
 * expression is wrong. */
static bool check_once(const gen_checker *check, const gen_pointer *pointer,
                       const gen_annotation *annotation, bool (*is_alike)(const gen_annotation *))
{
    const gen_annotation *first = pointer->annotations;

    while (!is_alike(first))
        first = first->next;
    if (first == annotation)
        return true;
    gen_check_twice(check, pointer, first, annotation);
    return false;
}

static void check_count(const gen_checker *check, gen_pointer *pointer,
                        const gen_annotation *annotation)
{
    if (!check_once(check, pointer, annotation, gen_check_is_count))
        return;
    pointer->sized = annotation->kind == GEN_ANNOTATION_SIZED_BY ||
                     annotation->kind == GEN_ANNOTATION_SIZED_BY_OR_NULL;
    pointer->or_null = annotation->kind == GEN_ANNOTATION_COUNTED_BY_OR_NULL ||
                       annotation->kind == GEN_ANNOTATION_SIZED_BY_OR_NULL;
    if (check_elements_have_size(check, pointer, annotation))
        pointer->count = gen_check_parse(check, pointer, annotation, annotation->text, true, true);
    gen_check_never_negative(check, pointer, annotation, pointer->count);
}

static void check_element_bytes(const gen_checker *check, const gen_pointer *pointer)
{
    const gen_type *element = pointer->type->element;

    if (element->size > UINT32_MAX)
        gen_diag_error(check->diag, pointer->place, "element-bytes",
                       "kernel '%s', %s '%s': an element of '%s' has %llu bytes, the "
                       "limit is %lu; pass a pointer to a part",
                       check->kernel->name, pointer->scope ? "field" : "parameter", pointer->name,
                       pointer->type->spelling, (unsigned long long)element->size,
                       (unsigned long)UINT32_MAX);
}

static void check_aligned(const gen_checker *check, gen_pointer *pointer,
                          const gen_annotation *annotation)
{
    const gen_expr *expr;
    uint64_t bytes;

    if (!check_once(check, pointer, annotation, is_aligned))
        return;
    expr = gen_check_parse(check, pointer, annotation, annotation->text, false, false);
    if (!expr)
        return;
    bytes = expr->op == CUSTUB_OP_CONSTANT ? expr->value.bits : 0;
    if (bytes && (bytes & (bytes - 1)) == 0 && bytes <= UINT32_MAX) {
        pointer->aligned = (uint32_t)bytes;
        return;
    }
    gen_diag_error(check->diag, annotation->place, "aligned-range",
                   "%s: CUSTUB_ALIGNED(%s) is not a constant power of two below 2^32; give such a "
                   "number of bytes",
                   gen_model_subject(check->arena, check->kernel, pointer, annotation),
                   annotation->text);
}

static bool is_values(const gen_annotation *annotation)
{
    return annotation->kind == GEN_ANNOTATION_VALUES;
}

static bool has_count(const gen_pointer *pointer)
{
    const gen_annotation *a = pointer->annotations;

    while (a && !gen_check_is_count(a))
        a = a->next;
    return a != NULL;
}

static bool points_to_integers(const gen_pointer *pointer)
{
    const gen_type *element = pointer->type->element;

    return element->kind == GEN_TYPE_SCALAR && !element->is_handle &&
           element->scalar != CUSTUB_SCALAR_BOOL && gen_scalar_is_integer(element->scalar);
}

/* "kernel 'k', parameter 'x': CUSTUB_VALUES(0, n)" */
static const char *values_subject(const gen_checker *check, const gen_pointer *pointer,
                                  const gen_annotation *annotation)
{
    return gen_arena_format(check->arena, "%s: CUSTUB_VALUES(%s)",
                            gen_model_subject(check->arena, check->kernel, pointer, annotation),
                            annotation->text);
}

/* An empty range is legal: a template's argument, or a count, may be 0. */
static bool is_reversed(const gen_expr *low, const gen_expr *high)
{
    custub_int first;
    custub_int end;

    return gen_expr_constant(low, &first) && gen_expr_constant(high, &end) &&
           custub_int_holds(custub_int_less(end, first));
}

static void read_values(const gen_checker *check, gen_pointer *pointer,
                        const gen_annotation *annotation)
{
    const char *parts[2];
    const bool is_pair = gen_expr_split(check->arena, annotation->text, parts, 2) == 2;
    const gen_expr *low = NULL;
    const gen_expr *high = NULL;

    if (is_pair) {
        low = gen_check_parse(check, pointer, annotation, parts[0], true, true);
        high = gen_check_parse(check, pointer, annotation, parts[1], true, true);
    }
    if (!is_pair || (low && high && is_reversed(low, high))) {
        gen_diag_error(check->diag, annotation->place, "values-form",
                       "%s %s; give two expressions, (low, high)",
                       values_subject(check, pointer, annotation),
                       is_pair ? "ends before it begins" : "is not a range");
        return;
    }
    pointer->low = low;
    pointer->high = high;
}

static void check_values(const gen_checker *check, gen_pointer *pointer,
                         const gen_annotation *annotation)
{
    if (!check_once(check, pointer, annotation, is_values))
        return;
    if (!points_to_integers(pointer))
        gen_diag_error(check->diag, annotation->place, "values-element",
                       "%s on elements of type '%s', which are not integers; remove it",
                       values_subject(check, pointer, annotation),
                       pointer->type->element->spelling);
    else if (!has_count(pointer))
        gen_diag_error(check->diag, annotation->place, "values-without-count",
                       "%s on a pointer without a count, so its elements are not known; add "
                       "CUSTUB_COUNTED_BY",
                       values_subject(check, pointer, annotation));
    else
        read_values(check, pointer, annotation);
}

static void fail_place(const gen_checker *check, const char *subject, const char *what,
                       const gen_annotation *annotation)
{
    gen_diag_error(check->diag, annotation->place, "annotation-misplaced",
                   "%s: %s does not apply to a %s; write it before the kernel's return type",
                   subject, gen_check_macro(annotation), what);
}

static void fail_map(const gen_checker *check, const char *subject, const char *type,
                     const gen_annotation *annotation)
{
    gen_diag_error(check->diag, annotation->place, "annotation-without-map",
                   "%s: %s on '%s', which is not a parameter of type CUtensorMap; move it to one",
                   subject, gen_check_macro(annotation), type);
}

static bool is_element(const gen_annotation *annotation)
{
    return annotation->kind == GEN_ANNOTATION_ELEMENT;
}

/* A later element of an array needs what the first one needs. */
static void copy_needs(gen_pointer *pointer, const gen_pointer *first)
{
    pointer->count = first->count;
    pointer->low = first->low;
    pointer->high = first->high;
    pointer->or_null = first->or_null;
    pointer->sized = first->sized;
    pointer->aligned = first->aligned;
}

static bool is_of_map(const gen_annotation *annotation)
{
    return annotation->kind == GEN_ANNOTATION_MAPS || annotation->kind == GEN_ANNOTATION_BOX;
}

void gen_check_pointer(const gen_checker *check, gen_pointer *pointer)
{
    if (pointer->is_map) {
        gen_check_map(check, pointer);
        return;
    }
    if (pointer->first != pointer->index) {
        copy_needs(pointer, &check->kernel->pointers[pointer->first]);
        return;
    }
    check_element_bytes(check, pointer);
    for (const gen_annotation *a = pointer->annotations; a; a = a->next) {
        if (gen_check_is_count(a))
            check_count(check, pointer, a);
        else if (is_aligned(a))
            check_aligned(check, pointer, a);
        else if (is_values(a))
            check_values(check, pointer, a);
        else if (is_element(a))
            check_once(check, pointer, a, is_element);
        else if (is_of_map(a))
            fail_map(check, gen_model_subject(check->arena, check->kernel, pointer, a),
                     pointer->type->spelling, a);
        else if (!gen_annotation_is_for(a->kind, GEN_ON_POINTER) && !pointer->scope)
            fail_place(check, gen_model_subject(check->arena, check->kernel, pointer, a),
                       "parameter", a);
    }
}

void gen_check_no_pointer(const gen_checker *check, const char *subject, const char *what,
                          const char *type, const gen_annotation *annotations)
{
    for (const gen_annotation *a = annotations; a; a = a->next) {
        if (!gen_annotation_is_for(a->kind, GEN_ON_POINTER))
            fail_place(check, subject, what, a);
        else if (is_of_map(a))
            fail_map(check, subject, type, a);
        else if (gen_check_is_count(a))
            gen_diag_error(check->diag, a->place, "count-without-pointer",
                           "%s: %s on '%s', which is not a pointer; move it to the pointer whose "
                           "elements it counts",
                           subject, gen_check_macro(a), type);
        else
            gen_diag_error(check->diag, a->place, "annotation-without-pointer",
                           "%s: %s on '%s', which is not a pointer; move it to the pointer that it "
                           "is about",
                           subject, gen_check_macro(a), type);
    }
}
