#include "ptx/ptx.h"

static void put(gen_text *out, gen_token token)
{
    if (token.length)
        gen_text_append(out, token.text, token.length);
}

/* Call sequences end with their brace, .loc with its line. */
void gen_ptx_print_statement(gen_text *out, const gen_ptx_statement *statement)
{
    const char *end = ";\n";

    if (statement->kind == GEN_PTX_LABEL)
        end = ":\n";
    else if (statement->kind == GEN_PTX_LOC || statement->sequence)
        end = "\n";
    put(out, statement->text);
    gen_text_puts(out, end);
}

void gen_ptx_print_function(gen_text *out, const gen_ptx_function *function)
{
    put(out, function->before);
    gen_text_puts(out, function->directives.length ? ")\n" : ")");
    put(out, function->directives);
    if (function->is_declaration) {
        gen_text_puts(out, ";");
        return;
    }
    gen_text_puts(out, "\n{\n");
    for (const gen_ptx_statement *at = function->declarations; at; at = at->next)
        gen_ptx_print_statement(out, at);
    for (const gen_ptx_statement *at = function->statements; at; at = at->next)
        gen_ptx_print_statement(out, at);
    gen_text_puts(out, "}");
}

void gen_ptx_print(gen_text *out, const gen_ptx_module *module)
{
    for (const gen_ptx_part *part = module->parts; part; part = part->next) {
        if (part->function)
            gen_ptx_print_function(out, part->function);
        else
            put(out, part->text);
    }
}
