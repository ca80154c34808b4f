#include "bounds/code/function_code.h"

#include "bounds/addresses/function_copy.h"
#include "bounds/flow/instruction.h"
#include "bounds/code/access_log.h"
#include "bounds/code/loop_test.h"
#include "bounds/code/slow_copy.h"
#include "bounds/code/slow_loop.h"
#include "bounds/code/test_code.h"

#include <custub/bounds_table.h>

#include <stddef.h>

/* The number of statements up to the last one that is executed: labels for the debugger follow. */
static size_t executed_count(const gen_bounds_flow *flow)
{
    size_t count = flow->statement_count;

    while (count && flow->statements[count - 1]->kind != GEN_PTX_INSTRUCTION &&
           flow->statements[count - 1]->kind != GEN_PTX_CALL)
        count--;
    return count;
}

/* Slow copies use %custub_p0: a test that has more than one is kept. */
static const char *test_of(const gen_bounds_region *region)
{
    return region->run_count > 1 ? "%custub_p5" : "%custub_p0";
}

static void write_region_begin(const gen_bounds_code *code, size_t region)
{
    const gen_bounds_plan *plan = code->plan;
    const gen_bounds_region *at = &plan->regions[region];

    for (size_t i = at->first; i <= at->last; i++)
        if (plan->moved_to[i] == region)
            gen_ptx_print_statement(code->out, plan->function->flow.statements[i]);
    gen_bounds_write_test(code, region);
    if (at->run_count > 1)
        gen_text_printf(code->out, "mov.pred %s, %%custub_p0;\n", test_of(at));
}

static void write_run_begin(const gen_bounds_code *code, size_t run)
{
    const gen_bounds_run *at = &code->plan->runs[run];
    const gen_bounds_region *region = &code->plan->regions[at->region];

    if (run == region->first_run)
        write_region_begin(code, at->region);
    gen_text_printf(code->out, "@!%s bra %s_slow%zu;\n", test_of(region), code->label, run);
    gen_bounds_write_frequency(code, code->plan->function->flow.blocks_of[at->first], 0);
}

static void write_run_end(const gen_bounds_code *code, size_t run)
{
    const gen_bounds_plan *plan = code->plan;
    const gen_bounds_flow *flow = &plan->function->flow;
    const gen_bounds_run *at = &plan->runs[run];

    gen_text_printf(code->out, "%s_back%zu:\n", code->label, run);
    gen_bounds_write_frequency(code, flow->blocks_of[at->last], 0);
    for (size_t i = flow->blocks[flow->blocks_of[at->first]].begin; i <= at->last; i++)
        if (plan->sunk_to[i] == run)
            gen_ptx_print_statement(code->out, plan->function->flow.statements[i]);
}

/* The test of a loop is before its header. */
static void write_loop_begin(const gen_bounds_code *code, const gen_bounds_loop_region *region)
{
    size_t header = region->loop.header;

    gen_text_printf(code->out, "%s_loop%zu:\n", code->label, header);
    gen_bounds_write_frequency(code, header, 1);
    gen_bounds_write_loop_test(code, region);
    gen_text_printf(code->out, "@!%%custub_p0 bra %s_turns%zu;\n", code->label, header);
}

/* Who jumps to a loop comes to its test first. */
static void write_jump(const gen_bounds_code *code, const gen_ptx_statement *statement,
                       size_t header)
{
    gen_bounds_write_guard(code->out, statement);
    gen_text_printf(code->out, "%.*s %s_loop%zu;\n", (int)statement->opcode.length,
                    statement->opcode.text, code->label, header);
}

static void write_statement(const gen_bounds_code *code, size_t place)
{
    const gen_bounds_flow *flow = &code->plan->function->flow;
    const gen_ptx_statement *statement = flow->statements[place];
    const gen_bounds_loop_region *loop =
        gen_bounds_loop_of_jump(&code->plan->loops, flow, statement);

    if (gen_bounds_is_load_hint(statement))
        return;
    if (loop && !loop->loop.has[flow->blocks_of[place]])
        write_jump(code, statement, loop->loop.header);
    else if (statement->kind == GEN_PTX_CALL)
        gen_bounds_write_call(code, place);
    else
        gen_ptx_print_statement(code->out, statement);
}

static bool has_tests(const gen_bounds_plan *plan)
{
    return plan->region_count || plan->loops.count;
}

static size_t count_accesses(const gen_bounds_plan *plan)
{
    size_t count = 0;

    for (size_t i = 0; i < plan->function->flow.statement_count; i++)
        for (const gen_bounds_access *a = plan->accesses[i]; a; a = a->next)
            count++;
    return count;
}

/* A slow copy of a loop may go on here, and a loop may begin here. */
static void begin_block(const gen_bounds_code *code, size_t block)
{
    const gen_bounds_loop_region *loop = gen_bounds_loop_region_at(&code->plan->loops, block);

    if (gen_bounds_is_exit_of_slow_loop(code->plan, block))
        gen_text_printf(code->out, "%s_exit%zu:\n", code->label, block);
    if (loop)
        write_loop_begin(code, loop);
}

static void begin_executing(const gen_bounds_code *code, size_t block)
{
    gen_bounds_write_frequency(code, block, 0);
    gen_bounds_write_decision(code, block);
}

static void write_statements(const gen_bounds_code *code, size_t begin, size_t end)
{
    const gen_bounds_plan *plan = code->plan;
    size_t run = 0;

    for (size_t i = begin; i < end; i++) {
        const gen_ptx_statement *s = plan->function->flow.statements[i];
        size_t block = plan->function->flow.blocks_of[i];
        const bool begins = plan->function->flow.blocks[block].begin == i;
        if (begins)
            begin_block(code, block);
        if (begins && s->kind != GEN_PTX_LABEL)
            begin_executing(code, block);
        while (run < plan->run_count && plan->runs[run].last < i)
            run++;
        if (run < plan->run_count && plan->runs[run].first == i)
            write_run_begin(code, run);
        if (plan->moved_to[i] == GEN_BOUNDS_NOWHERE && plan->sunk_to[i] == GEN_BOUNDS_NOWHERE)
            write_statement(code, i);
        if (begins && s->kind == GEN_PTX_LABEL)
            begin_executing(code, block);
        if (run < plan->run_count && plan->runs[run].last == i)
            write_run_end(code, run);
    }
}

/* Accesses that stay inside of the dynamic shared memory of every legal launch are not tested. So
 * no other launch may go on; the host refuses it unless its checks are off. */
static void write_shared_guard(const gen_bounds_code *code)
{
    const gen_bounds_function *function = code->plan->function;

    if (!function->function->is_entry || !function->shared)
        return;
    gen_bounds_load(code, "u64", "%custub_d0", offsetof(custub_bounds_head, shared));
    gen_text_printf(code->out,
                    "setp.lt.u64 %%custub_p0, %%custub_d0, %llu;\n"
                    "@%%custub_p0 trap;\n",
                    (unsigned long long)function->shared);
}

void gen_bounds_write_body(const gen_bounds_code *code)
{
    const gen_bounds_plan *plan = code->plan;
    const gen_bounds_flow *flow = &plan->function->flow;
    size_t end = executed_count(flow);

    gen_text_puts(code->out, "\n{\n" GEN_BOUNDS_REGISTERS);
    code->log->is_used = has_tests(plan) && gen_bounds_has_log(count_accesses(plan));
    if (code->log->is_used)
        gen_text_printf(code->out, ".local .align 16 .b8 custub_log[%d];\n", GEN_BOUNDS_LOG_BYTES);
    for (const gen_ptx_statement *at = plan->function->function->declarations; at; at = at->next)
        if (!gen_bounds_is_moved_out(plan->function->variables, at))
            gen_ptx_print_statement(code->out, at);
    write_shared_guard(code);
    write_statements(code, 0, end);
    if (has_tests(plan)) {
        gen_text_puts(code->out, "ret;\n");
        for (size_t i = 0; i < plan->run_count; i++)
            gen_bounds_write_slow_copy(code, i);
        for (size_t i = 0; i < plan->loops.count; i++)
            gen_bounds_write_slow_loop(code, plan->loops.items[i]);
    }
    write_statements(code, end, flow->statement_count);
    gen_text_puts(code->out, "}\n");
}
