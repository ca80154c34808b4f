#include "command_line/nvcc_environment.h"

#include <stdlib.h>

static bool read_variable(gen_words *words, gen_arena *arena, gen_diag *diag, const char *name)
{
    const char *text = getenv(name);

    if (!text || gen_words_split(words, arena, text, GEN_QUOTING_ENVIRONMENT))
        return true;
    gen_diag_error(diag, (gen_place){0}, "nvcc-option",
                   "'%s' of the environment has a quote that is not closed; close it", name);
    return false;
}

bool gen_nvcc_environment_read(gen_nvcc_environment *environment, gen_arena *arena, gen_diag *diag)
{
    return read_variable(&environment->before, arena, diag, "NVCC_PREPEND_FLAGS") &&
           read_variable(&environment->after, arena, diag, "NVCC_APPEND_FLAGS");
}
