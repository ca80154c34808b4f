#include "bounds/function_code.h"

#include "bounds/instruction.h"
#include "bounds/record_code.h"
#include "bounds/slow_copy.h"
#include "bounds/test_code.h"

/* The number of statements up to the last one that is executed: labels for the debugger follow. */
static size_t executed_count(const gen_bounds_flow *flow)
{
    size_t count = flow->statement_count;

    while (count && flow->statements[count - 1]->kind != GEN_PTX_INSTRUCTION &&
           flow->statements[count - 1]->kind != GEN_PTX_CALL)
        count--;
    return count;
}

static void write_region_begin(const gen_bounds_code *code, size_t region)
{
    const gen_bounds_plan *plan = code->plan;
    const gen_bounds_region *at = &plan->regions[region];

    for (size_t i = at->first; i <= at->last; i++)
        if (plan->moved_to[i] == region)
            gen_ptx_print_statement(code->out, plan->function->flow.statements[i]);
    gen_bounds_write_test(code, region);
    gen_text_printf(code->out, "@!%%custub_p0 bra %s_slow%zu;\n", code->label, region);
}

/* The thread is about to end, or to leave the function: a bad access is recorded now. */
static bool is_end(const gen_ptx_statement *statement)
{
    static const char *const ends[] = {"ret", "exit", "trap"};
    gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);

    if (statement->kind == GEN_PTX_CALL)
        return gen_token_is(statement->callee, "__assertfail");
    return statement->kind == GEN_PTX_INSTRUCTION && opcode.count &&
           GEN_TOKEN_IS_ANY(opcode.parts[0], ends);
}

/* A guarded end is done even if it records for nothing: what is kept is recorded once. */
static void write_end(const gen_bounds_code *code, size_t place)
{
    gen_text_printf(code->out, "@%%custub_bad bra %s_record%zu;\n%s_end%zu:\n", code->label, place,
                    code->label, place);
}

static void write_statement(const gen_bounds_code *code, const gen_ptx_statement *statement)
{
    const gen_bounds_function_copy *copy = NULL;
    bool is_pointer;

    if (statement->kind == GEN_PTX_CALL)
        copy =
            gen_bounds_copy_of_callee(code->copies, code->plan->function, code->kernel, statement);
    is_pointer = statement->kind == GEN_PTX_CALL && !statement->callee.length &&
                 statement->sequence && code->copies->follows_pointers;
    if (!copy && !is_pointer) {
        gen_ptx_print_statement(code->out, statement);
        return;
    }
    gen_bounds_load_address(code, "%custub_d0");
    if (copy)
        gen_bounds_write_copy_call(code->out, statement, copy);
    else
        gen_bounds_write_pointer_call(code->out, statement);
}

static void write_statements(const gen_bounds_code *code, size_t begin, size_t end)
{
    const gen_bounds_plan *plan = code->plan;
    size_t region = 0;

    for (size_t i = begin; i < end; i++) {
        const gen_ptx_statement *s = plan->function->flow.statements[i];
        while (region < plan->region_count && plan->regions[region].last < i)
            region++;
        if (region < plan->region_count && plan->regions[region].first == i)
            write_region_begin(code, region);
        if (plan->region_count && is_end(s))
            write_end(code, i);
        if (plan->moved_to[i] == GEN_BOUNDS_NOWHERE)
            write_statement(code, s);
        if (region < plan->region_count && plan->regions[region].last == i)
            gen_text_printf(code->out, "%s_back%zu:\n", code->label, region);
    }
}

static void write_records(const gen_bounds_code *code)
{
    const gen_bounds_flow *flow = &code->plan->function->flow;

    for (size_t i = 0; i < flow->statement_count; i++) {
        if (!is_end(flow->statements[i]))
            continue;
        gen_text_printf(code->out, "%s_record%zu:\n", code->label, i);
        gen_bounds_write_reset(code);
        gen_bounds_write_record(code, i);
        gen_text_printf(code->out, "bra %s_end%zu;\n", code->label, i);
    }
}

void gen_bounds_write_body(const gen_bounds_code *code)
{
    const gen_bounds_plan *plan = code->plan;
    const gen_bounds_flow *flow = &plan->function->flow;
    size_t end = executed_count(flow);

    gen_text_puts(code->out, "\n{\n" GEN_BOUNDS_DECLARATIONS);
    for (const gen_ptx_statement *at = plan->function->function->declarations; at; at = at->next)
        if (!gen_bounds_is_moved_out(plan->function->variables, at))
            gen_ptx_print_statement(code->out, at);
    if (plan->region_count)
        gen_bounds_write_reset(code);
    write_statements(code, 0, end);
    if (plan->region_count) {
        gen_text_puts(code->out, "ret;\n");
        for (size_t i = 0; i < plan->region_count; i++)
            gen_bounds_write_slow_copy(code, i);
        write_records(code);
    }
    write_statements(code, end, flow->statement_count);
    gen_text_puts(code->out, "}\n");
}
