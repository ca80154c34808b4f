#include "run/file_flags.h"

#include "command_line/architecture.h"

#include <stdlib.h>
#include <string.h>

/* True for an image that nvcc makes. */
static bool has_image_of_nvcc(const gen_options *options)
{
    for (size_t i = 0; i < options->images.count; i += 2)
        if (!strstr(options->images.data[i], "cpu-") && !strstr(options->images.data[i], "nvrtc"))
            return true;
    return false;
}

/* Neither NVRTC nor the compiler of a CPU image reads nvcc's environment. */
static bool is_for_nvcc(const gen_options *options)
{
    return options->linked || options->ptx_count || has_image_of_nvcc(options) ||
           (options->toolkit && !options->jit);
}

bool gen_given_flags_read(gen_given_flags *given, gen_arena *arena, gen_diag *diag,
                          const gen_options *options)
{
    const gen_nvcc_environment *environment = options->database ? NULL : &given->environment;

    *given = (gen_given_flags){.options = options};
    if (options->database &&
        !gen_compile_commands_read(&given->database, arena, diag, options->database))
        return false;
    if (is_for_nvcc(options) && !gen_nvcc_environment_read(&given->environment, arena, diag))
        return false;
    given->flags.toolkit = options->toolkit_version;
    return gen_nvcc_flags_add(&given->flags, arena, diag, &options->flags, environment);
}

static bool collect(gen_nvcc_flags *flags, const gen_given_flags *given, gen_arena *arena,
                    gen_diag *diag, const char *path)
{
    const gen_compile_command *command;

    *flags = (gen_nvcc_flags){.toolkit = given->options->toolkit_version};
    if (given->options->database) {
        command = gen_compile_commands_find(&given->database, arena, diag,
                                            given->options->entry ? given->options->entry : path);
        if (!command || !gen_nvcc_flags_add_command(flags, arena, diag, &command->arguments,
                                                    &given->environment, command->directory))
            return false;
    }
    gen_nvcc_flags_append(flags, arena, &given->flags);
    return true;
}

static unsigned long number_of(const char *architecture)
{
    return strtoul(architecture + strlen("sm_"), NULL, 10);
}

/* The one that the CPU image is made for. */
static gen_words highest_of(const gen_words *architectures, gen_arena *arena)
{
    const char *highest = architectures->data[0];
    gen_words one = {0};

    for (size_t i = 1; i < architectures->count; i++)
        if (number_of(architectures->data[i]) > number_of(highest))
            highest = architectures->data[i];
    gen_words_add(&one, arena, highest);
    return one;
}

/* The architectures of --arch, or else those that the flags build for, or else sm_80. */
static gen_words architectures_of(const gen_options *options, gen_arena *arena,
                                  const gen_nvcc_flags *flags)
{
    gen_words architectures = options->architectures;

    if (architectures.count == 0)
        architectures = flags->architectures;
    if (architectures.count == 0)
        gen_words_add(&architectures, arena, "sm_80");
    return options->one_architecture ? highest_of(&architectures, arena) : architectures;
}

static void note_architecture(const gen_options *options, gen_arena *arena, gen_diag *diag,
                              const char *name)
{
    const char *text = gen_arena_format(
        arena,
        "the nvcc of CUDA %ld.%ld in '%s' does not build for %s, only for %s; if "
        "another toolkit builds the kernels, name it with --cuda-path",
        options->toolkit_version / 1000, options->toolkit_version % 1000 / 10, options->toolkit,
        name, gen_architecture_names(arena, options->toolkit_version));

    if (!gen_diag_has_note(diag, text))
        gen_diag_note(diag, (gen_place){0}, "architecture-of-toolkit", "%s", text);
}

static bool check_architectures(const gen_file_flags *flags, const gen_options *options,
                                gen_arena *arena, gen_diag *diag)
{
    long toolkit = options->toolkit_version;

    if (options->architectures.count == 0 && flags->nvcc.unknown.count) {
        gen_diag_error(diag, (gen_place){0}, "architecture-unknown",
                       "nvcc does not build for '%s'; use one of %s, or name the "
                       "architectures with --arch",
                       flags->nvcc.unknown.data[0], gen_architecture_names(arena, toolkit));
        return false;
    }
    for (size_t i = 0; toolkit && i < flags->architectures.count; i++)
        if (!gen_architecture_is_in(flags->architectures.data[i], toolkit))
            note_architecture(options, arena, diag, flags->architectures.data[i]);
    return true;
}

bool gen_file_flags_collect(gen_file_flags *flags, const gen_given_flags *given, gen_arena *arena,
                            gen_diag *diag, const char *path)
{
    if (!collect(&flags->nvcc, given, arena, diag, path))
        return false;
    flags->architectures = architectures_of(given->options, arena, &flags->nvcc);
    return check_architectures(flags, given->options, arena, diag);
}
