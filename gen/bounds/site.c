#include "bounds/site.h"

#include "bounds/plain_name.h"

#include <string.h>

/* The path of a file of the module, or null. */
static const char *path_of(const gen_bounds_function *function, uint32_t file)
{
    gen_token path;

    if (file >= function->module->file_count)
        return NULL;
    path = function->module->files[file];
    return path.length ? gen_arena_copy(function->arena, path.text, path.length) : NULL;
}

static uint32_t add_file(gen_bounds_table *table, const gen_bounds_function *function,
                         uint32_t file)
{
    const char *path = path_of(function, file);
    const char *slash = path ? strrchr(path, '/') : NULL;

    return gen_bounds_table_string(table, slash ? slash + 1 : path);
}

static uint32_t add_plain_name(gen_bounds_table *table, const char *name)
{
    return gen_bounds_table_string(table, gen_bounds_plain_name(table->arena, name));
}

static uint32_t add_token(gen_bounds_table *table, gen_token name)
{
    return add_plain_name(table, gen_arena_copy(table->arena, name.text, name.length));
}

static uint32_t add_name(gen_bounds_table *table, const gen_bounds_function *function,
                         const gen_bounds_target *target)
{
    if (target->kind == GEN_BOUNDS_TO_ANY)
        return gen_bounds_table_string(table, target->reason);
    if (target->kind != GEN_BOUNDS_TO_VARIABLE)
        return 0;
    return add_token(table, function->variables->items[target->index]->name);
}

static uint32_t origin_of_site(const gen_bounds_function *function, const gen_bounds_target *target)
{
    switch (target->kind) {
    case GEN_BOUNDS_TO_POINTER:
        return CUSTUB_BOUNDS_OF_POINTER;
    case GEN_BOUNDS_TO_POINTERS:
        return CUSTUB_BOUNDS_OF_POINTERS;
    case GEN_BOUNDS_TO_VARIABLE:
        return function->variables->items[target->index]->space == GEN_PTX_SHARED
                   ? CUSTUB_BOUNDS_OF_SHARED
                   : CUSTUB_BOUNDS_OF_VARIABLE;
    default:
        return CUSTUB_BOUNDS_OF_ANY;
    }
}

static const char *inlined_name(const gen_bounds_function *function,
                                const gen_ptx_statement *statement)
{
    return gen_ptx_debug_string(function->arena, function->module, statement->inlined);
}

/* The function that the access is in, if it is not the kernel's own text. */
static uint32_t add_function(gen_bounds_table *table, const gen_bounds_function *function,
                             const gen_ptx_statement *statement)
{
    if (statement->inlined.length)
        return add_plain_name(table, inlined_name(function, statement));
    return function->function->is_entry ? 0 : add_token(table, function->function->name);
}

/* The statement whose caller is in the function's own text. */
static const gen_ptx_statement *outermost_of(const gen_ptx_statement *statement)
{
    while (statement->caller)
        statement = statement->caller;
    return statement;
}

void gen_bounds_add_site(gen_bounds_table *table, const gen_bounds_function *function,
                         uint32_t kernel, gen_bounds_access *access)
{
    const gen_ptx_statement *s = access->statement;
    const gen_ptx_statement *outermost = outermost_of(s);
    custub_bounds_site site = {.kernel = kernel,
                               .origin = origin_of_site(function, &access->target),
                               .index = (uint32_t)access->target.index,
                               .name = add_name(table, function, &access->target),
                               .access = access->kind,
                               .bytes = access->size,
                               .file = add_file(table, function, s->file),
                               .line = s->line,
                               .function = add_function(table, function, s)};

    site.caller_file = add_file(table, function, outermost->caller_file);
    site.caller_line = outermost->caller_line;
    access->site = gen_bounds_table_site(table, site);
}

/* ", in 'load_row' of helper.cuh:8" */
static const char *inside_text(const gen_bounds_function *function,
                               const gen_ptx_statement *statement, gen_place place)
{
    const char *name = inlined_name(function, statement);
    const char *line = place.line ? gen_arena_format(function->arena, ":%u", place.line) : "";

    if (!name)
        return gen_arena_format(function->arena, ", in %s%s", place.file, line);
    return gen_arena_format(function->arena, ", in '%s' of %s%s",
                            gen_bounds_plain_name(function->arena, name), place.file, line);
}

gen_place gen_bounds_place(const gen_bounds_function *function, const gen_ptx_statement *statement,
                           const char **inside)
{
    const gen_ptx_statement *outermost = outermost_of(statement);
    gen_place place = {path_of(function, statement->file), statement->line, 0};
    gen_place caller = {path_of(function, outermost->caller_file), outermost->caller_line, 0};

    *inside = "";
    if (!place.file)
        return (gen_place){function->module->path, statement->ptx_line, 0};
    if (!statement->inlined.length || !caller.file || strcmp(caller.file, place.file) == 0)
        return place;
    *inside = inside_text(function, statement, place);
    return caller;
}
