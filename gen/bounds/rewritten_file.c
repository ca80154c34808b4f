#include "bounds/rewritten_file.h"

#include "bounds/block_shape.h"
#include "bounds/code/access_log.h"
#include "bounds/code/helper.h"
#include "bounds/code/record_code.h"
#include "bounds/register_limit.h"

#include <string.h>

#define ADDRESS_PTX 77 /* cvta.param */

/* The text before the functions. cvta.param needs a newer version of PTX than older toolkits
 * write. */
static void print_text(gen_text *out, const gen_ptx_module *module, gen_token text)
{
    static const char word[] = ".version";
    const char *at = text.text;
    const char *end = text.text + text.length;

    while (module->version < ADDRESS_PTX && at + sizeof(word) < end &&
           memcmp(at, word, sizeof(word) - 1) != 0)
        at++;
    if (module->version >= ADDRESS_PTX || at + sizeof(word) >= end) {
        gen_text_append(out, text.text, text.length);
        return;
    }
    gen_text_append(out, text.text, (size_t)(at - text.text));
    gen_text_puts(out, ".version 7.7");
    while (at < end && *at != '\n')
        at++;
    gen_text_append(out, at, (size_t)(end - at));
}

static void print_entry(gen_text *out, const gen_ptx_function *function, const char *body,
                        const gen_bounds_kernel_entry *kernel, uint32_t registers)
{
    const uint32_t bytes = (kernel->limits.bytes + 7) / 8 * 8;

    gen_text_printf(out, "%.*s%s\n.param .align 8 .b8 %.*s_custub[%u]\n)\n",
                    (int)function->before.length, function->before.text,
                    function->param_count ? "," : "", (int)function->name.length,
                    function->name.text, (unsigned)bytes);
    if (registers)
        gen_text_printf(out, ".maxnreg %u\n", (unsigned)registers);
    gen_bounds_write_directives(out, function, kernel->block);
    gen_text_puts(out, body);
}

/* The kernel as it was, under another name: launches that are known to be right need no checks. It
 * is in the same image, so that both have the same variables. */
static void print_plain(gen_text *out, const gen_rewritten_file *file,
                        const gen_ptx_function *function)
{
    const char *behind = function->name.text + function->name.length;
    const char *end = function->before.text + function->before.length;

    gen_text_printf(out, "\n%.*s" CUSTUB_BOUNDS_PLAIN "%.*s)\n%.*s\n{\n",
                    (int)(behind - function->before.text), function->before.text,
                    (int)(end - behind), behind, (int)function->directives.length,
                    function->directives.text);
    for (const gen_ptx_statement *at = function->declarations; at; at = at->next)
        if (!gen_bounds_is_moved_out(&file->variables, at))
            gen_ptx_print_statement(out, at);
    for (const gen_ptx_statement *at = function->statements; at; at = at->next)
        gen_ptx_print_statement(out, at);
    gen_text_puts(out, "}\n");
}

static void print_function(const gen_bounds_table *table, const gen_rewritten_file *file,
                           const gen_ptx_function *function, size_t index, gen_text *out)
{
    const char *body = file->bodies[index];
    const gen_bounds_kernel_entry *kernel;

    if (file->in_place[index]) {
        gen_bounds_write_copy_head(out, file->in_place[index]);
        gen_text_puts(out, body ? body : ";\n");
    } else if (!body) {
        gen_ptx_print_function(out, function);
    } else {
        kernel = gen_bounds_find_kernel(table, function->name);
        print_entry(out, function, body, kernel,
                    gen_bounds_register_limit(
                        file->module, function,
                        file->registers ? file->registers[kernel - table->kernels] : 0));
        if (gen_bounds_repeats(kernel))
            print_plain(out, file, function);
    }
}

/* False if no kernel of the file is checked, as in one for an older architecture, which lacks
 * the instructions of the added functions. */
static bool is_rewritten(const gen_rewritten_file *file)
{
    size_t index = 0;

    for (const gen_ptx_function *f = file->module->functions; f; f = f->next, index++)
        if (file->bodies[index] || file->in_place[index])
            return true;
    return false;
}

static void print_declarations(const gen_rewritten_file *file, gen_text *out)
{
    for (const gen_ptx_function *f = file->module->functions; f; f = f->next)
        for (const gen_ptx_statement *s = f->declarations; s; s = s->next)
            if (gen_bounds_is_moved_out(&file->variables, s))
                gen_ptx_print_statement(out, s);
    gen_bounds_write_record_declarations(out);
    gen_bounds_write_log_declaration(out);
    gen_bounds_write_helper_declaration(out);
    for (const gen_bounds_function_copy *copy = file->copies.first; copy; copy = copy->next) {
        gen_bounds_write_copy_head(out, copy);
        gen_text_puts(out, ";\n");
    }
}

static void print_definitions(const gen_rewritten_file *file, gen_text *out)
{
    gen_text_puts(out, "\n");
    for (const gen_bounds_function_copy *copy = file->copies.first; copy; copy = copy->next) {
        gen_bounds_write_copy_head(out, copy);
        gen_text_puts(out, copy->body);
    }
    gen_bounds_write_helper(out, file->module);
    gen_bounds_write_log_function(out);
    gen_bounds_write_record_functions(out);
}

void gen_bounds_print_rewritten(const gen_bounds_table *table, const gen_rewritten_file *file,
                                gen_text *out)
{
    const gen_ptx_part *last = NULL;
    bool is_declared = false;
    size_t index = 0;

    if (!is_rewritten(file)) {
        gen_ptx_print(out, file->module);
        return;
    }
    for (const gen_ptx_part *p = file->module->parts; p; p = p->next)
        last = p->function ? p : last;
    for (const gen_ptx_part *p = file->module->parts; p; p = p->next) {
        if (!p->function) {
            print_text(out, file->module, p->text);
            continue;
        }
        if (!is_declared)
            print_declarations(file, out);
        is_declared = true;
        print_function(table, file, p->function, index++, out);
        if (p == last)
            print_definitions(file, out);
    }
}
