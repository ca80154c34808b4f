#define _XOPEN_SOURCE 700 /* mkdir, opendir */

#include "build/gpu_image.h"

#include "command_line/architecture.h"
#include "images/nvcc_command.h"
#include "support/plain_file.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *gen_gpu_image_path(const gen_file_build *build)
{
    return gen_arena_format(build->arena, "%s.fatbin", build->work);
}

/* The folder in which nvcc keeps the PTX that it makes on the way. */
static const char *kept_folder(const gen_file_build *build)
{
    return gen_arena_format(build->arena, "%s.nvcc", build->work);
}

/* Machine code and PTX for each architecture, unless the flags name them. */
static void add_architectures(const gen_file_build *build, gen_words *command)
{
    const gen_file_flags *file = &build->flags.file;

    if (build->options.architectures.count == 0 && file->nvcc.architectures.count > 0)
        return;
    for (size_t i = 0; i < file->architectures.count; i++) {
        const char *number = file->architectures.data[i] + strlen("sm_");
        gen_words_add(command, build->arena, "-gencode");
        gen_words_add(command, build->arena,
                      gen_arena_format(build->arena, "arch=compute_%s,code=[sm_%s,compute_%s]",
                                       number, number, number));
    }
}

static gen_words nvcc_command(const gen_file_build *build)
{
    gen_arena *arena = build->arena;
    const gen_words *flags = &build->options.flags;
    const char *const last[] = {
        "-fatbin",
        gen_arena_format(arena, "%s.nvcc.cu", build->name),
        "-o",
        gen_gpu_image_path(build),
        "--keep",
        "--keep-dir",
        kept_folder(build),
    };
    gen_words command = {0};

    gen_words_add(&command, arena, build->nvcc);
    add_architectures(build, &command);
    for (size_t i = 0; i < flags->count; i++)
        gen_words_add(&command, arena, flags->data[i]);
    gen_nvcc_add_folders(&command, arena, &build->flags);
    for (size_t i = 0; i < sizeof(last) / sizeof(last[0]); i++)
        gen_words_add(&command, arena, last[i]);
    return command;
}

/* --- The comparison --------------------------------------------------------------------------- */

/* The architecture that PTX is for; null if the source was not read for it. */
static const char *architecture_of(const gen_file_build *build, const char *ptx)
{
    static const char directive[] = "\n.target ";
    const gen_words *architectures = &build->flags.file.architectures;
    const char *target = strstr(ptx, directive);

    for (size_t i = 0; target && i < architectures->count; i++) {
        const char *name = architectures->data[i];
        const char *at = target + strlen(directive);
        if (strncmp(at, name, strlen(name)) == 0 && strspn(at + strlen(name), ", \n"))
            return name;
    }
    return NULL;
}

static void add_ptx(gen_file_build *build, gen_options *verify, const char *path)
{
    size_t length;
    const char *text = gen_plain_file_read(build->arena, &build->diag, path, &length);
    const char *architecture = text ? architecture_of(build, text) : NULL;

    if (architecture && verify->ptx_count < GEN_MAX_ARCHITECTURES)
        verify->ptx[verify->ptx_count++] = (gen_ptx_option){architecture, path, NULL};
}

static gen_result compare(gen_file_build *build)
{
    const char *folder = kept_folder(build);
    gen_options verify = build->options;
    DIR *files = opendir(folder);
    struct dirent *file;

    verify.command = GEN_COMMAND_VERIFY;
    verify.images = (gen_words){0};
    verify.depfile = NULL;
    verify.architectures = build->flags.file.architectures;
    verify.ptx = GEN_NEW_ARRAY(build->arena, gen_ptx_option, GEN_MAX_ARCHITECTURES);
    while (files && (file = readdir(files))) {
        size_t length = strlen(file->d_name);
        if (length > 4 && strcmp(file->d_name + length - 4, ".ptx") == 0)
            add_ptx(build, &verify, gen_arena_format(build->arena, "%s/%s", folder, file->d_name));
    }
    if (files)
        closedir(files);
    return verify.ptx_count ? gen_isolated_run(build->arena, &verify) : GEN_RESULT_DONE;
}

gen_result gen_gpu_image_build(gen_file_build *build)
{
    const gen_words command = nvcc_command(build);

    mkdir(kept_folder(build), 0777); /* nvcc says if that failed */
    if (!gen_file_build_command(build, &command,
                                gen_arena_format(build->arena, "%s.nvcc.messages", build->work)))
        return GEN_RESULT_MACHINE_FAILED;
    return compare(build);
}
