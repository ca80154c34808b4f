#define _POSIX_C_SOURCE 200809L /* unlink, truncate */

#include "trial/checked_image.h"

#include "command_line/awaited_process.h"
#include "run/isolated_run.h"
#include "support/plain_file.h"
#include "trial/compilation.h"
#include "trial/image_compiler.h"
#include "trial/variable_guards.h"
#include "write/output.h"

#include <string.h>
#include <unistd.h>

#define MAX_ATTEMPTS 20 /* a file with more errors is left out entirely */

const char *gen_checked_image_tag(void)
{
#if defined(__x86_64__)
    return "cpu-x86_64-check";
#elif defined(__aarch64__)
    return "cpu-aarch64-check";
#else
    return NULL;
#endif
}

const char *gen_checked_image_path(gen_arena *arena, const char *name)
{
    return gen_arena_format(arena, "%s.check.so", name);
}

/* --- One attempt ------------------------------------------------------------------------------ */

typedef struct attempt {
    const gen_checked_image *image;
    gen_image_compiler compiler;
    gen_options options; /* of the generator, with the messages of the earlier attempts */
    const char *source;
    const char *log;
    gen_words command; /* the last one */
} attempt;

static gen_compilation run(attempt *try, gen_words command)
{
    try->command = command;
    return gen_compile(try->image->arena, try->image->diag, &try->command, try->log);
}

static bool guard_variables(const gen_checked_image *image, const char *from, const char *to)
{
    size_t length;
    const char *assembly = gen_plain_file_read(image->arena, image->diag, from, &length);
    gen_outputs outputs;
    bool fine;

    if (!assembly)
        return false;
    gen_outputs_initialize(&outputs, image->arena);
    gen_variable_guards_add(gen_outputs_add(&outputs, to, false), assembly);
    fine = gen_outputs_write(&outputs, image->diag);
    gen_outputs_deinitialize(&outputs);
    return fine;
}

static gen_compilation build(attempt *try)
{
    const gen_checked_image *image = try->image;
    gen_arena *arena = image->arena;
    const char *raw = gen_arena_format(arena, "%s.check.raw.s", image->name);
    const char *guarded = gen_arena_format(arena, "%s.check.s", image->name);
    gen_compilation end;

    unlink(try->log);
    end = run(try,
              gen_image_compiler_compile(&try->compiler, arena, &image->flags, try->source, raw));
    if (end != GEN_COMPILATION_DONE)
        return end;
    if (!guard_variables(image, raw, guarded))
        return GEN_COMPILATION_FAILED;
    return run(try, gen_image_compiler_link(&try->compiler, arena, guarded,
                                            gen_checked_image_path(arena, image->name)));
}

/* --- Further attempts ------------------------------------------------------------------------- */

/* True for a source that only has the kernels' names. */
static bool has_only_names(const attempt *try)
{
    static const char header[] = "#include <custub/cpu_refused.h>";
    FILE *file = gen_plain_file_open(try->source);
    char line[512];
    bool found = false;

    while (file && !found && fgets(line, sizeof(line), file))
        found = strncmp(line, header, strlen(header)) == 0;
    if (file)
        fclose(file);
    return found;
}

/* Has the generator write a source without the code that the messages name. */
static bool make_next(attempt *try, unsigned number)
{
    gen_arena *arena = try->image->arena;
    const char *name = try->image->name;
    const char *slash = strrchr(name, '/');

    if (number > MAX_ATTEMPTS && truncate(try->log, 0) != 0)
        return false;
    gen_words_add(&try->options.refused, arena, try->log);
    try->options.folder = gen_arena_format(arena, "%s.refused.%u", name, number);
    if (gen_isolated_run(arena, &try->options) != GEN_RESULT_DONE)
        return false;
    try->source = gen_arena_format(arena, "%s%s.cpu.cpp", try->options.folder, slash);
    try->log = gen_arena_format(arena, "%s.messages.%u", name, number + 1);
    return true;
}

bool gen_checked_image_build(const gen_checked_image *image)
{
    attempt try = {.image = image, .options = *image->options};
    gen_compilation end;

    gen_image_compiler_find(&try.compiler, image->arena);
    try.options.quiet = true;
    try.source = gen_arena_format(image->arena, "%s.cpu.cpp", image->name);
    try.log = gen_arena_format(image->arena, "%s.messages.1", image->name);
    for (unsigned number = 1; (end = build(&try)) == GEN_COMPILATION_REFUSED; number++) {
        if (has_only_names(&try)) {
            gen_compilation_report(image->arena, image->diag, &try.command, try.log);
            return false;
        }
        if (!make_next(&try, number))
            return false;
    }
    if (end == GEN_COMPILATION_DONE)
        gen_compilation_show(try.log);
    return end == GEN_COMPILATION_DONE;
}
