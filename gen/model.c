#include "model.h"

#include <string.h>

const char *gen_model_file_of(gen_place place)
{
    const char *slash = place.file ? strrchr(place.file, '/') : NULL;

    if (!place.file)
        return "";
    return slash ? slash + 1 : place.file;
}

size_t gen_model_buffer_count(const gen_kernel *kernel)
{
    size_t count = 0;

    for (size_t i = 0; i < kernel->param_count; i++)
        count += kernel->params[i].kind == CUSTUB_PARAM_BUFFER;
    return count;
}
