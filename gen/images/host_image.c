#define _POSIX_C_SOURCE 200809L /* unlink, truncate */

#include "images/host_image.h"

#include "command_line/awaited_process.h"
#include "run/isolated_run.h"
#include "support/plain_file.h"
#include "images/compilation.h"
#include "images/image_compiler.h"
#include "images/variable_guards.h"
#include "write/output.h"

#include <string.h>
#include <unistd.h>

#define MAX_ATTEMPTS 20 /* a file with more errors is left out entirely */

const char *gen_host_image_tag(bool is_checked)
{
#if defined(__x86_64__)
    return is_checked ? "cpu-x86_64-check" : "cpu-x86_64";
#elif defined(__aarch64__)
    return is_checked ? "cpu-aarch64-check" : "cpu-aarch64";
#else
    (void)is_checked;
    return NULL;
#endif
}

static const char *kind_of(bool is_checked)
{
    return is_checked ? "check" : "cpu";
}

const char *gen_host_image_path(gen_arena *arena, const char *name, bool is_checked)
{
    return gen_arena_format(arena, "%s.%s.so", name, kind_of(is_checked));
}

/* The messages of an attempt; without an ending, the folder of its source. */
static const char *work_path(const gen_host_image *image, const char *what, unsigned number)
{
    return gen_arena_format(image->arena, "%s.%s.%s.%u", image->name, kind_of(image->is_checked),
                            what, number);
}

/* --- One attempt ------------------------------------------------------------------------------ */

typedef struct attempt {
    const gen_host_image *image;
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

static bool guard_variables(const gen_host_image *image, const char *from, const char *to)
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

static gen_compilation build_checked(attempt *try, const char *path)
{
    const gen_host_image *image = try->image;
    gen_arena *arena = image->arena;
    const char *raw = gen_arena_format(arena, "%s.check.raw.s", image->name);
    const char *guarded = gen_arena_format(arena, "%s.check.s", image->name);
    gen_compilation end;

    end = run(try,
              gen_image_compiler_compile(&try->compiler, arena, &image->flags, try->source, raw));
    if (end != GEN_COMPILATION_DONE)
        return end;
    if (!guard_variables(image, raw, guarded))
        return GEN_COMPILATION_FAILED;
    return run(try, gen_image_compiler_link(&try->compiler, arena, guarded, path));
}

static gen_compilation build(attempt *try)
{
    const gen_host_image *image = try->image;
    const char *path = gen_host_image_path(image->arena, image->name, image->is_checked);

    unlink(try->log);
    if (image->is_checked)
        return build_checked(try, path);
    return run(try, gen_image_compiler_build(&try->compiler, image->arena, &image->flags,
                                             try->source, path));
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
    try->options.folder = work_path(try->image, "refused", number);
    if (gen_isolated_run(arena, &try->options) != GEN_RESULT_DONE)
        return false;
    try->source = gen_arena_format(arena, "%s%s.cpu.cpp", try->options.folder, slash);
    try->log = work_path(try->image, "messages", number + 1);
    return true;
}

bool gen_host_image_build(const gen_host_image *image)
{
    attempt try = {.image = image, .options = *image->options};
    gen_compilation end;

    gen_image_compiler_find(&try.compiler, image->arena, image->is_checked);
    try.options.quiet = true;
    try.options.depfile = NULL;
    try.options.json = NULL;
    try.source = image->source;
    try.log = work_path(image, "messages", 1);
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
