#define _POSIX_C_SOURCE 200809L /* unlink */

#include "build/file_build.h"

#include "build/gpu_image.h"
#include "images/compilation.h"
#include "images/host_image.h"
#include "model/model.h"

#include <stdio.h>
#include <unistd.h>

static void add_image(gen_file_build *build, const char *tag, const char *path)
{
    gen_words_add(&build->options.images, build->arena, tag);
    gen_words_add(&build->options.images, build->arena, path);
}

void gen_file_build_initialize(gen_file_build *build, gen_arena *arena, const gen_options *options,
                               size_t file)
{
    const char *source = options->files[file];
    const char *stem = gen_model_stem_of(arena, gen_model_file_of((gen_place){source, 0, 0}));

    *build = (gen_file_build){.arena = arena, .options = *options};
    gen_diag_initialize(&build->diag, arena);
    build->options.command = GEN_COMMAND_GEN;
    build->options.files = &options->files[file];
    build->options.file_count = 1;
    stem = gen_arena_format(arena, "%s%s", options->prefix, stem);
    build->name = gen_arena_format(arena, "%s/%s", options->folder, stem);
    build->work = gen_arena_format(arena, "%s/images/%s", options->folder, stem);
    build->depfile = build->options.depfile = gen_arena_format(arena, "%s.d", build->work);
    gen_words_add(&build->objects, arena, gen_arena_format(arena, "%s.custub.o", build->work));
    gen_words_add(&build->objects, arena, gen_arena_format(arena, "%s.images.o", build->work));
}

static void name_images(gen_file_build *build)
{
    if (build->nvcc)
        add_image(build, "fatbin", gen_gpu_image_path(build));
    for (int checked = 0; build->has_cpu_images && checked < 2; checked++)
        add_image(build, gen_host_image_tag(checked),
                  gen_host_image_path(build->arena, build->work, checked));
}

static bool build_host_images(gen_file_build *build)
{
    gen_host_image image = {.arena = build->arena,
                            .diag = &build->diag,
                            .options = &build->options,
                            .source = gen_arena_format(build->arena, "%s.cpu.cpp", build->name),
                            .name = build->work};

    gen_source_flags_add_for_image(&build->flags, build->arena, &image.flags);
    if (!gen_host_image_build(&image))
        return false;
    image.is_checked = true;
    return gen_host_image_build(&image);
}

bool gen_file_build_command(gen_file_build *build, const gen_words *command, const char *log)
{
    gen_compilation end;

    unlink(log);
    end = gen_compile(build->arena, &build->diag, command, log);
    if (end == GEN_COMPILATION_REFUSED)
        gen_compilation_report(build->arena, &build->diag, command, log);
    else if (end == GEN_COMPILATION_DONE)
        gen_compilation_show(log);
    return end == GEN_COMPILATION_DONE;
}

/* `ending`: of what `gen` wrote. */
static bool build_object(gen_file_build *build, const char *ending, const char *object)
{
    gen_words command = gen_compiler_named(build->arena, "CC", "cc");
    const char *const words[] = {
        "-O2", "-fPIC", "-c",
        "-o",  object,  gen_arena_format(build->arena, "%s%s", build->name, ending)};

    gen_source_flags_add_for_description(&build->flags, build->arena, &command);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        gen_words_add(&command, build->arena, words[i]);
    return gen_file_build_command(build, &command,
                                  gen_arena_format(build->arena, "%s.messages", object));
}

static gen_result build_all(gen_file_build *build)
{
    gen_result result;

    name_images(build);
    result = gen_isolated_run(build->arena, &build->options);
    if (result != GEN_RESULT_DONE)
        return result;
    if (!gen_source_flags_collect(&build->flags, build->arena, &build->options,
                                  build->options.files[0]))
        return GEN_RESULT_MACHINE_FAILED;
    if (gen_words_have(&build->flags.file.nvcc.clang, "-D__CUDACC_RDC__")) {
        gen_diag_error(
            &build->diag, (gen_place){build->options.files[0], 0, 0}, "build-relocatable",
            "`build` does not link device code; leave out the flags for relocatable "
            "code, or use custub_add_kernels(... RELOCATABLE) of custub's CMake package");
        return GEN_RESULT_INPUT_WRONG;
    }
    if (build->nvcc) {
        result = gen_gpu_image_build(build);
        if (result != GEN_RESULT_DONE)
            return result;
    }
    if (build->has_cpu_images && !build_host_images(build))
        return GEN_RESULT_MACHINE_FAILED;
    return build_object(build, ".custub.c", build->objects.data[0]) &&
                   build_object(build, ".images.S", build->objects.data[1])
               ? GEN_RESULT_DONE
               : GEN_RESULT_MACHINE_FAILED;
}

gen_result gen_file_build_run(gen_file_build *build)
{
    gen_result result = build_all(build);

    gen_diag_print(&build->diag, stderr);
    return result;
}
