#include "emit/emit.h"

#include <string.h>

/* Escapes a path for make and Ninja: '$' is doubled; blanks, '#' and ':' get a backslash;
 * backslashes before one of these or the end are doubled. Control characters, and the characters in
 * `hidden`, cannot be escaped. They become '?', make's wildcard for one character; Ninja then finds
 * no such file and builds once too often. */
static void write_path(gen_text *out, const char *path, const char *hidden)
{
    for (const char *c = path; *c; c++) {
        size_t backslashes = strspn(c, "\\");
        if ((unsigned char)*c < 0x20 || *c == 0x7f || strchr(hidden, *c)) {
            gen_text_puts(out, "?");
            continue;
        }
        if (*c == '$')
            gen_text_puts(out, "$");
        else if (strchr(" #:", *c) || (backslashes && strchr(" #:", c[backslashes])))
            gen_text_puts(out, "\\");
        gen_text_append(out, c, 1);
    }
}

/* Writes either the files whose names contain '=', or the others. Returns their number. */
static size_t write_dependencies(gen_text *out, const gen_model *model, bool with, bool is_first)
{
    size_t count = 0;

    for (const gen_file_name *file = model->dependencies; file; file = file->next) {
        if ((strchr(file->name, '=') != NULL) != with)
            continue;
        gen_text_puts(out, " \\\n  ");
        write_path(out, file->name, is_first && count == 0 ? ";|=" : ";|");
        count++;
    }
    return count;
}

void gen_emit_depfile_path(gen_text *out, const char *path)
{
    write_path(out, path, ";|");
}

/* Files with '=' in their names come last: make takes the line for the assignment of a variable if
 * the first word after the colon contains one. */
void gen_emit_depfile(gen_text *out, const gen_model *model, const char *const *outputs,
                      size_t output_count)
{
    bool any;

    for (size_t i = 0; i < output_count; i++) {
        gen_text_puts(out, i ? " " : "");
        write_path(out, outputs[i], ";|");
    }
    gen_text_puts(out, ":");
    any = write_dependencies(out, model, false, true) > 0;
    write_dependencies(out, model, true, !any);
    gen_text_puts(out, "\n");
}
