#include "images/nvcc_command.h"

#include "command_line/toolkit.h"
#include "support/text.h"

#include <unistd.h>

const char *gen_nvcc_find(gen_arena *arena, const gen_options *options)
{
    const char *nvcc =
        options->toolkit ? gen_arena_format(arena, "%s/bin/nvcc", options->toolkit) : NULL;

    return nvcc && access(nvcc, X_OK) == 0 ? nvcc : NULL;
}

/* <stem>.nvcc.cu includes the source without a folder. nvcc splits the option at commas,
 * removes one backslash before any character, and passes the rest to a shell. */
static const char *folder_option(const gen_source_flags *flags, gen_arena *arena)
{
    const char *folder = gen_source_flags_folder(flags, arena);
    gen_text text;
    const char *option;

    gen_text_initialize(&text);
    gen_text_puts(&text, "\"-iquote");
    for (; *folder; folder++) {
        if (*folder == ',')
            gen_text_puts(&text, "\\");
        else if (*folder == '$' || *folder == '`')
            gen_text_puts(&text, "\\\\");
        else if (*folder == '"' || *folder == '\\')
            gen_text_puts(&text, "\\\\\\");
        gen_text_append(&text, folder, 1);
    }
    gen_text_puts(&text, "\"");
    option = gen_arena_string(arena, text.data ? text.data : "");
    gen_text_deinitialize(&text);
    return option;
}

void gen_nvcc_add_folders(gen_words *command, gen_arena *arena, const gen_source_flags *flags)
{
    gen_words_add(command, arena, gen_arena_format(arena, "-I%s", gen_own_folder(arena)));
    gen_words_add(command, arena, "-Xcompiler");
    gen_words_add(command, arena, folder_option(flags, arena));
}
