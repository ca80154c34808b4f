#include "check/field_macro.h"
#include "check/kernel_rules.h"

#include <string.h>

/* The relation of a pointer with an earlier one. */
typedef struct pair {
    struct pair *next; /* by the earlier one */
    const gen_relation *relation;
} pair;

typedef struct pointer_pairs {
    pair *first;
    pair **last; /* the link to the one that was added last */
} pointer_pairs;

/* The relations of a kernel that are known so far. */
typedef struct known_relations {
    gen_relation *last;
    pointer_pairs *of_pointers;
} known_relations;

/* One name in an annotation that relates pointers. */
typedef struct relation_name {
    const gen_checker *check;
    known_relations *known;
    const gen_annotation *annotation;
    gen_pointer *pointer; /* the annotated one */
    const char *name;
} relation_name;

static const char *subject_of(const relation_name *at)
{
    return gen_model_subject(at->check->arena, at->check->kernel, at->pointer, at->annotation);
}

static void fail_name(const relation_name *at, const char *what)
{
    gen_diag_error(at->check->diag, at->annotation->place, "relation-name", "%s: %s(%s): %s",
                   subject_of(at), gen_check_macro(at->annotation), at->annotation->text, what);
}

/* Without the counts of both pointers, nothing would be checked. */
static void fail_count(const relation_name *at, const char *unknown)
{
    gen_diag_error(at->check->diag, at->annotation->place, "disjoint-without-count",
                   "%s: %s(%s) compares the needs of both pointers, and that of '%s' "
                   "is not known; give it CUSTUB_COUNTED_BY or CUSTUB_SIZED_BY",
                   subject_of(at), gen_check_macro(at->annotation), at->annotation->text, unknown);
}

/* True if the pointer is the named place, or an element of it. */
static bool is_in(const gen_pointer *pointer, const gen_expr_place *place)
{
    return pointer->param == place->param && pointer->offset >= place->offset &&
           pointer->offset - place->offset < place->type->size;
}

/* Says why the named place has no other pointer. */
static void fail_place(const relation_name *at, const gen_expr_place *place)
{
    const gen_type *type = place->type;
    const char *what = at->pointer->scope ? "field" : "parameter";
    gen_arena *arena = at->check->arena;

    while (type->kind == GEN_TYPE_ARRAY)
        type = type->element;
    if (is_in(at->pointer, place))
        fail_name(at, gen_arena_format(arena, "'%s' is the %s itself; name other %ss", at->name,
                                       what, what));
    else if (type->kind != GEN_TYPE_POINTER && !gen_check_is_address(type))
        fail_name(
            at, gen_arena_format(arena, "'%s' is not a pointer; name pointer %ss", at->name, what));
    else if (at->annotation->kind != GEN_ANNOTATION_ALIASES)
        fail_count(at, at->name);
}

/* The link to a pair in the list of the later pointer, or the link where it belongs. */
static pair **find_pair(const known_relations *known, size_t a, size_t b)
{
    const size_t later = a > b ? a : b;
    const size_t earlier = a < b ? a : b;
    pair **at = known->of_pointers[later].last; /* pointers are mostly named in their order */

    if (!at || gen_model_earlier_of((*at)->relation) > earlier)
        at = &known->of_pointers[later].first;
    while (*at && gen_model_earlier_of((*at)->relation) < earlier)
        at = &(*at)->next;
    return at;
}

static const gen_relation *find_relation(const known_relations *known, size_t a, size_t b)
{
    const pair *found = *find_pair(known, a, b);

    return found && gen_model_earlier_of(found->relation) == (a < b ? a : b) ? found->relation
                                                                             : NULL;
}

/* False if the pair has a relation already; with an error if that is another one. Repeating a
 * relation is legal, for example from the other pointer. */
static bool is_new_relation(const relation_name *at, const gen_pointer *other,
                            custub_relation_kind kind)
{
    const gen_kernel *kernel = at->check->kernel;
    const gen_relation *known = find_relation(at->known, at->pointer->index, other->index);

    if (known && known->kind != kind)
        gen_diag_error(at->check->diag, at->annotation->place, "relation-conflict",
                       "kernel '%s': '%s' and '%s' are both %s and %s; keep one of the two",
                       kernel->name, at->pointer->name, other->name,
                       gen_annotation_macro(gen_annotation_of_relation(known->kind)),
                       gen_annotation_macro(gen_annotation_of_relation(kind)));
    return !known;
}

static bool has_counts(const relation_name *at, const gen_pointer *other)
{
    const gen_pointer *unknown = at->pointer->count ? other : at->pointer;

    if (!unknown->count)
        fail_count(at, unknown->name);
    return unknown->count != NULL;
}

static void add_relation(const relation_name *at, const gen_pointer *other,
                         custub_relation_kind kind)
{
    gen_kernel *kernel = at->check->kernel;
    gen_pointer *pointer = at->pointer;
    const size_t later = pointer->index > other->index ? pointer->index : other->index;
    pair **link = find_pair(at->known, pointer->index, other->index);
    pair *added = GEN_NEW(at->check->arena, pair);
    gen_relation *relation = GEN_NEW(at->check->arena, gen_relation);

    relation->kind = kind;
    relation->pointer = pointer->index;
    relation->other = other->index;
    *added = (pair){*link, relation};
    *link = added;
    at->known->of_pointers[later].last = link;
    if (!pointer->relations)
        pointer->relations = relation;
    *(at->known->last ? &at->known->last->next : &kernel->relations) = relation;
    at->known->last = relation;
    kernel->relation_count++;
}

/* Relates the pointer to all that `at->name` names: a pointer, or an array of them. */
static void relate(const relation_name *at, custub_relation_kind kind)
{
    const gen_checker *check = at->check;
    const gen_kernel *kernel = check->kernel;
    gen_expr_place place;
    bool found = false;

    if (!gen_expr_locate(check->arena, check->diag, check->model, kernel, at->pointer,
                         at->annotation, at->name, &place))
        return;
    for (size_t i = 0; i < kernel->pointer_count; i++) {
        const gen_pointer *other = &kernel->pointers[i];
        if (other == at->pointer || !is_in(other, &place))
            continue;
        found = true;
        if (kind != CUSTUB_RELATION_ALIASES && !has_counts(at, other))
            return;
        if (is_new_relation(at, other, kind))
            add_relation(at, other, kind);
    }
    if (!found)
        fail_place(at, &place);
}

static void check_relation(const gen_checker *check, known_relations *known, gen_pointer *pointer,
                           const gen_annotation *annotation)
{
    relation_name at = {check, known, annotation, pointer, ""};
    size_t most = strlen(annotation->text) / 2 + 1;
    const char **names = GEN_NEW_ARRAY(check->arena, const char *, most);
    size_t count = gen_expr_split(check->arena, annotation->text, names, most);

    if (count == 0)
        fail_name(&at, pointer->scope ? "names no field; name pointer fields"
                                      : "names no parameter; name pointer parameters");
    for (size_t i = 0; i < count && i < most; i++) {
        at.name = names[i];
        relate(&at, gen_annotation_relation(annotation->kind));
    }
}

/* Members of a union are one pointer at run time, so __restrict__ does not separate them. */
static void relate_members_of_unions(const gen_checker *check, known_relations *known,
                                     gen_pointer *pointer)
{
    const relation_name at = {check, known, pointer->annotations, pointer, pointer->name};

    for (size_t i = 0; i < pointer->index; i++) {
        const gen_pointer *other = &check->kernel->pointers[i];
        if (other->scope && other->param == pointer->param && other->offset == pointer->offset &&
            !find_relation(known, pointer->index, i))
            add_relation(&at, other, CUSTUB_RELATION_ALIASES);
    }
}

void gen_check_relations(const gen_checker *check)
{
    known_relations known = {
        NULL, GEN_NEW_ARRAY(check->arena, pointer_pairs, check->kernel->pointer_count)};

    for (size_t i = 0; i < check->kernel->pointer_count; i++) {
        gen_pointer *pointer = &check->kernel->pointers[i];
        for (const gen_annotation *a = pointer->is_map ? NULL : pointer->annotations; a;
             a = a->next)
            if (gen_annotation_is_relation(a->kind))
                check_relation(check, &known, pointer, a);
        if (pointer->scope)
            relate_members_of_unions(check, &known, pointer);
    }
}
