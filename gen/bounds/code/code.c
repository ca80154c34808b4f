#include "bounds/code/code.h"

#include "bounds/addresses/function_copy.h"

#include <custub/bounds_table.h>

#include <stddef.h>

#define ENTRY_PTX 83 /* "PTX ISA", ld: a function may load from the kernel's parameters */

/* Else stores may change what is loaded, as far as ptxas knows: it would be loaded before each
 * access, from memory. */
static bool is_constant(const gen_bounds_code *code)
{
    return code->plan->function->module->version >= ENTRY_PTX;
}

void gen_bounds_load(const gen_bounds_code *code, const char *type, const char *to, uint32_t offset)
{
    if (!code->is_address) {
        gen_text_printf(code->out, "ld.param.%s %s, [%s+%u];\n", type, to, code->param, offset);
        return;
    }
    gen_text_printf(code->out, "ld.param.u64 %%custub_d9, [%s];\n", code->param);
    if (is_constant(code))
        gen_text_puts(code->out, "cvta.to.param::entry.u64 %custub_d9, %custub_d9;\n");
    gen_text_printf(code->out, "ld%s.%s %s, [%%custub_d9+%u];\n",
                    is_constant(code) ? ".param::entry" : "", type, to, offset);
}

void gen_bounds_load_address(const gen_bounds_code *code, const char *to)
{
    if (code->is_address)
        gen_text_printf(code->out, "ld.param.u64 %s, [%s];\n", to, code->param);
    else
        gen_text_printf(code->out, "mov.b64 %s, %s;\ncvta.param.u64 %s, %s;\n", to, code->param, to,
                        to);
}

#define MAX_DEPTH 4
#define TURNS     32   /* of a loop */
#define FAST      1024 /* executions, outside of loops, for one of a slow copy */

void gen_bounds_write_frequency(const gen_bounds_code *code, size_t block, uint32_t without)
{
    uint64_t frequency = FAST;

    if (!code->depths)
        return;
    for (uint32_t i = without; i < code->depths[block] && i < MAX_DEPTH; i++)
        frequency *= TURNS;
    gen_text_printf(code->out, ".pragma \"frequency %llu\";\n", (unsigned long long)frequency);
}

void gen_bounds_write_slow_frequency(const gen_bounds_code *code)
{
    if (code->depths)
        gen_text_puts(code->out, ".pragma \"frequency 1\";\n");
}

void gen_bounds_write_decision(const gen_bounds_code *code, size_t block)
{
    if (!code->decisions || !code->decisions->blocks[block])
        return;
    gen_bounds_load(code, "u64", "%custub_d0", offsetof(custub_bounds_head, outcome));
    gen_text_printf(code->out,
                    "setp.ne.u64 %%custub_p0, %%custub_d0, 0;\n"
                    "@%%custub_p0 st.volatile.global.u32 [%%custub_d0], %u;\n",
                    CUSTUB_BOUNDS_DECIDED);
}

void gen_bounds_write_guard(gen_text *out, const gen_ptx_statement *statement)
{
    if (statement->guard)
        gen_text_printf(out, "@%s%.*s ", statement->guard_negated ? "!" : "",
                        (int)statement->guard->name.length, statement->guard->name.text);
}

void gen_bounds_write_call(const gen_bounds_code *code, size_t place)
{
    const gen_bounds_function *function = code->plan->function;
    const gen_ptx_statement *call = function->flow.statements[place];
    const gen_bounds_function_copy *copy = code->plan->called[place];
    bool is_pointer = !call->callee.length && call->sequence && function->follows_pointers;

    if (!copy && !is_pointer) {
        gen_ptx_print_statement(code->out, call);
        return;
    }
    gen_bounds_load_address(code, "%custub_d0");
    if (copy)
        gen_bounds_write_copy_call(code->out, call, copy);
    else
        gen_bounds_write_pointer_call(code->out, call);
}
