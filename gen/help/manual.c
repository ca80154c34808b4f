#include "command_line/option_table.h"
#include "help/help.h"

#include <custub/version.h>

/* Appends text for roff: no character is a request or an escape. */
static void add(gen_text *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\\')
            gen_text_puts(out, "\\e");
        else if (*text == '-')
            gen_text_puts(out, "\\-"); /* else an option could be broken or become a hyphen */
        else if (*text == '`')
            gen_text_puts(out, "\\(cq");
        else if (*text == '\'')
            gen_text_puts(out, "\\(aq");
        else
            gen_text_append(out, text, 1);
    }
}

/* A line that begins with a dot is a request. */
static void add_line(gen_text *out, const char *text)
{
    gen_text_puts(out, "\\&");
    add(out, text);
    gen_text_puts(out, "\n");
}

static void add_tag(gen_text *out, gen_arena *arena, const char *name, const char *value)
{
    gen_text_puts(out, ".TP\n.B ");
    add(out, value ? gen_arena_format(arena, "%s %s", name, value) : name);
    gen_text_puts(out, "\n");
}

static void write_commands(gen_text *out, gen_arena *arena)
{
    gen_text_puts(out, ".SH COMMANDS\n");
    for (size_t i = 0; i < gen_command_count; i++) {
        const gen_command_row *row = &gen_command_table[i];
        add_tag(out, arena, row->name, row->operands);
        add_line(out, row->summary);
        if (*row->text) {
            gen_text_puts(out, ".IP\n");
            add_line(out, row->text);
        }
        gen_text_puts(out, ".IP\n.EX\n");
        add_line(out, row->example);
        gen_text_puts(out, ".EE\n");
    }
    add_tag(out, arena, "help", "COMMAND");
    add_line(out, "the options of a command");
    add_tag(out, arena, "--version", NULL);
    add_line(out, "the versions of custub and libclang");
    add_tag(out, arena, "--completion", "SHELL");
    add_line(out, "completions for bash, zsh or fish");
    add_tag(out, arena, "--manual", NULL);
    add_line(out, "this page, for man");
}

static void write_options(gen_text *out, gen_arena *arena)
{
    gen_text_puts(out, ".SH OPTIONS\n");
    for (size_t i = 0; i < gen_option_count; i++) {
        const gen_option_row *row = &gen_option_table[i];
        const char *commands = "";
        add_tag(out, arena, gen_option_spelled(arena, row), row->value);
        add_line(out, row->help);
        for (size_t c = 0; c < gen_command_count; c++)
            if (gen_option_is_of(row, gen_command_table[c].command))
                commands = gen_arena_format(arena, "%s%s%s", commands, *commands ? ", " : "",
                                            gen_command_table[c].name);
        gen_text_puts(out, ".br\n");
        add_line(out, gen_arena_format(arena, "(%s)", commands));
    }
    add_tag(out, arena, "--", "FLAGS");
    add_line(out, "clang's or nvcc's flags, with which the files are read; they override those of "
                  "-p");
}

void gen_manual_write(gen_text *out, gen_arena *arena)
{
    gen_text_printf(out, ".TH CUSTUB 1 \"\" \"custub %d.%d.%d\"\n", CUSTUB_VERSION_MAJOR,
                    CUSTUB_VERSION_MINOR, CUSTUB_VERSION_PATCH);
    gen_text_puts(out, ".SH NAME\ncustub \\- typed, checked C functions for CUDA kernels\n"
                       ".SH SYNOPSIS\n.B custub\n.I command file.cu\n"
                       ".RI \"... [\" options ]\n.RB [ \\-\\-\n.IR flags ]\n");
    write_commands(out, arena);
    write_options(out, arena);
    gen_text_puts(out, ".SH ENVIRONMENT\n");
    add_tag(out, arena, "CUDA_PATH, CUDA_HOME", NULL);
    add_line(out, "the CUDA toolkit, without --cuda-path");
    add_tag(out, arena, "NVCC_CCBIN, NVCC_PREPEND_FLAGS, NVCC_APPEND_FLAGS", NULL);
    add_line(out, "as nvcc reads them");
    add_tag(out, arena, "CC, CXX", NULL);
    add_line(out, "the compilers that custub runs");
    add_tag(out, arena, "NO_COLOR", NULL);
    add_line(out, "messages on a terminal have no colours");
    gen_text_puts(out, ".SH EXIT STATUS\n");
    for (size_t i = 0; gen_exit_texts[i]; i++) {
        add_tag(out, arena, gen_arena_format(arena, "%zu", i), NULL);
        add_line(out, gen_exit_texts[i]);
    }
}
