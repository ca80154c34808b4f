#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "run/scratch_folder.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *gen_scratch_folder_make(gen_arena *arena)
{
    const char *parent = getenv("TMPDIR");

    return mkdtemp(
        gen_arena_format(arena, "%s/custub-XXXXXX", parent && *parent ? parent : "/tmp"));
}

void gen_scratch_folder_remove(gen_arena *arena, const char *folder)
{
    DIR *directory = folder ? opendir(folder) : NULL;
    struct dirent *entry;

    if (!directory)
        return;
    while ((entry = readdir(directory))) {
        const char *path = gen_arena_format(arena, "%s/%s", folder, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            unlink(path) != 0)
            gen_scratch_folder_remove(arena, path); /* opens no link: unlink() removed those */
    }
    closedir(directory);
    rmdir(folder);
}
