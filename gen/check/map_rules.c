/* The annotations of a tensor map. What they say becomes requirements, which name the map's fields.
 */
#include "check/element.h"
#include "check/kernel_rules.h"
#include "contract/token.h"
#include "model/tensor_map.h"

#include <custub/tensor_map.h>

#include <string.h>

static const char *subject_of(const gen_checker *check, const gen_pointer *map,
                              const gen_annotation *annotation)
{
    return gen_model_subject(check->arena, check->kernel, map, annotation);
}

/* The name that the annotation's declaration gives to the map. */
static const char *name_of(const gen_checker *check, const gen_pointer *map,
                           const gen_annotation *annotation)
{
    const gen_parameter_names *names = annotation->names;

    return names && map->param < names->count ? names->data[map->param]
                                              : check->kernel->params[map->param].name;
}

static const gen_expr *add(const gen_checker *check, const gen_pointer *map,
                           const gen_annotation *annotation, const char *text)
{
    const gen_expr *expr = gen_check_parse(check, map, annotation, text, true, true);

    if (expr)
        gen_check_add_requirement(check, expr);
    return expr;
}

/* True for a name or a number, which needs no parentheses beside an operator. */
static bool is_word(const char *text)
{
    while (gen_expr_is_name_part(*text) || *text == '.')
        text++;
    return !*text;
}

static bool has_sizes(const gen_pointer *map)
{
    const gen_annotation *a = map->annotations;

    while (a && a->kind != GEN_ANNOTATION_MAPS)
        a = a->next;
    return a != NULL;
}

/* Requires each number of `field` to be what the annotation says. */
static void check_numbers(const gen_checker *check, const gen_pointer *map,
                          const gen_annotation *annotation, const char *field)
{
    const char *const name = name_of(check, map, annotation);
    const char *parts[CUSTUB_TENSOR_RANK];
    const size_t count = gen_expr_split(check->arena, annotation->text, parts, CUSTUB_TENSOR_RANK);

    if (count < 1 || count > CUSTUB_TENSOR_RANK) {
        gen_diag_error(check->diag, annotation->place, "map-rank",
                       "%s: %s(%s) has %zu dimensions; give one to %d, the outermost one first",
                       subject_of(check, map, annotation), gen_check_macro(annotation),
                       annotation->text, count, CUSTUB_TENSOR_RANK);
        return;
    }
    if (annotation->kind == GEN_ANNOTATION_MAPS || !has_sizes(map))
        add(check, map, annotation, gen_arena_format(check->arena, "%s.rank == %zu", name, count));
    for (size_t i = 0; i < count; i++) {
        const gen_expr *expr = gen_check_parse(check, map, annotation, parts[i], true, true);
        gen_check_never_negative(check, map, annotation, expr);
        if (expr)
            add(check, map, annotation,
                gen_arena_format(check->arena,
                                 is_word(parts[i]) ? "%s.%s[%zu] == %s" : "%s.%s[%zu] == (%s)",
                                 name, field, i, parts[i]));
    }
}

/* Requires the type of the elements. The requirement's text names it; its code has the number. */
static void check_map_element(const gen_checker *check, const gen_pointer *map,
                              const gen_annotation *annotation)
{
    const gen_type *element = map->type->element;
    const char *const name = name_of(check, map, annotation);
    const gen_expr *expr;
    gen_expr *named;

    if (element->kind == GEN_TYPE_INCOMPLETE) /* an error was reported */
        return;
    if (element->kind != GEN_TYPE_SCALAR) {
        gen_diag_error(check->diag, annotation->place, "map-element",
                       "%s: CUSTUB_ELEMENT(%s) on a tensor map, whose elements are of a scalar "
                       "type; name one",
                       subject_of(check, map, annotation), annotation->text);
        return;
    }
    expr = gen_check_parse(
        check, map, annotation,
        gen_arena_format(check->arena, "%s.element == %d", name, (int)element->scalar), true, true);
    if (!expr)
        return;
    named = GEN_NEW(check->arena, gen_expr);
    *named = *expr;
    named->text = gen_arena_format(check->arena, "%s.element == %s", name, element->spelling);
    gen_check_add_requirement(check, named);
}

/* False, with an error, if an earlier annotation is of the same kind. */
static bool check_once(const gen_checker *check, const gen_pointer *map,
                       const gen_annotation *annotation)
{
    const gen_annotation *first = map->annotations;

    while (first->kind != annotation->kind)
        first = first->next;
    if (first != annotation)
        gen_check_twice(check, map, first, annotation);
    return first == annotation;
}

static void check_annotation(const gen_checker *check, const gen_pointer *map,
                             const gen_annotation *annotation)
{
    switch (annotation->kind) {
    case GEN_ANNOTATION_MAPS:
        check_numbers(check, map, annotation, "sizes");
        break;
    case GEN_ANNOTATION_BOX:
        check_numbers(check, map, annotation, "box");
        break;
    case GEN_ANNOTATION_ELEMENT:
        check_map_element(check, map, annotation);
        break;
    default:
        gen_diag_error(check->diag, annotation->place, "map-annotation",
                       "%s: %s does not apply to a tensor map; use CUSTUB_MAPS, CUSTUB_BOX and "
                       "CUSTUB_ELEMENT",
                       subject_of(check, map, annotation), gen_check_macro(annotation));
        break;
    }
}

void gen_check_map(const gen_checker *check, const gen_pointer *map)
{
    for (const gen_annotation *a = map->annotations; a; a = a->next)
        if (check_once(check, map, a))
            check_annotation(check, map, a);
}
