#include "frontend/setup/compile_commands.h"

#include "support/plain_file.h"

#include <clang-c/CXCompilationDatabase.h>
#include <string.h>

/* `path` relative to `folder`. */
static const char *join(gen_arena *arena, const char *folder, const char *path)
{
    if (*path == '/' || !*folder)
        return path;
    return gen_arena_format(arena, "%s/%s", folder, path);
}

static const char *text_of(gen_arena *arena, CXString string)
{
    const char *text = clang_getCString(string);
    const char *copy = gen_arena_string(arena, text ? text : "");

    clang_disposeString(string);
    return copy;
}

/* True for options that libclang guesses from a compiler's name, such as "x86_64-linux-gnu-g++",
 * and inserts. */
static bool is_guessed(const char *compiler, const char *word)
{
    static const char target[] = "--target=";
    const char *slash = strrchr(compiler, '/');
    size_t length = strlen(word);

    if (strncmp(word, target, sizeof(target) - 1) != 0)
        return strncmp(word, "--driver-mode=", 14) == 0;
    word += sizeof(target) - 1;
    length -= sizeof(target) - 1;
    compiler = slash ? slash + 1 : compiler;
    return strncmp(compiler, word, length) == 0 && compiler[length] == '-';
}

static void read_command(gen_compile_command *command, gen_arena *arena, const char *folder,
                         CXCompileCommand entry)
{
    unsigned count = clang_CompileCommand_getNumArgs(entry);
    const char *compiler = "";

    command->directory =
        join(arena, folder, text_of(arena, clang_CompileCommand_getDirectory(entry)));
    command->file =
        gen_real_path(arena, join(arena, command->directory,
                                  text_of(arena, clang_CompileCommand_getFilename(entry))));
    for (unsigned i = 0; i < count; i++) {
        const char *word = text_of(arena, clang_CompileCommand_getArg(entry, i));
        if (i == 0)
            compiler = word;
        else if (i <= 2 && is_guessed(compiler, word))
            continue;
        gen_words_add(&command->arguments, arena, word);
    }
}

/* Adds a command. A file's first command counts; later ones only cause a note. */
static void add(gen_compile_commands *database, gen_compile_command *command)
{
    gen_compile_command *first = gen_name_table_find(&database->files, command->file);

    if (first)
        first->next = command;
    else
        gen_name_table_put(&database->files, command->file, command);
}

static bool fail(gen_diag *diag, const char *path)
{
    gen_diag_error(diag, (gen_place){path, 0, 0}, "compile-commands-entry",
                   "libclang cannot read it; write a JSON array of objects with the strings "
                   "'directory' and 'file', and either the string 'command' or the array of "
                   "strings 'arguments'");
    return false;
}

static bool read_all(gen_compile_commands *database, gen_arena *arena, gen_diag *diag,
                     const char *folder, CXCompileCommands entries)
{
    unsigned count = entries ? clang_CompileCommands_getSize(entries) : 0;

    for (unsigned i = 0; i < count; i++) {
        gen_compile_command *command = GEN_NEW(arena, gen_compile_command);
        read_command(command, arena, folder, clang_CompileCommands_getCommand(entries, i));
        if (command->arguments.count == 0)
            return fail(diag, database->path);
        add(database, command);
    }
    return true;
}

bool gen_compile_commands_read(gen_compile_commands *database, gen_arena *arena, gen_diag *diag,
                               const char *folder)
{
    CXCompilationDatabase_Error error;
    CXCompilationDatabase opened;
    CXCompileCommands entries;
    size_t length;
    bool fine;

    database->path = gen_arena_format(arena, "%s/compile_commands.json", folder);
    database->files = (gen_name_table){.arena = arena};
    if (!gen_plain_file_read(arena, diag, database->path,
                             &length)) /* it may not be a regular file */
        return false;
    opened = clang_CompilationDatabase_fromDirectory(folder, &error);
    if (!opened)
        return fail(diag, database->path);
    entries = clang_CompilationDatabase_getAllCompileCommands(opened);
    fine = read_all(database, arena, diag, folder, entries);
    if (entries)
        clang_CompileCommands_dispose(entries);
    clang_CompilationDatabase_dispose(opened);
    return fine;
}

const gen_compile_command *gen_compile_commands_find(const gen_compile_commands *database,
                                                     gen_arena *arena, gen_diag *diag,
                                                     const char *file)
{
    const char *real = gen_real_path(arena, file);
    const gen_compile_command *found = gen_name_table_find(&database->files, real);

    if (!found) {
        gen_diag_error(diag, (gen_place){file, 0, 0}, "compile-command-missing",
                       "'%s' has no entry for this file; name the file that is compiled in its "
                       "place, such as <stem>.nvcc.cu, by --entry, add it to the build that writes "
                       "the database, or give its flags after --",
                       database->path);
        return NULL;
    }
    if (found->next)
        gen_diag_note(diag, (gen_place){file, 0, 0}, "compile-command-twice",
                      "'%s' has several entries for this file; the first is used", database->path);
    return found;
}
