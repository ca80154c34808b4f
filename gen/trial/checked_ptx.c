#include "trial/checked_ptx.h"

#include "command_line/nvcc_option.h"
#include "images/compilation.h"
#include "images/nvcc_command.h"

#include <stdio.h>
#include <string.h>

static const char *architecture_of(const gen_checked_ptx *ptx)
{
    return ptx->flags->file.architectures.data[0];
}

/* nvcc's. */
static const char *path_of(const gen_checked_ptx *ptx)
{
    return gen_arena_format(ptx->arena, "%s.ptx", ptx->name);
}

void gen_checked_ptx_name_images(const gen_checked_ptx *ptx, gen_words *images)
{
    gen_words_add(images, ptx->arena, "ptx-bounds");
    gen_words_add(
        images, ptx->arena,
        gen_arena_format(ptx->arena, "%s.%s.bounds.ptx", ptx->name, architecture_of(ptx)));
    gen_words_add(images, ptx->arena, "bounds-table");
    gen_words_add(images, ptx->arena, gen_arena_format(ptx->arena, "%s.bounds.table", ptx->name));
}

/* --- nvcc ------------------------------------------------------------------------------------- */

/* True for an option that says what nvcc builds for. *value is null if the next word is its value.
 */
static bool names_architecture(const char *word, const char **value)
{
    const gen_nvcc_option *option = gen_nvcc_option_find(word, value);

    return option &&
           (option->effect == GEN_NVCC_ARCHITECTURE || option->effect == GEN_NVCC_GENERATE_CODE ||
            strncmp(word, "-code", strlen("-code")) == 0 ||
            strncmp(word, "--gpu-code", strlen("--gpu-code")) == 0);
}

/* PTX is for one architecture. */
static void add_flags(const gen_checked_ptx *ptx, gen_words *command)
{
    const gen_words *flags = &ptx->options->flags;
    const char *value;

    for (size_t i = 0; i < flags->count; i++) {
        if (!names_architecture(flags->data[i], &value))
            gen_words_add(command, ptx->arena, flags->data[i]);
        else if (!value)
            i++;
    }
}

static gen_words nvcc_command(const gen_checked_ptx *ptx)
{
    gen_arena *arena = ptx->arena;
    const char *number = architecture_of(ptx) + strlen("sm_");
    const char *const last[] = {"-lineinfo", gen_arena_format(arena, "-arch=compute_%s", number),
                                "-ptx",      gen_arena_format(arena, "%s.nvcc.cu", ptx->name),
                                "-o",        path_of(ptx)};
    gen_words command = {0};

    gen_words_add(&command, arena, gen_nvcc_find(arena, ptx->options));
    add_flags(ptx, &command);
    gen_nvcc_add_folders(&command, arena, ptx->flags);
    for (size_t i = 0; i < sizeof(last) / sizeof(last[0]); i++)
        gen_words_add(&command, arena, last[i]);
    return command;
}

static bool compile(const gen_checked_ptx *ptx)
{
    const gen_words command = nvcc_command(ptx);
    const char *log = gen_arena_format(ptx->arena, "%s.nvcc.messages", ptx->name);
    gen_compilation end;

    remove(log);
    end = gen_compile(ptx->arena, ptx->diag, &command, log);
    if (end == GEN_COMPILATION_REFUSED)
        gen_compilation_report(ptx->arena, ptx->diag, &command, log);
    return end == GEN_COMPILATION_DONE;
}

/* --- Both ------------------------------------------------------------------------------------- */

/* The `bounds` of the command. */
static gen_result rewrite(const gen_checked_ptx *ptx)
{
    gen_ptx_option given = {architecture_of(ptx), path_of(ptx), NULL};
    gen_options options = *ptx->options;

    options.command = GEN_COMMAND_BOUNDS;
    options.ptx = &given;
    options.ptx_count = 1;
    options.quiet = true;
    return gen_isolated_run(ptx->arena, &options);
}

gen_result gen_checked_ptx_build(const gen_checked_ptx *ptx)
{
    if (gen_words_have(&ptx->flags->file.nvcc.clang, "-D__CUDACC_RDC__")) {
        gen_diag_error(ptx->diag, (gen_place){ptx->flags->source, 0, 0}, "trial-impossible",
                       "bounds cannot be checked in relocatable device code; leave out the flags "
                       "for it");
        return GEN_RESULT_INPUT_WRONG;
    }
    return compile(ptx) ? rewrite(ptx) : GEN_RESULT_MACHINE_FAILED;
}
