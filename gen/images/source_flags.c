#include "images/source_flags.h"

#include "command_line/toolkit.h"
#include "images/host_flags.h"
#include "support/plain_file.h"

#include <string.h>

bool gen_source_flags_has_headers(gen_arena *arena)
{
    const char *headers = gen_own_folder(arena);

    return headers &&
           gen_plain_file_exists(gen_arena_format(arena, "%s/custub/cpu_device.h", headers));
}

bool gen_source_flags_collect(gen_source_flags *flags, gen_arena *arena, const gen_options *options,
                              const char *source)
{
    gen_given_flags given;
    gen_diag unseen;

    *flags = (gen_source_flags){.options = options, .source = source};
    gen_diag_initialize(&unseen, arena);
    return gen_given_flags_read(&given, arena, &unseen, options) &&
           gen_file_flags_collect(&flags->file, &given, arena, &unseen, source);
}

const char *gen_source_flags_folder(const gen_source_flags *flags, gen_arena *arena)
{
    const char *slash = strrchr(flags->source, '/');

    return slash ? gen_arena_copy(arena, flags->source, (size_t)(slash - flags->source) + 1) : ".";
}

/* The options of a compiler that finds custub's headers, and others as the file does. */
static void add_folders(const gen_source_flags *flags, gen_arena *arena, gen_words *words)
{
    const char *toolkit = flags->options->toolkit;

    gen_words_add(words, arena, "-iquote");
    gen_words_add(words, arena, gen_source_flags_folder(flags, arena));
    gen_words_add(words, arena, gen_arena_format(arena, "-I%s", gen_own_folder(arena)));
    for (int i = 0; toolkit && i < 2; i++) {
        gen_words_add(words, arena, "-isystem");
        gen_words_add(words, arena,
                      gen_arena_format(arena, "%s/include%s", toolkit, i ? "/cccl" : ""));
    }
}

void gen_source_flags_add_for_image(const gen_source_flags *flags, gen_arena *arena,
                                    gen_words *words)
{
    gen_host_flags_add(words, arena, &flags->file.nvcc.clang);
    add_folders(flags, arena, words);
}

void gen_source_flags_add_for_description(const gen_source_flags *flags, gen_arena *arena,
                                          gen_words *words)
{
    if (flags->options->include)
        gen_host_flags_add_for_headers(words, arena, &flags->file.nvcc.clang);
    add_folders(flags, arena, words);
}
