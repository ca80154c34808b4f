#include "command_line/architecture_choice.h"

#include "command_line/architecture.h"

#include <string.h>

#define MAX_ARCHITECTURES 32

typedef struct choice {
    gen_options *options;
    gen_arena *arena;
    const char **error;
} choice;

static bool fail(const choice *chosen, const char *text, const char *what)
{
    *chosen->error = gen_arena_format(chosen->arena, "%s: %s", what, text);
    return false;
}

static bool fail_architecture(const choice *chosen, const char *name)
{
    const gen_options *options = chosen->options;

    if (strcmp(name, "native") == 0)
        return fail(chosen,
                    "custub does not ask for this machine's GPU, because its output must be "
                    "the same on every machine; name the architecture, such as sm_90",
                    name);
    if (strcmp(name, "all") == 0 || strcmp(name, "all-major") == 0)
        return fail(chosen,
                    "this needs a CUDA toolkit, and none was found; name architectures, or a "
                    "toolkit with --cuda-path",
                    name);
    return fail(chosen,
                gen_arena_format(chosen->arena,
                                 "nvcc does not build for this architecture; give one of %s",
                                 gen_architecture_names(chosen->arena, options->toolkit_version)),
                name);
}

/* Null after an error. */
static const char *find_architecture(const choice *chosen, const char *name)
{
    const char *found =
        gen_architecture_find(chosen->arena, name, chosen->options->toolkit_version);

    if (!found)
        fail_architecture(chosen, name);
    return found;
}

static bool add_architecture(const choice *chosen, const char *name)
{
    gen_words *architectures = &chosen->options->architectures;

    for (size_t i = 0; i < architectures->count; i++)
        if (strcmp(architectures->data[i], name) == 0)
            return true;
    if (architectures->count == MAX_ARCHITECTURES)
        return fail(chosen, "more than 32 architectures", name);
    gen_words_add(architectures, chosen->arena, name);
    return true;
}

static bool add_named(const choice *chosen, const char *name)
{
    const long toolkit = chosen->options->toolkit_version;
    gen_words found = {0};

    if (toolkit && (strcmp(name, "all") == 0 || strcmp(name, "all-major") == 0))
        gen_architecture_add_all(&found, chosen->arena, toolkit, strcmp(name, "all") != 0);
    else
        gen_words_add(&found, chosen->arena, name);
    for (size_t i = 0; i < found.count; i++) {
        const char *one = find_architecture(chosen, found.data[i]);
        if (!one || !add_architecture(chosen, one))
            return false;
    }
    return true;
}

bool gen_options_choose_architectures(gen_options *options, gen_arena *arena, const char **error)
{
    choice chosen = {options, arena, error};

    for (size_t i = 0; i < options->named.count; i++)
        if (!add_named(&chosen, options->named.data[i]))
            return false;
    for (size_t i = 0; i < options->ptx_count; i++) {
        const char *one = find_architecture(&chosen, options->ptx[i].architecture);
        if (!one || !add_architecture(&chosen, one))
            return false;
        options->ptx[i].architecture = one;
    }
    return true;
}
