#include "check/kernel_rules.h"

#include "support/suggestion.h"

#include <string.h>

/* One name in an annotation that relates pointers. */
typedef struct relation_name {
    const gen_checker *check;
    const gen_annotation *annotation;
    gen_pointer *pointer; /* the annotated one */
    const char *name;
} relation_name;

static void fail_name(const relation_name *at, const char *what)
{
    const gen_kernel *kernel = at->check->kernel;

    gen_diag_error(at->check->diag, at->annotation->place, "relation-name",
                   "kernel '%s', parameter '%s': %s(%s): %s", kernel->name, at->pointer->name,
                   gen_check_macro(at->annotation), at->annotation->text, what);
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

/* Null after an error. */
static gen_pointer *find_named(const relation_name *at)
{
    const gen_kernel *kernel = at->check->kernel;
    gen_arena *arena = at->check->arena;

    for (size_t i = 0; i < kernel->param_count; i++) {
        if (strcmp(kernel->params[i].name, at->name) != 0)
            continue;
        if (i == at->pointer->param)
            fail_name(at, gen_arena_format(arena,
                                           "'%s' is the parameter itself; name other "
                                           "parameters",
                                           at->name));
        else if (!kernel->params[i].pointer)
            fail_name(at, gen_arena_format(arena,
                                           "'%s' is not a pointer; name pointer "
                                           "parameters",
                                           at->name));
        else
            return &kernel->pointers[kernel->params[i].pointer->index];
        return NULL;
    }
    fail_unknown(at);
    return NULL;
}

/* The link to a pair's relation in the list of the later pointer, or the link where it belongs.
 */
static gen_relation **find_pair(const gen_kernel *kernel, size_t a, size_t b)
{
    gen_pointer *later = &kernel->pointers[a > b ? a : b];
    size_t earlier = a < b ? a : b;
    gen_relation **at = later->last_pair; /* pointers are mostly named in their order */

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
 * other pointer. */
static bool is_new_relation(const relation_name *at, const gen_pointer *other,
                            custub_relation_kind kind)
{
    const gen_kernel *kernel = at->check->kernel;
    const gen_relation *known = find_relation(kernel, at->pointer->index, other->index);

    if (known && known->kind != kind)
        gen_diag_error(at->check->diag, at->annotation->place, "relation-conflict",
                       "kernel '%s': '%s' and '%s' are both CUSTUB_DISJOINT and CUSTUB_ALIASES; "
                       "keep one of the two",
                       kernel->name, at->pointer->name, other->name);
    return !known;
}

/* CUSTUB_DISJOINT compares needs. Without both it would check nothing. */
static bool has_counts(const relation_name *at, const gen_pointer *other)
{
    const gen_pointer *unknown = at->pointer->count ? other : at->pointer;

    if (unknown->count)
        return true;
    gen_diag_error(at->check->diag, at->annotation->place, "disjoint-without-count",
                   "kernel '%s', parameter '%s': CUSTUB_DISJOINT(%s) compares the needs of both "
                   "parameters, and that of '%s' is not known; give it CUSTUB_COUNTED_BY or "
                   "CUSTUB_SIZED_BY",
                   at->check->kernel->name, at->pointer->name, at->annotation->text, unknown->name);
    return false;
}

static void add_relation(const relation_name *at, const gen_pointer *other,
                         custub_relation_kind kind)
{
    gen_kernel *kernel = at->check->kernel;
    gen_pointer *pointer = at->pointer;
    gen_relation **pair = find_pair(kernel, pointer->index, other->index);
    gen_relation *relation = GEN_NEW(at->check->arena, gen_relation);

    relation->kind = kind;
    relation->pointer = pointer->index;
    relation->other = other->index;
    relation->next_pair = *pair;
    *pair = relation;
    kernel->pointers[pointer->index > other->index ? pointer->index : other->index].last_pair =
        pair;
    if (!pointer->relations)
        pointer->relations = relation;
    *(kernel->last_relation ? &kernel->last_relation->next : &kernel->relations) = relation;
    kernel->last_relation = relation;
    kernel->relation_count++;
}

static void check_relation(const gen_checker *check, gen_pointer *pointer,
                           const gen_annotation *annotation)
{
    bool disjoint = annotation->kind == GEN_ANNOTATION_DISJOINT;
    custub_relation_kind kind = disjoint ? CUSTUB_RELATION_DISJOINT : CUSTUB_RELATION_ALIASES;
    relation_name at = {check, annotation, pointer, ""};
    size_t most = strlen(annotation->text) / 2 + 1;
    const char **names = GEN_NEW_ARRAY(check->arena, const char *, most);
    size_t count = gen_expr_split(check->arena, annotation->text, names, most);

    if (count == 0)
        fail_name(&at, "names no parameter; name pointer parameters");
    for (size_t i = 0; i < count && i < most; i++) {
        const gen_pointer *other;
        at.name = names[i];
        other = find_named(&at);
        if (other && (!disjoint || has_counts(&at, other)) && is_new_relation(&at, other, kind))
            add_relation(&at, other, kind);
    }
}

void gen_check_relations(const gen_checker *check)
{
    for (size_t i = 0; i < check->kernel->pointer_count; i++) {
        gen_pointer *pointer = &check->kernel->pointers[i];
        for (const gen_annotation *a = pointer->annotations; a; a = a->next)
            if (a->kind == GEN_ANNOTATION_DISJOINT || a->kind == GEN_ANNOTATION_ALIASES)
                check_relation(check, pointer, a);
    }
}
