#include "images/variable_guards.h"

#include <ctype.h>
#include <string.h>

/* True for the line that begins the section of one variable: `.section .bss.name` */
static bool begins_variable(const char *line)
{
    static const char *const kinds[] = {".tbss.", ".bss.", ".data."};
    static const char directive[] = ".section";
    const char *name;

    line += strspn(line, " \t");
    if (strncmp(line, directive, strlen(directive)) != 0)
        return false;
    name = line + strlen(directive);
    name += strspn(name, " \t");
    name += *name == '"';
    if (!GEN_TEXT_BEGINS(name, kinds))
        return false;
    name = strchr(name + 1, '.') + 1;
    return isalnum((unsigned char)*name) || *name == '_' || *name == '$';
}

void gen_variable_guards_add(gen_text *out, const char *assembly)
{
    while (*assembly) {
        size_t length = strcspn(assembly, "\n");
        bool is_variable = begins_variable(assembly);
        length += assembly[length] == '\n';
        gen_text_append(out, assembly, length);
        if (is_variable)
            gen_text_puts(out, "\t.zero\t64\n");
        assembly += length;
    }
}
