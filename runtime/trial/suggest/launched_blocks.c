#include "trial/suggest/launched_blocks.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define LINE 4096

/* The extents of a line about the kernel; false for another one. */
static bool read_line(const char *line, const char *symbol, int64_t block[3])
{
    char name[LINE];

    return sscanf(line, "block %4095s %" SCNd64 " %" SCNd64 " %" SCNd64, name, &block[0], &block[1],
                  &block[2]) == 4 &&
           strcmp(name, symbol) == 0;
}

static size_t axes_of(const int64_t block[3])
{
    return block[2] > 1 ? 3 : block[1] > 1 ? 2 : 1;
}

launched_blocks launched_blocks_read(const char *path, const char *symbol, size_t axes)
{
    launched_blocks found = {0};
    FILE *file = path ? fopen(path, "r") : NULL;
    char line[LINE];

    while (file && found.count < LAUNCHED_BLOCKS && fgets(line, sizeof(line), file)) {
        int64_t *block = found.list[found.count];

        found.count += read_line(line, symbol, block) && axes_of(block) <= axes;
    }
    if (file)
        fclose(file);
    return found;
}
