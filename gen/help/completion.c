#include "command_line/option_table.h"
#include "help/help.h"

#include <string.h>

/* The files that a value is completed with: "-d" folders, "-f" files, null: none. An option whose
 * value names something else has none. */
static const char *kind_of(const gen_option_row *row)
{
    if (row->value && strcmp(row->value, "DIR") == 0)
        return "-d";
    return row->value && strstr(row->value, "FILE") ? "-f" : NULL;
}

/* --- bash ------------------------------------------------------------------------------------- */

static void write_bash_values(gen_text *out, gen_arena *arena)
{
    gen_text_puts(out, "    case $previous in\n");
    for (size_t i = 0; i < gen_option_count; i++) {
        const gen_option_row *row = &gen_option_table[i];
        if (row->value)
            gen_text_printf(out, "    %s) %s%s%s; return ;;\n", gen_option_spelled(arena, row),
                            kind_of(row) ? "mapfile -t COMPREPLY < <(compgen " : "COMPREPLY=()",
                            kind_of(row) ? kind_of(row) : "", kind_of(row) ? " -- \"$word\")" : "");
    }
    gen_text_puts(out, "    esac\n");
}

static void write_bash(gen_text *out, gen_arena *arena)
{
    gen_text_puts(out, "# bash completion for custub\n_custub() {\n"
                       "    local word=${COMP_WORDS[COMP_CWORD]} words\n"
                       "    local previous=${COMP_WORDS[COMP_CWORD-1]}\n"
                       "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words='");
    for (size_t i = 0; i < gen_command_count; i++)
        gen_text_printf(out, "%s ", gen_command_table[i].name);
    gen_text_puts(out, "help --version --completion'\n"
                       "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
                       "        return\n    fi\n");
    write_bash_values(out, arena);
    gen_text_puts(out, "    case ${COMP_WORDS[1]} in\n");
    for (size_t c = 0; c < gen_command_count; c++) {
        gen_text_printf(out, "    %s) words='", gen_command_table[c].name);
        for (size_t i = 0; i < gen_option_count; i++)
            if (gen_option_is_of(&gen_option_table[i], gen_command_table[c].command))
                gen_text_printf(out, "%s ", gen_option_spelled(arena, &gen_option_table[i]));
        gen_text_puts(out, "--help --' ;;\n");
    }
    gen_text_puts(out, "    esac\n"
                       "    case $word in\n"
                       "    -*) mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\") ;;\n"
                       "    *) mapfile -t COMPREPLY < <(compgen -f -- \"$word\") ;;\n"
                       "    esac\n}\ncomplete -o filenames -F _custub custub\n");
}

/* --- zsh -------------------------------------------------------------------------------------- */

/* Appends the text for a description in single quotes, in which zsh reads brackets and colons. */
static void add_described(gen_text *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            gen_text_puts(out, "'\\'");
        else if (strchr("[]:\\", *text))
            gen_text_puts(out, "\\");
        gen_text_append(out, text, 1);
    }
}

static void write_zsh_option(gen_text *out, gen_arena *arena, const gen_option_row *row)
{
    const char *kind = kind_of(row);

    gen_text_printf(out, "        '*%s[", gen_option_spelled(arena, row));
    add_described(out, row->help);
    gen_text_puts(out, "]");
    if (row->value)
        gen_text_printf(out, ":%s:%s", row->value,
                        !kind                     ? ""
                        : strcmp(kind, "-d") == 0 ? "_files -/"
                                                  : "_files");
    gen_text_puts(out, "' \\\n");
}

static void write_zsh(gen_text *out, gen_arena *arena)
{
    gen_text_puts(out, "#compdef custub\nlocal -a commands\ncommands=(\n");
    for (size_t i = 0; i < gen_command_count; i++) {
        gen_text_printf(out, "    '%s:", gen_command_table[i].name);
        add_described(out, gen_command_table[i].summary);
        gen_text_puts(out, "'\n");
    }
    gen_text_puts(out, ")\nif (( CURRENT == 2 )); then\n"
                       "    _describe command commands\n    return\nfi\n"
                       "local command=$words[2]\nshift words\n(( CURRENT-- ))\n"
                       "case $command in\n");
    for (size_t c = 0; c < gen_command_count; c++) {
        gen_text_printf(out, "%s)\n    _arguments \\\n", gen_command_table[c].name);
        for (size_t i = 0; i < gen_option_count; i++)
            if (gen_option_is_of(&gen_option_table[i], gen_command_table[c].command))
                write_zsh_option(out, arena, &gen_option_table[i]);
        gen_text_puts(out, "        '*:file:_files -g \"*.cu\"'\n    ;;\n");
    }
    gen_text_puts(out, "esac\n");
}

/* --- fish ------------------------------------------------------------------------------------- */

static void add_fish_text(gen_text *out, const char *text)
{
    gen_text_puts(out, " -d '");
    for (; *text; text++) {
        gen_text_puts(out, strchr("'\\", *text) ? "\\" : "");
        gen_text_append(out, text, 1);
    }
    gen_text_puts(out, "'\n");
}

static void write_fish(gen_text *out, gen_arena *arena)
{
    (void)arena;
    for (size_t i = 0; i < gen_command_count; i++) {
        gen_text_printf(out, "complete -c custub -n __fish_use_subcommand -f -a %s",
                        gen_command_table[i].name);
        add_fish_text(out, gen_command_table[i].summary);
    }
    for (size_t i = 0; i < gen_option_count; i++) {
        const gen_option_row *row = &gen_option_table[i];
        gen_text_puts(out, "complete -c custub -n '__fish_seen_subcommand_from");
        for (size_t c = 0; c < gen_command_count; c++)
            if (gen_option_is_of(row, gen_command_table[c].command))
                gen_text_printf(out, " %s", gen_command_table[c].name);
        gen_text_printf(out, "' -%c %s%s", row->name[1] ? 'l' : 's', row->name,
                        !row->value    ? ""
                        : kind_of(row) ? " -r"
                                       : " -x");
        add_fish_text(out, row->help);
    }
}

void gen_completion_write(gen_text *out, gen_arena *arena, const char *shell)
{
    if (strcmp(shell, "bash") == 0)
        write_bash(out, arena);
    else if (strcmp(shell, "zsh") == 0)
        write_zsh(out, arena);
    else
        write_fish(out, arena);
}
