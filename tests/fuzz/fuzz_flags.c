/* Any bytes as the output of builds: a file of nvcc's options, flags on a command line, and
 * messages of a host compiler. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "fuzz_output.h"
#include "fuzz_target.h"
#include "frontend/image/host_messages.h"
#include "command_line/architecture.h"
#include "command_line/nvcc_flags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/custub-flags-XXXXXX";
static char path[sizeof(folder) + sizeof("/input")];

static void remove_folder(void)
{
    unlink(path);
    rmdir(folder);
}

static void write_file(const uint8_t *data, size_t size)
{
    FILE *file;

    if (!*path) {
        if (!mkdtemp(folder))
            fuzz_fail("there is no place for a file", folder);
        snprintf(path, sizeof(path), "%s/input", folder);
        atexit(remove_folder);
    }
    file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        fuzz_fail("a file cannot be written", path);
}

static void check_flags(const gen_nvcc_flags *flags)
{
    if (flags->architectures.count > GEN_MAX_ARCHITECTURES)
        fuzz_fail("more architectures than there is room for", path);
    for (size_t i = 0; i < flags->clang.count; i++)
        if (!flags->clang.data[i])
            fuzz_fail("a flag is missing", path);
}

/* Splits the text into words like a shell, as flags and as a whole command. */
static void read_words(gen_arena *arena, gen_diag *diag, const char *text)
{
    gen_words words = {0};
    gen_nvcc_flags flags = {.toolkit = 13000};
    gen_nvcc_flags command = {0};
    unsigned errors = diag->errors;

    if (!gen_words_split(&words, arena, text, GEN_QUOTING_SHELL))
        return;
    if (gen_nvcc_flags_add(&flags, arena, diag, &words, NULL) != (diag->errors == errors))
        fuzz_fail("flags are refused without an error, or the other way round", text);
    check_flags(&flags);
    errors = diag->errors;
    if (gen_nvcc_flags_add_command(&command, arena, diag, &words, NULL, folder) !=
        (diag->errors == errors))
        fuzz_fail("a command is refused without an error, or the other way round", text);
    gen_nvcc_flags_append(&flags, arena, &command);
    check_flags(&flags);
}

static void read_options_file(gen_arena *arena, gen_diag *diag)
{
    gen_words words = {0};
    gen_nvcc_flags flags = {0};

    gen_words_add(&words, arena, "--options-file");
    gen_words_add(&words, arena, path);
    gen_nvcc_flags_add(&flags, arena, diag, &words, NULL);
    check_flags(&flags);
}

static void read_messages(gen_arena *arena, gen_diag *diag)
{
    gen_host_messages messages = {0};

    gen_host_messages_add(&messages, arena, diag, path);
    for (const gen_host_error *error = messages.errors; error; error = error->next) {
        if (!error->text || error->attempt == 0 || error->attempt > messages.attempts)
            fuzz_fail("an error without a text, or of no file", path);
        for (size_t i = 0; i < error->place_count; i++)
            if (!error->places[i].file && !error->places[i].kernel)
                fuzz_fail("a place that is none", error->text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gen_arena arena;
    gen_diag diag;

    write_file(data, size);
    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    read_words(&arena, &diag, gen_arena_copy(&arena, (const char *)data, size));
    read_options_file(&arena, &diag);
    read_messages(&arena, &diag);
    fuzz_print_diagnostics(&diag);
    gen_arena_deinitialize(&arena);
    return 0;
}
