#include "help/help.h"

#include "command_line/option_table.h"

#define WIDTH  80
#define COLUMN 20 /* where the texts of options begin */

const char *const gen_exit_texts[] = {
    "done; there may be notes. `try` found nothing",
    "the input is wrong, or `try` found something",
    "the command line is wrong",
    "the machine failed: an output cannot be written, or a compiler failed",
    NULL,
};

/* Appends two columns: a name, and a text that is broken into lines. */
static void add_entry(gen_text *out, const char *name, const char *text, size_t column)
{
    size_t begin = out->length;

    gen_text_printf(out, "  %s", name);
    if (out->length - begin + 2 > column)
        gen_text_puts(out, "\n");
    begin = out->length - begin > column ? out->length : begin;
    gen_text_printf(out, "%*s", (int)(column - (out->length - begin)), "");
    gen_text_wrap(out, text, " ", WIDTH, column);
    gen_text_puts(out, "\n");
}

static void write_overview(gen_text *out, gen_arena *arena)
{
    gen_text_puts(out, "custub: typed, checked C functions for CUDA kernels\n\n"
                       "  custub COMMAND FILE.cu... [options] [-- FLAGS]\n\n");
    for (size_t i = 0; i < gen_command_count; i++)
        add_entry(out, gen_command_table[i].name, gen_command_table[i].summary, 11);
    gen_text_printf(out, "\nFor example:\n\n  %s\n\n", gen_command_table[0].example);
    add_entry(out, "custub help COMMAND", "the options of a command", 30);
    add_entry(out, "custub --version", "the versions of custub and libclang", 30);
    add_entry(out, "custub --completion SHELL", "completions for bash, zsh or fish", 30);
    gen_text_puts(out, "\nExit status:\n\n");
    for (size_t i = 0; gen_exit_texts[i]; i++)
        add_entry(out, gen_arena_format(arena, "%zu", i), gen_exit_texts[i], 5);
}

static void write_command(gen_text *out, gen_arena *arena, const gen_command_row *command)
{
    gen_text_printf(out, "custub %s %s [options] [-- FLAGS]\n\n", command->name, command->operands);
    gen_text_wrap(out, gen_arena_format(arena, "%s: %s", command->name, command->summary), " ",
                  WIDTH, 0);
    gen_text_puts(out, *command->text ? "\n\n" : "");
    gen_text_wrap(out, command->text, " ", WIDTH, 0);
    gen_text_printf(out, "\n\n  %s\n\n", command->example);
    for (size_t i = 0; i < gen_option_count; i++) {
        const gen_option_row *row = &gen_option_table[i];
        if (gen_option_is_of(row, command->command))
            add_entry(out,
                      gen_arena_format(arena, "%s%s%s", gen_option_spelled(arena, row),
                                       row->value ? " " : "", row->value ? row->value : ""),
                      row->help, COLUMN);
    }
    add_entry(out, "-- FLAGS", "clang's or nvcc's flags, with which the files are read", COLUMN);
}

void gen_help_write(gen_text *out, gen_arena *arena, const char *topic)
{
    if (topic)
        write_command(out, arena, gen_command_find(topic));
    else
        write_overview(out, arena);
}
