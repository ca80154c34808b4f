#include "command_line/flag_writer.h"

#include "command_line/architecture.h"
#include "support/plain_file.h"

#include <string.h>

void gen_flag_note(gen_flag_writer *out, const char *option, const char *value, const char *advice)
{
    const char *text = gen_arena_format(out->arena, "nvcc's '%s%s%s' is skipped%s", option,
                                        value ? " " : "", value ? value : "", advice);

    if (!gen_diag_has_note(out->diag, text))
        gen_diag_note(out->diag, (gen_place){0}, "nvcc-option-skipped", "%s", text);
}

bool gen_flag_fail(gen_flag_writer *out, const char *option, const char *fact)
{
    gen_diag_error(out->diag, (gen_place){0}, "nvcc-option", "'%s' %s", option, fact);
    return false;
}

void gen_flag_pass(gen_flag_writer *out, const char *word)
{
    gen_words_add(&out->flags->clang, out->arena, word);
}

void gen_flag_pass_to_both(gen_flag_writer *out, const char *word)
{
    gen_flag_pass(out, word);
    gen_words_add(&out->flags->host, out->arena, word);
}

/* nvcc accepts -std=c++03. The prelude and libclang's CUDA mode need C++11, and C++03 code means
 * the same in it. */
void gen_flag_pass_joined(gen_flag_writer *out, const char *name, const char *value)
{
    size_t length = strlen(value);
    const char *year = length > 2 ? value + length - 2 : "";
    bool is_old = strcmp(name, "-std=") == 0 && (!strcmp(year, "98") || !strcmp(year, "03"));

    gen_flag_pass_to_both(out,
                          gen_arena_format(out->arena, "%s%s", name, is_old ? "c++11" : value));
}

const char *gen_flag_path(const gen_flag_writer *out, const char *path)
{
    if (!out->directory || *path == '/')
        return path;
    return gen_arena_format(out->arena, "%s/%s", out->directory, path);
}

/* Compilers look for an included file in the directory first, and then in the folders of -I. */
static const char *included(const gen_flag_writer *out, const char *file)
{
    const char *path = gen_flag_path(out, file);

    return gen_plain_file_exists(path) ? path : file;
}

void gen_flag_pass_path(gen_flag_writer *out, const gen_nvcc_option *option, const char *value)
{
    bool is_file = strcmp(option->text, "-include") == 0 || strcmp(option->text, "-imacros") == 0;
    const char *path = is_file ? included(out, value) : gen_flag_path(out, value);

    if (strcmp(option->text, "-I") == 0) {
        gen_flag_pass(out, gen_arena_format(out->arena, "-I%s", path));
    } else if (strcmp(option->text, "--sysroot") == 0) {
        gen_flag_pass(out, gen_arena_format(out->arena, "--sysroot=%s", path));
    } else {
        gen_flag_pass(out, option->text);
        gen_flag_pass(out, path);
    }
}

/* --- Architectures ---------------------------------------------------------------------------- */

void gen_flag_add_architecture(gen_flag_writer *out, const char *option, const char *value)
{
    gen_nvcc_flags *flags = out->flags;
    const char *error;

    if (gen_architecture_choose_named(&flags->architectures, out->arena, value, flags->toolkit,
                                      &error) ||
        flags->architectures.count == GEN_MAX_ARCHITECTURES)
        return;
    if (gen_architecture_is_spelled(value))
        gen_words_add(&flags->unknown, out->arena,
                      gen_arena_format(out->arena, "%s %s", option, value));
    else
        gen_flag_note(out, option, value, "; name the architectures with --arch");
}

bool gen_flag_add_generated_code(gen_flag_writer *out, const char *option, const char *value)
{
    for (const char *part = value; part; part = strchr(part, ',')) {
        part += *part == ',';
        part += *part == '"';
        if (strncmp(part, "arch=", 5) == 0) {
            part += 5;
            gen_flag_add_architecture(out, option,
                                      gen_arena_copy(out->arena, part, strcspn(part, ",\"")));
            return true;
        }
    }
    return gen_flag_fail(out, gen_arena_format(out->arena, "%s %s", option, value),
                         "names no architecture; write arch=compute_90,code=sm_90");
}
