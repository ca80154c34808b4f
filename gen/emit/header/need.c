#include "emit/header/need.h"

#include <string.h>

typedef struct need_list {
    const gen_kernel_names *names;
    gen_arena *arena;
    gen_needs needs;
    size_t capacity;
} need_list;

static void note_shape(need_list *list, const gen_expr *expr)
{
    list->needs.reads_shape |=
        gen_expr_uses(expr, CUSTUB_OP_GRID) || gen_expr_uses(expr, CUSTUB_OP_BLOCK);
}

/* Adds a need. If a parameter has the name `wanted`, the variable gets another one. */
static void add(need_list *list, const char *wanted, const gen_expr *expr, bool is_repeated)
{
    if (!expr)
        return;
    GEN_GROW(list->arena, list->needs.data, list->needs.count, &list->capacity);
    list->needs.data[list->needs.count++] =
        (gen_need){gen_c_names_local(list->names, list->arena, wanted), expr, is_repeated};
    note_shape(list, expr);
}

static void add_pointers(need_list *list)
{
    for (size_t i = 0; i < list->names->kernel->pointer_count; i++) {
        const gen_pointer *pointer = &list->names->kernel->pointers[i];
        add(list,
            gen_arena_format(list->arena, "%s_%s", list->names->pointers[i],
                             pointer->sized ? "bytes" : "count"),
            pointer->count, pointer->first != i);
    }
}

static void add_axes(need_list *list, const char *what, const gen_expr *const *axes)
{
    for (size_t i = 0; i < 3 && axes[i]; i++)
        add(list, gen_arena_format(list->arena, "%s_%c", what, "xyz"[i]), axes[i], false);
}

/* Only this name may equal another need's, that of a pointer called "shared". The other names end
 * differently. */
static void add_shared(need_list *list)
{
    const char *name = gen_c_names_local(list->names, list->arena, "shared_bytes");

    for (size_t i = 0; i < list->needs.count; i++)
        if (strcmp(list->needs.data[i].name, name) == 0)
            name = "shared_memory_bytes";
    add(list, name, list->names->kernel->shared, false);
}

static bool certainly_holds(const gen_expr *requirement)
{
    return requirement->op == CUSTUB_OP_CONSTANT && requirement->value.bits;
}

static void add_requirements(need_list *list)
{
    const gen_kernel *kernel = list->names->kernel;

    list->needs.requirements =
        GEN_NEW_ARRAY(list->arena, const gen_expr *, kernel->requirement_count);
    for (size_t i = 0; i < kernel->requirement_count; i++) {
        if (certainly_holds(kernel->requirements[i]))
            continue;
        list->needs.requirements[list->needs.requirement_count++] = kernel->requirements[i];
        note_shape(list, kernel->requirements[i]);
    }
}

gen_needs gen_needs_of(const gen_kernel_names *names, gen_arena *arena)
{
    need_list list = {.names = names, .arena = arena};

    add_pointers(&list);
    add_axes(&list, "threads", names->kernel->threads);
    add_axes(&list, "block", names->kernel->block);
    add_shared(&list);
    add_requirements(&list);
    return list.needs;
}
