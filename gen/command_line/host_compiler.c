#define _POSIX_C_SOURCE 200809L

#include "command_line/host_compiler.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static const char *program_of(gen_arena *arena, const char *named)
{
    if (!named)
        named = getenv("NVCC_CCBIN");
    if (!named || !*named)
        return "gcc";
    return is_folder(named) ? gen_arena_format(arena, "%s/gcc", named) : named;
}

static bool is_same(const gen_words *a, const gen_words *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->data[i], b->data[i]) != 0)
            return false;
    return true;
}

void gen_host_compiler_ask(gen_host_compiler *compiler, gen_arena *arena, const char *named,
                           const gen_words *words)
{
    static const char *const ending[] = {"-E", "-v", "-dM", "-x", "c++", "/dev/null"};
    gen_words question = {0};

    gen_words_add(&question, arena, program_of(arena, named));
    for (size_t i = 0; i < words->count; i++)
        gen_words_add(&question, arena, words->data[i]);
    for (size_t i = 0; i < sizeof(ending) / sizeof(ending[0]); i++)
        gen_words_add(&question, arena, ending[i]);
    if (is_same(&question, &compiler->question))
        return;
    gen_host_compiler_macros(compiler, arena);
    unsetenv("DEPENDENCIES_OUTPUT"); /* a file that GCC would write */
    unsetenv("SUNPRO_DEPENDENCIES");
    compiler->question = question;
    compiler->macros = NULL;
    compiler->folders = (gen_words){0};
    gen_words_add(&question, arena, NULL);
    compiler->is_running = gen_program_start_verbose(&compiler->program, question.data);
}

/* The lines of `text` that define macros. GCC before 10 lists __has_include, which no code may
 * define. */
static const char *definitions(gen_arena *arena, const char *text)
{
    static const char define[] = "#define ";
    char *copy = gen_arena_copy(arena, text, strlen(text));
    char *end = copy;

    for (size_t length; *text; text += length) {
        length = strcspn(text, "\n");
        length += text[length] == '\n';
        if (strncmp(text, define, strlen(define)) != 0 ||
            strncmp(text + strlen(define), "__has_", strlen("__has_")) == 0)
            continue;
        memmove(end, text, length);
        end += length;
    }
    *end = '\0';
    return *copy ? copy : NULL;
}

/* -v lists them one on a line, after a blank. The lines around them are in the user's language. */
static void find_folders(gen_words *folders, gen_arena *arena, const char *text)
{
    for (size_t length; *text; text += length) {
        const char *line = gen_arena_copy(arena, text, strcspn(text, "\n"));
        length = strlen(line);
        length += text[length] == '\n';
        if (strncmp(line, " /", 2) == 0 && is_folder(line + 1))
            gen_words_add(folders, arena, line + 1);
    }
}

const char *gen_host_compiler_macros(gen_host_compiler *compiler, gen_arena *arena)
{
    const char *answer;

    if (!compiler->is_running)
        return compiler->macros;
    compiler->is_running = false;
    answer = gen_program_output(&compiler->program, arena);
    compiler->macros = answer ? definitions(arena, answer) : NULL;
    if (answer)
        find_folders(&compiler->folders, arena, answer);
    return compiler->macros;
}
