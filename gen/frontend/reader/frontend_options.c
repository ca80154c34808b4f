#include "frontend/reader/frontend_options.h"

#include <string.h>

const char *gen_include_folder(const char *const *arguments, size_t count, size_t *at)
{
    static const char *const options[] = {"-isystem", "-iquote", "-idirafter", "-I"};
    const char *argument = arguments[*at];

    for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
        size_t length = strlen(options[i]);
        if (strncmp(argument, options[i], length) != 0)
            continue;
        if (argument[length])
            return argument + length;
        return *at + 1 < count ? arguments[++*at] : NULL;
    }
    return NULL;
}

bool gen_frontend_is_given_includes(const gen_frontend_options *options)
{
    for (size_t i = 0; i < options->clang_argument_count; i++)
        if (strncmp(options->clang_arguments[i], "-include", 8) == 0 ||
            strncmp(options->clang_arguments[i], "-imacros", 8) == 0)
            return true;
    return false;
}
