#include "check/kernel_rules.h"

#include "support/suggestion.h"

#include <string.h>

/* --- One parameter --------------------------------------------------------------------------- */

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

static bool is_relation(const gen_annotation *annotation)
{
    return annotation->kind == GEN_ANNOTATION_DISJOINT ||
           annotation->kind == GEN_ANNOTATION_ALIASES;
}

static bool check_count_is_on_pointer(const gen_checker *check, const gen_param *param,
                                      const gen_annotation *annotation)
{
    if (param->kind == CUSTUB_PARAM_BUFFER)
        return true;
    gen_diag_error(check->diag, annotation->place, "count-without-pointer",
                   "kernel '%s', parameter '%s': %s on '%s', which is not a pointer; move it "
                   "to the pointer whose elements it counts",
                   check->kernel->name, param->name, gen_check_macro(annotation),
                   param->type->spelling);
    return false;
}

static bool check_elements_have_size(const gen_checker *check, const gen_param *param,
                                     const gen_annotation *annotation)
{
    const gen_type *element = param->type->element;

    if (param->sized || (element->kind != GEN_TYPE_VOID && element->size > 0))
        return true;
    gen_diag_error(check->diag, annotation->place, "count-of-unsized",
                   "kernel '%s', parameter '%s': %s on '%s', whose elements have no size; "
                   "give the size in bytes with CUSTUB_SIZED_BY",
                   check->kernel->name, param->name, gen_check_macro(annotation),
                   param->type->spelling);
    return false;
}

/* False, with an error, if an earlier annotation is alike. The first counts, even if its expression
 * is wrong. */
static bool check_once(const gen_checker *check, const gen_param *param,
                       const gen_annotation *annotation, bool (*is_alike)(const gen_annotation *))
{
    const gen_annotation *first = param->annotations;

    while (!is_alike(first))
        first = first->next;
    if (first == annotation)
        return true;
    gen_check_fail_twice(check, param, first, annotation);
    return false;
}

static void check_count(const gen_checker *check, gen_param *param,
                        const gen_annotation *annotation)
{
    if (!check_count_is_on_pointer(check, param, annotation) ||
        !check_once(check, param, annotation, is_count))
        return;
    param->sized = annotation->kind == GEN_ANNOTATION_SIZED_BY ||
                   annotation->kind == GEN_ANNOTATION_SIZED_BY_OR_NULL;
    param->or_null = annotation->kind == GEN_ANNOTATION_COUNTED_BY_OR_NULL ||
                     annotation->kind == GEN_ANNOTATION_SIZED_BY_OR_NULL;
    if (check_elements_have_size(check, param, annotation))
        param->count = gen_check_parse(check, param, annotation, annotation->text, true, true);
    gen_check_never_negative(check, param, annotation, param->count);
}

static void check_element_bytes(const gen_checker *check, const gen_param *param)
{
    const gen_type *element = param->type->element;

    if (param->kind == CUSTUB_PARAM_BUFFER && element->size > UINT32_MAX)
        gen_diag_error(check->diag, param->place, "element-bytes",
                       "kernel '%s', parameter '%s': an element of '%s' has %llu bytes, the "
                       "limit is %lu; pass a pointer to a part",
                       check->kernel->name, param->name, param->type->spelling,
                       (unsigned long long)element->size, (unsigned long)UINT32_MAX);
}

static bool is_on_pointer(const gen_checker *check, const gen_param *param,
                          const gen_annotation *annotation)
{
    if (param->kind == CUSTUB_PARAM_BUFFER)
        return true;
    gen_diag_error(check->diag, annotation->place, "annotation-without-pointer",
                   "kernel '%s', parameter '%s': %s on '%s', which is not a pointer; move it "
                   "to the pointer that it is about",
                   check->kernel->name, param->name, gen_check_macro(annotation),
                   param->type->spelling);
    return false;
}

static void check_aligned(const gen_checker *check, gen_param *param,
                          const gen_annotation *annotation)
{
    const gen_expr *expr;
    uint64_t bytes;

    if (!is_on_pointer(check, param, annotation) ||
        !check_once(check, param, annotation, is_aligned))
        return;
    expr = gen_check_parse(check, param, annotation, annotation->text, false, false);
    if (!expr)
        return;
    bytes = expr->op == CUSTUB_OP_CONSTANT ? expr->value.bits : 0;
    if (bytes && (bytes & (bytes - 1)) == 0 && bytes <= UINT32_MAX) {
        param->aligned = (uint32_t)bytes;
        return;
    }
    gen_diag_error(check->diag, annotation->place, "aligned-range",
                   "kernel '%s', parameter '%s': CUSTUB_ALIGNED(%s) is not a constant power "
                   "of two below 2^32; give such a number of bytes",
                   check->kernel->name, param->name, annotation->text);
}

void gen_check_param(const gen_checker *check, gen_param *param)
{
    check_element_bytes(check, param);
    for (const gen_annotation *a = param->annotations; a; a = a->next) {
        if (is_count(a))
            check_count(check, param, a);
        else if (is_aligned(a))
            check_aligned(check, param, a);
        else if (!gen_annotation_is_for(a->kind, GEN_ON_PARAMETER))
            gen_diag_error(
                check->diag, a->place, "annotation-misplaced",
                "kernel '%s', parameter '%s': %s does not apply to a parameter; write it "
                "before the kernel's return type",
                check->kernel->name, param->name, gen_check_macro(a));
    }
}

/* --- Two parameters -------------------------------------------------------------------------- */

/* One name in an annotation that relates parameters. `param`: the index of the annotated one. */
typedef struct relation_name {
    const gen_checker *check;
    const gen_annotation *annotation;
    size_t param;
    const char *name;
} relation_name;

static void fail_name(const relation_name *at, const char *what)
{
    const gen_kernel *kernel = at->check->kernel;

    gen_diag_error(at->check->diag, at->annotation->place, "relation-name",
                   "kernel '%s', parameter '%s': %s(%s): %s", kernel->name,
                   kernel->params[at->param].name, gen_check_macro(at->annotation),
                   at->annotation->text, what);
}

static void fail_unknown(const relation_name *at)
{
    const gen_kernel *kernel = at->check->kernel;
    gen_expr_suggestion suggestion = gen_expr_suggestion_for(at->name);

    for (size_t i = 0; gen_expr_suggests(at->check->diag) && i < kernel->param_count; i++)
        gen_expr_suggestion_consider(&suggestion, kernel->params[i].name);
    if (suggestion.best)
        fail_name(at, gen_arena_format(at->check->arena,
                                       "'%s' is not a parameter of the kernel; did you mean "
                                       "'%s'?",
                                       at->name, suggestion.best));
    else
        fail_name(at, gen_arena_format(at->check->arena,
                                       "'%s' is not a parameter of the kernel; name pointer "
                                       "parameters, separated by commas",
                                       at->name));
}

/* Sets the index of the named parameter. False after an error. */
static bool find_named(const relation_name *at, size_t *index)
{
    const gen_kernel *kernel = at->check->kernel;
    gen_arena *arena = at->check->arena;

    for (size_t i = 0; i < kernel->param_count; i++) {
        if (strcmp(kernel->params[i].name, at->name) != 0)
            continue;
        *index = i;
        if (i == at->param)
            fail_name(at, gen_arena_format(arena,
                                           "'%s' is the parameter itself; name other "
                                           "parameters",
                                           at->name));
        else if (kernel->params[i].kind != CUSTUB_PARAM_BUFFER)
            fail_name(at, gen_arena_format(arena,
                                           "'%s' is not a pointer; name pointer "
                                           "parameters",
                                           at->name));
        return i != at->param && kernel->params[i].kind == CUSTUB_PARAM_BUFFER;
    }
    fail_unknown(at);
    return false;
}

/* The link to a pair's relation in the list of the later parameter, or the link where it belongs.
 */
static gen_relation **find_pair(const gen_kernel *kernel, size_t a, size_t b)
{
    gen_param *later = &kernel->params[a > b ? a : b];
    size_t earlier = a < b ? a : b;
    gen_relation **at = later->last_pair; /* parameters are mostly named in their order */

    if (!at || gen_model_earlier_of(*at) > earlier)
        at = &later->pairs;
    while (*at && gen_model_earlier_of(*at) < earlier)
        at = &(*at)->next_pair;
    return at;
}

static const gen_relation *find_relation(const gen_kernel *kernel, size_t a, size_t b)
{
    const gen_relation *relation = *find_pair(kernel, a, b);

    return relation && gen_model_earlier_of(relation) == (a < b ? a : b) ? relation : NULL;
}

/* False if the pair has a relation already. The same relation again is legal, for example from the
 * other parameter. */
static bool is_new_relation(const relation_name *at, size_t other, custub_relation_kind kind)
{
    const gen_kernel *kernel = at->check->kernel;
    const gen_relation *known = find_relation(kernel, at->param, other);

    if (known && known->kind != kind)
        gen_diag_error(at->check->diag, at->annotation->place, "relation-conflict",
                       "kernel '%s': '%s' and '%s' are both CUSTUB_DISJOINT and CUSTUB_ALIASES; "
                       "keep one of the two",
                       kernel->name, kernel->params[at->param].name, kernel->params[other].name);
    return !known;
}

/* CUSTUB_DISJOINT compares needs. Without both it would check nothing. */
static bool has_counts(const relation_name *at, size_t other)
{
    const gen_kernel *kernel = at->check->kernel;
    const gen_param *unknown =
        kernel->params[at->param].count ? &kernel->params[other] : &kernel->params[at->param];

    if (unknown->count)
        return true;
    gen_diag_error(at->check->diag, at->annotation->place, "disjoint-without-count",
                   "kernel '%s', parameter '%s': CUSTUB_DISJOINT(%s) compares the needs of both "
                   "parameters, and that of '%s' is not known; give it CUSTUB_COUNTED_BY or "
                   "CUSTUB_SIZED_BY",
                   kernel->name, kernel->params[at->param].name, at->annotation->text,
                   unknown->name);
    return false;
}

static void add_relation(const relation_name *at, size_t other, custub_relation_kind kind)
{
    gen_kernel *kernel = at->check->kernel;
    gen_relation **pair = find_pair(kernel, at->param, other);
    gen_relation *relation = GEN_NEW(at->check->arena, gen_relation);
    gen_param *param = &kernel->params[at->param];

    relation->kind = kind;
    relation->param = at->param;
    relation->other = other;
    relation->next_pair = *pair;
    *pair = relation;
    kernel->params[at->param > other ? at->param : other].last_pair = pair;
    if (!param->relations)
        param->relations = relation;
    *(kernel->last_relation ? &kernel->last_relation->next : &kernel->relations) = relation;
    kernel->last_relation = relation;
    kernel->relation_count++;
}

static void check_relation(const gen_checker *check, size_t param, const gen_annotation *annotation)
{
    bool disjoint = annotation->kind == GEN_ANNOTATION_DISJOINT;
    custub_relation_kind kind = disjoint ? CUSTUB_RELATION_DISJOINT : CUSTUB_RELATION_ALIASES;
    relation_name at = {check, annotation, param, ""};
    size_t most = strlen(annotation->text) / 2 + 1;
    const char **names = GEN_NEW_ARRAY(check->arena, const char *, most);
    size_t count = gen_expr_split(check->arena, annotation->text, names, most);
    size_t other;

    if (!is_on_pointer(check, &check->kernel->params[param], annotation))
        return;
    if (count == 0)
        fail_name(&at, "names no parameter; name pointer parameters");
    for (size_t i = 0; i < count && i < most; i++) {
        at.name = names[i];
        if (find_named(&at, &other) && (!disjoint || has_counts(&at, other)) &&
            is_new_relation(&at, other, kind))
            add_relation(&at, other, kind);
    }
}

void gen_check_relations(const gen_checker *check)
{
    for (size_t i = 0; i < check->kernel->param_count; i++)
        for (const gen_annotation *a = check->kernel->params[i].annotations; a; a = a->next)
            if (is_relation(a))
                check_relation(check, i, a);
}
