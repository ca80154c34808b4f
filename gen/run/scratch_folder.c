#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "run/scratch_folder.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

const char *gen_scratch_folder_create(gen_arena *arena)
{
    const char *parent = getenv("TMPDIR");

    return mkdtemp(
        gen_arena_format(arena, "%s/custub-XXXXXX", parent && *parent ? parent : "/tmp"));
}

void gen_scratch_folder_destroy(gen_arena *arena, const char *folder)
{
    DIR *directory = folder ? opendir(folder) : NULL;
    struct dirent *entry;

    if (!directory)
        return;
    while ((entry = readdir(directory)))
        unlink(gen_arena_format(arena, "%s/%s", folder, entry->d_name)); /* fails for . and .. */
    closedir(directory);
    rmdir(folder);
}
