#define _XOPEN_SOURCE 700 /* realpath */

#include "command_line/compile_commands.h"

#include "command_line/json_reader.h"
#include "support/source_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *find_database(gen_arena *arena, const char *path)
{
    struct stat status;

    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return gen_arena_format(arena, "%s/compile_commands.json", path);
    return path;
}

/* `path`, seen from `folder`. */
static const char *join(gen_arena *arena, const char *folder, const char *path)
{
    if (*path == '/' || !*folder)
        return path;
    return gen_arena_format(arena, "%s/%s", folder, path);
}

static const char *real_path(gen_arena *arena, const char *path)
{
    char *real = realpath(path, NULL);
    const char *copy = real ? gen_arena_string(arena, real) : path;

    free(real);
    return copy;
}

/* The folder that `path` lies in; "" for the current one. */
static const char *folder_of(gen_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');

    if (!slash)
        return "";
    return slash == path ? "/" : gen_arena_copy(arena, path, (size_t)(slash - path));
}

static bool fail(gen_diag *diag, const char *path, const gen_json *value, const char *fact)
{
    gen_diag_error(diag, (gen_place){path, value->line, value->column}, "compile-commands-entry",
                   "%s; an entry of a compilation database has the strings 'directory' and 'file' "
                   "and either 'command', a string, or 'arguments', an array of strings",
                   fact);
    return false;
}

static const char *string_of(const gen_json *entry, const char *name)
{
    const gen_json *member = gen_json_member(entry, name);

    return member && member->kind == GEN_JSON_STRING ? member->text : NULL;
}

static bool read_arguments(gen_compile_command *command, gen_arena *arena, const gen_json *entry)
{
    const gen_json *arguments = gen_json_member(entry, "arguments");

    if (!arguments || arguments->kind != GEN_JSON_ARRAY)
        return false;
    for (const gen_json *word = arguments->first; word; word = word->next) {
        if (word->kind != GEN_JSON_STRING)
            return false;
        gen_words_add(&command->arguments, arena, word->text);
    }
    return command->arguments.count > 0;
}

static bool read_entry(gen_compile_command *command, gen_arena *arena, gen_diag *diag,
                       const char *path, const gen_json *entry)
{
    const char *directory = string_of(entry, "directory");
    const char *file = string_of(entry, "file");

    if (!directory || !file)
        return fail(diag, path, entry, "no 'directory', or no 'file'");
    command->place = (gen_place){path, entry->line, entry->column};
    command->directory = join(arena, folder_of(arena, path), directory);
    command->file = real_path(arena, join(arena, command->directory, file));
    if (read_arguments(command, arena, entry))
        return true;
    command->command = string_of(entry, "command");
    return command->command || fail(diag, path, entry, "no 'command' and no 'arguments'");
}

/* Of a file's later commands it is only said that there are some. */
static void add(gen_compile_commands *database, gen_compile_command *command)
{
    gen_compile_command *first = gen_name_table_find(&database->files, command->file);

    if (first)
        first->next = command;
    else
        gen_name_table_put(&database->files, command->file, command);
}

bool gen_compile_commands_read(gen_compile_commands *database, gen_arena *arena, gen_diag *diag,
                               const char *path)
{
    size_t length = 0;
    const char *text;
    const gen_json *root;

    database->path = find_database(arena, path);
    database->files = (gen_name_table){.arena = arena};
    text = gen_source_file_read(arena, diag, database->path, &length);
    root = text ? gen_json_read(arena, diag, database->path, text, length) : NULL;
    if (!root)
        return false;
    if (root->kind != GEN_JSON_ARRAY)
        return fail(diag, database->path, root, "a compilation database is an array");
    for (const gen_json *entry = root->first; entry; entry = entry->next) {
        gen_compile_command *command = GEN_NEW(arena, gen_compile_command);
        if (!read_entry(command, arena, diag, database->path, entry))
            return false;
        add(database, command);
    }
    return true;
}

/* The database is shared by all files, so the words of an entry are split into a copy. */
static const gen_compile_command *with_arguments(const gen_compile_command *command,
                                                 gen_arena *arena, gen_diag *diag)
{
    gen_compile_command *copy = GEN_NEW(arena, gen_compile_command);

    *copy = *command;
    if (!command->command ||
        gen_words_split(&copy->arguments, arena, command->command, GEN_QUOTING_SHELL))
        return copy;
    gen_diag_error(diag, command->place, "compile-commands-entry",
                   "a quote of its 'command' is not closed; write the command as a shell reads it");
    return NULL;
}

const gen_compile_command *gen_compile_commands_find(const gen_compile_commands *database,
                                                     gen_arena *arena, gen_diag *diag,
                                                     const char *file)
{
    const char *real = real_path(arena, file);
    const gen_compile_command *found = gen_name_table_find(&database->files, real);

    if (!found) {
        gen_diag_error(diag, (gen_place){file, 0, 0}, "compile-command-missing",
                       "'%s' has no entry for this file; add it to the build that writes the "
                       "database, or give its flags after --",
                       database->path);
        return NULL;
    }
    if (found->next)
        gen_diag_note(diag, (gen_place){file, 0, 0}, "compile-command-twice",
                      "'%s' has several entries for this file; the first is taken", database->path);
    return with_arguments(found, arena, diag);
}
