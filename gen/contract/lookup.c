#include "contract/lookup.h"

#include <string.h>

#define DEPTH 16 /* greatest number of steps through usings and aliases */

typedef struct lookup {
    const gen_model *model;
    gen_arena *arena;
    const char **both;
    size_t order; /* later declarations are not seen */
    bool is_ambiguous;
} lookup;

static const char *join(const lookup *look, const char *scope, const char *name)
{
    return *scope ? gen_arena_format(look->arena, "%s::%s", scope, name) : name;
}

static bool exists(const lookup *look, const char *name)
{
    const gen_declared *declared = gen_name_table_find(&look->model->declared, name);

    if (declared)
        return declared->order <= look->order;
    return gen_model_find_constant(look->model, name) ||
           gen_model_find_type(look->model, name, name + strlen(name));
}

static const char *without_alias(const lookup *look, const char *name)
{
    for (int i = 0; i < DEPTH; i++) {
        const gen_declared *declared = gen_name_table_find(&look->model->declared, name);
        if (!declared || !declared->alias)
            break;
        name = declared->alias;
    }
    return name;
}

/* Adds a declaration found in another namespace to those found before. Returns the first. */
static const char *add(lookup *look, const char *found, const char *more)
{
    if (!found || !more)
        return found ? found : more;
    if (strcmp(found, more) != 0 && !look->is_ambiguous) {
        look->is_ambiguous = true;
        look->both[0] = found;
        look->both[1] = more;
    }
    return found;
}

/* The name in a namespace, or in the namespaces that it uses; null if it is in neither. */
static const char *member(lookup *look, const char *scope, const char *name, int depth)
{
    const char *full = join(look, scope, name);
    const char *found = exists(look, full) ? without_alias(look, full) : NULL;

    for (const gen_using *u = look->model->usings; u && depth < DEPTH; u = u->next)
        if (strcmp(u->scope, scope) == 0 && !u->is_class)
            found = add(look, found, member(look, u->named, name, depth + 1));
    if (found) /* it hides those of the bases */
        return found;
    for (const gen_using *u = look->model->usings; u && depth < DEPTH; u = u->next)
        if (strcmp(u->scope, scope) == 0 && u->is_class)
            found = add(look, found, member(look, u->named, name, depth + 1));
    return found;
}

static bool is_around(const char *outer, size_t length, const char *inner)
{
    return length == 0 || (strncmp(outer, inner, length) == 0 &&
                           (!inner[length] || strncmp(inner + length, "::", 2) == 0));
}

/* The length of the innermost namespace around both: a using directive makes names visible as if
 * they were declared there. */
static size_t common_length(const gen_using *u)
{
    size_t length = strlen(u->scope);

    while (!is_around(u->scope, length, u->named)) {
        while (length > 0 && u->scope[length - 1] != ':')
            length--;
        length -= length > 1 ? 2 : length;
    }
    return length;
}

/* Looks up the first component, from `scope` outward. */
static const char *find_first(lookup *look, const char *scope, const char *name)
{
    size_t length = strlen(scope);

    for (;;) {
        const char *level = gen_arena_copy(look->arena, scope, length);
        const char *found = member(look, level, name, 0);
        for (const gen_using *u = look->model->usings; u; u = u->next)
            if (strlen(u->scope) > length && common_length(u) == length &&
                strncmp(u->scope, level, length) == 0 &&
                is_around(u->scope, strlen(u->scope), scope))
                found = add(look, found, member(look, u->named, name, 0));
        if (found || length == 0)
            return found;
        while (length > 0 && scope[length - 1] != ':')
            length--;
        length -= length > 1 ? 2 : length;
    }
}

const char *gen_expr_lookup(const gen_model *model, gen_arena *arena,
                            const gen_annotation *annotation, const char *name, bool is_global,
                            const char *both[2])
{
    lookup look = {.model = model, .arena = arena, .both = both, .order = annotation->order};
    const char *scope = annotation->scope ? annotation->scope : "";
    const char *end = strstr(name, "::");
    size_t length = end ? (size_t)(end - name) : strlen(name);
    const char *first = gen_arena_copy(arena, name, length);
    const char *found = is_global ? member(&look, "", first, 0) : find_first(&look, scope, first);

    while (found && end) {
        const char *part = end + 2;
        const char *next;
        end = strstr(part, "::");
        length = end ? (size_t)(end - part) : strlen(part);
        part = gen_arena_copy(arena, part, length);
        next = member(&look, found, part, 0);
        found = next ? next : join(&look, found, part);
    }
    if (look.is_ambiguous)
        return NULL;
    return found ? found : name;
}

static bool has_instance(const gen_model *model, const char *class, int depth)
{
    const gen_declared *declared = gen_name_table_find(&model->declared, class);
    bool found = declared && declared->has_instance;

    for (const gen_using *u = model->usings; u && !found && depth < DEPTH; u = u->next)
        found =
            u->is_class && strcmp(u->scope, class) == 0 && has_instance(model, u->named, depth + 1);
    return found;
}

bool gen_expr_lookup_is_of_instance(const gen_model *model, gen_arena *arena, const char *name)
{
    for (const char *end = strstr(name, "::"); end; end = strstr(end + 2, "::"))
        if (has_instance(model, gen_arena_copy(arena, name, (size_t)(end - name)), 0))
            return true;
    return false;
}

bool gen_expr_lookup_is_of_template(const gen_model *model, gen_arena *arena, const char *name)
{
    for (const char *end = name; end; end = strstr(end + 1, "::")) {
        const gen_declared *declared = gen_name_table_find(
            &model->declared, gen_arena_copy(arena, name, (size_t)(end - name)));
        if (declared && declared->is_template)
            return true;
    }
    return false;
}
