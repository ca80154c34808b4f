#include "emit.h"

#include <string.h>

/* As make and Ninja read it: spaces and '#' behind a backslash, '$' doubled. */
static void write_path(gen_text *out, const char *path)
{
    for (const char *c = path; *c; c++) {
        if (*c == ' ' || *c == '#' || (*c == '\\' && strchr(" #", c[1]) && c[1]))
            gen_text_puts(out, "\\");
        if (*c == '$')
            gen_text_puts(out, "$");
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
