#include "include_folder.h"

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
