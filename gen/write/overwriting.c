#define _XOPEN_SOURCE 700 /* S_ISDIR */

#include "write/overwriting.h"

#include "support/plain_file.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The id of an existing file, followed by the part of the path that does not exist. */
static const char *write_identity(gen_arena *arena, const struct stat *status, const char *rest)
{
    return gen_arena_format(arena, "%llu:%llu%s", (unsigned long long)status->st_dev,
                            (unsigned long long)status->st_ino, rest);
}

/* The folder's path has no slash at its end; the root's is empty. */
static bool find_folder(const char *path, struct stat *status)
{
    return stat(*path ? path : "/", status) == 0;
}

/* Appends a component. A folder that does not exist yet will not be a link, so `..` removes it. */
static void add_component(char *path, const char *component, size_t length)
{
    size_t end = strlen(path);
    struct stat status;

    if (length == 0 || (length == 1 && component[0] == '.'))
        return;
    if (length == 2 && memcmp(component, "..", 2) == 0 && !find_folder(path, &status)) {
        *strrchr(path, '/') = '\0';
        return;
    }
    path[end] = '/';
    memcpy(path + end + 1, component, length);
    path[end + 1 + length] = '\0';
}

/* The path without `.`, and without the `..` of folders that do not exist: "./a/b", "/a/b". */
static char *plain_path(gen_arena *arena, const char *path)
{
    char *plain = gen_arena_format(arena, "%*s", (int)strlen(path) + 3, "");

    strcpy(plain, path[0] == '/' ? "" : ".");
    while (*path) {
        size_t length = strcspn(path, "/");
        add_component(plain, path, length);
        path += length;
        path += *path == '/';
    }
    return plain;
}

/* A text that is the same for all paths to one file, through links, `./` and `../`. The file need
 * not exist. */
static const char *identity_of(gen_arena *arena, const char *path)
{
    struct stat status;
    const char *whole;
    char *folder;

    if (stat(path, &status) == 0)
        return write_identity(arena, &status, "");
    whole = plain_path(arena, path);
    folder = gen_arena_string(arena, whole);
    while (!find_folder(folder, &status)) {
        char *slash = strrchr(folder, '/');
        if (!slash)
            return whole;
        *slash = '\0';
    }
    return write_identity(arena, &status, whole + strlen(folder));
}

void gen_inputs_initialize(gen_inputs *inputs, gen_arena *arena)
{
    *inputs = (gen_inputs){.arena = arena, .given = {.arena = arena}, .included = {.arena = arena}};
}

static void add(gen_inputs *inputs, gen_name_table *table, const char *path)
{
    gen_name_table_put(table, identity_of(inputs->arena, path), (void *)path);
}

void gen_inputs_add_given(gen_inputs *inputs, const char *path)
{
    add(inputs, &inputs->given, path);
}

void gen_inputs_add_included(gen_inputs *inputs, const char *path)
{
    add(inputs, &inputs->included, path);
}

void gen_overwriting_check(const gen_inputs *inputs, const gen_outputs *outputs, gen_diag *diag)
{
    gen_name_table written = {.arena = inputs->arena};

    for (const gen_output *o = outputs->first; o; o = o->next) {
        const gen_place place = {o->path, 0, 0};
        const char *identity;
        const char *other;
        if (strcmp(o->path, "-") == 0 || gen_plain_file_is_null(o->path))
            continue;
        identity = identity_of(inputs->arena, o->path);
        other = gen_name_table_find(&inputs->given, identity);
        if (!other && o->is_named)
            other = gen_name_table_find(&inputs->included, identity);
        if (other)
            gen_diag_error(diag, place, "output-is-input",
                           "this output would replace '%s', which this run reads; name "
                           "another file",
                           other);
        other = gen_name_table_find(&written, identity);
        if (other)
            gen_diag_error(diag, place, "output-twice",
                           "this output would replace '%s', another output of this run; name "
                           "another file",
                           other);
        gen_name_table_put(&written, identity, (void *)o->path);
    }
}
