#include "emit.h"

#include <string.h>

/* As make and Ninja read it: '$' doubled; blanks, '#' and ':' behind a backslash; backslashes
 * doubled where such a one or the end follows. A control character, which no rule can hold, is a
 * '?', make's wildcard for any one character; Ninja finds no such file and builds once too often.
 */
static void write_path(gen_text *out, const char *path)
{
    for (const char *c = path; *c; c++) {
        size_t backslashes = strspn(c, "\\");
        if ((unsigned char)*c < 0x20 || *c == 0x7f) {
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

void gen_emit_depfile(gen_text *out, const gen_model *model, const char *const *outputs,
                      size_t output_count)
{
    for (size_t i = 0; i < output_count; i++) {
        gen_text_puts(out, i ? " " : "");
        write_path(out, outputs[i]);
    }
    gen_text_puts(out, ":");
    for (const gen_file_name *file = model->dependencies; file; file = file->next) {
        gen_text_puts(out, " \\\n  ");
        write_path(out, file->name);
    }
    gen_text_puts(out, "\n");
}
