#include "toolkit.h"

#include "plain_file.h"

#include <stdlib.h>
#include <string.h>

/* cuda.h is large and says it near its beginning. */
long gen_toolkit_version(gen_arena *arena, const char *folder)
{
    static const char define[] = "#define CUDA_VERSION ";
    FILE *file = gen_plain_file_open(gen_arena_format(arena, "%s/include/cuda.h", folder));
    char line[256];
    long version = 0;

    while (file && !version && fgets(line, sizeof(line), file))
        if (strncmp(line, define, sizeof(define) - 1) == 0)
            version = strtol(line + sizeof(define) - 1, NULL, 10);
    if (file)
        fclose(file);
    return version > 0 ? version : 0;
}
