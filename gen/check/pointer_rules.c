#include "check/kernel_rules.h"

static bool is_count(const gen_annotation *annotation)
{
    return annotation->kind == GEN_ANNOTATION_COUNTED_BY ||
           annotation->kind == GEN_ANNOTATION_COUNTED_BY_OR_NULL ||
           annotation->kind == GEN_ANNOTATION_SIZED_BY ||
           annotation->kind == GEN_ANNOTATION_SIZED_BY_OR_NULL;
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
                   "kernel '%s', parameter '%s': %s on '%s', whose elements have no size; "
                   "give the size in bytes with CUSTUB_SIZED_BY",
                   check->kernel->name, pointer->name, gen_check_macro(annotation),
                   pointer->type->spelling);
    return false;
}

/* False, with an error, if an earlier annotation is alike. The first counts, even if its expression
 * is wrong. */
static bool check_once(const gen_checker *check, const gen_pointer *pointer,
                       const gen_annotation *annotation, bool (*is_alike)(const gen_annotation *))
{
    const gen_annotation *first = pointer->annotations;

    while (!is_alike(first))
        first = first->next;
    if (first == annotation)
        return true;
    gen_check_fail_twice(check, pointer, first, annotation);
    return false;
}

static void check_count(const gen_checker *check, gen_pointer *pointer,
                        const gen_annotation *annotation)
{
    if (!check_once(check, pointer, annotation, is_count))
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
                       "kernel '%s', parameter '%s': an element of '%s' has %llu bytes, the "
                       "limit is %lu; pass a pointer to a part",
                       check->kernel->name, pointer->name, pointer->type->spelling,
                       (unsigned long long)element->size, (unsigned long)UINT32_MAX);
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
                   "kernel '%s', parameter '%s': CUSTUB_ALIGNED(%s) is not a constant power "
                   "of two below 2^32; give such a number of bytes",
                   check->kernel->name, pointer->name, annotation->text);
}

static void fail_place(const gen_checker *check, const char *name, const gen_annotation *annotation)
{
    gen_diag_error(check->diag, annotation->place, "annotation-misplaced",
                   "kernel '%s', parameter '%s': %s does not apply to a parameter; write it "
                   "before the kernel's return type",
                   check->kernel->name, name, gen_check_macro(annotation));
}

void gen_check_pointer(const gen_checker *check, gen_pointer *pointer)
{
    check_element_bytes(check, pointer);
    for (const gen_annotation *a = pointer->annotations; a; a = a->next) {
        if (is_count(a))
            check_count(check, pointer, a);
        else if (is_aligned(a))
            check_aligned(check, pointer, a);
        else if (!gen_annotation_is_for(a->kind, GEN_ON_PARAMETER))
            fail_place(check, pointer->name, a);
    }
}

void gen_check_no_pointer(const gen_checker *check, const gen_param *param)
{
    for (const gen_annotation *a = param->annotations; a; a = a->next) {
        if (!gen_annotation_is_for(a->kind, GEN_ON_PARAMETER))
            fail_place(check, param->name, a);
        else if (is_count(a))
            gen_diag_error(check->diag, a->place, "count-without-pointer",
                           "kernel '%s', parameter '%s': %s on '%s', which is not a pointer; move "
                           "it to the pointer whose elements it counts",
                           check->kernel->name, param->name, gen_check_macro(a),
                           param->type->spelling);
        else
            gen_diag_error(check->diag, a->place, "annotation-without-pointer",
                           "kernel '%s', parameter '%s': %s on '%s', which is not a pointer; move "
                           "it to the pointer that it is about",
                           check->kernel->name, param->name, gen_check_macro(a),
                           param->type->spelling);
    }
}
