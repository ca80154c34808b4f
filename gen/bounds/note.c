#include "bounds/note.h"

#include "bounds/plain_name.h"
#include "bounds/site.h"

static const char *subject_of(const gen_bounds_function *function, const char *kernel)
{
    gen_token name = function->function->name;

    if (kernel)
        return gen_arena_format(function->arena, "kernel '%s'", kernel);
    return gen_arena_format(
        function->arena, "function '%s'",
        gen_bounds_plain_name(function->arena,
                              gen_arena_copy(function->arena, name.text, name.length)));
}

void gen_bounds_note_unchecked(gen_diag *diag, const gen_bounds_function *function,
                               const char *kernel, const gen_ptx_statement *statement,
                               const char *reason)
{
    const char *inside;
    gen_place place = gen_bounds_place(function, statement, &inside);

    gen_diag_note(diag, place, "bounds-origin", "%s%s: this is not checked: %s",
                  subject_of(function, kernel), inside, reason);
}

void gen_bounds_note_unknown(gen_diag *diag, const gen_bounds_function *function,
                             const char *kernel, const gen_bounds_access *access)
{
    const char *inside;
    gen_place place = gen_bounds_place(function, access->statement, &inside);

    gen_diag_note(diag, place, "bounds-origin",
                  "%s%s: the buffer of an address is not known: %s; the access is held to all of "
                  "the launch's memory",
                  subject_of(function, kernel), inside, access->target.reason);
}
