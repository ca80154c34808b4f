#include "write/overwriting.h"

#include "write/file_identity.h"
#include "support/plain_file.h"

#include <string.h>

void gen_inputs_initialize(gen_inputs *inputs, gen_arena *arena)
{
    *inputs = (gen_inputs){.arena = arena, .given = {.arena = arena}, .included = {.arena = arena}};
}

static void add(gen_inputs *inputs, gen_name_table *table, const char *path)
{
    gen_name_table_put(table, gen_file_identity(inputs->arena, path), (void *)path);
}

void gen_inputs_add_given(gen_inputs *inputs, const char *path)
{
    add(inputs, &inputs->given, path);
}

void gen_inputs_add_included(gen_inputs *inputs, const char *path)
{
    add(inputs, &inputs->included, path);
}

void gen_overwriting_check(const gen_inputs *inputs, const gen_outputs *outputs, gen_diag *diag)
{
    gen_name_table written = {.arena = inputs->arena};

    for (const gen_output *o = outputs->first; o; o = o->next) {
        const gen_place place = {o->path, 0, 0};
        const char *identity;
        const char *other;
        if (strcmp(o->path, "-") == 0 || gen_plain_file_is_null(o->path))
            continue;
        identity = gen_file_identity(inputs->arena, o->path);
        other = gen_name_table_find(&inputs->given, identity);
        if (!other && o->is_named)
            other = gen_name_table_find(&inputs->included, identity);
        if (other)
            gen_diag_error(diag, place, "output-is-input",
                           "it would replace '%s', which this run reads; name another file", other);
        other = gen_name_table_find(&written, identity);
        if (other)
            gen_diag_error(diag, place, "output-twice",
                           "it would replace '%s', another output of this run; name another file",
                           other);
        gen_name_table_put(&written, identity, (void *)o->path);
    }
}
