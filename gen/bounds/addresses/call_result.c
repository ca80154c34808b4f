#include "bounds/addresses/call_result.h"

#include "bounds/addresses/function_copy.h"
#include "bounds/flow/instruction.h"
#include "bounds/addresses/origin.h"

#define MAX_DEPTH 4 /* of calls in called functions */

/* What a call gave, with the arguments of that time. */
typedef struct gen_bounds_call_result {
    struct gen_bounds_call_result *next;
    const gen_ptx_statement *call;
    size_t argument_count;
    gen_bounds_argument *arguments;
    gen_bounds_origin origin;
} gen_bounds_call_result;

static gen_bounds_origin unknown(const char *reason)
{
    return (gen_bounds_origin){.flags = GEN_BOUNDS_UNKNOWN, .reason = reason};
}

static bool is_result(const gen_ptx_function *function, gen_token name)
{
    for (size_t i = 0; i < function->result_count; i++)
        if (gen_token_equals(function->results[i].name, name))
            return true;
    return false;
}

/* All that the function stores to its results. */
static gen_bounds_origin stored_results(const gen_bounds_function *callee)
{
    gen_bounds_origin all = {0};

    for (const gen_ptx_statement *s = callee->function->statements; s; s = s->next) {
        const gen_ptx_operand *address = gen_bounds_address(s);
        gen_bounds_opcode opcode = gen_bounds_opcode_of(s);
        gen_bounds_origin stored;
        if (s->kind != GEN_PTX_INSTRUCTION || !gen_bounds_opcode_is(&opcode, "st") || !address ||
            address->reg || !is_result(callee->function, address->name))
            continue;
        stored = gen_bounds_origin_of(callee, &s->operands[s->operand_count - 1]);
        gen_bounds_origin_add(callee, &all, &stored);
    }
    return all;
}

static gen_bounds_origin origin_in(const gen_bounds_function *caller,
                                   const gen_ptx_function *function,
                                   const gen_bounds_call_result *call)
{
    gen_bounds_function callee = {.arena = caller->arena,
                                  .module = caller->module,
                                  .function = function,
                                  .pointer_count = caller->pointer_count,
                                  .variables = caller->variables,
                                  .argument_count = call->argument_count,
                                  .arguments = call->arguments,
                                  .depth = caller->depth + 1};

    gen_bounds_flow_initialize(&callee.flow, callee.arena, function);
    gen_bounds_find_origins(&callee);
    return stored_results(&callee);
}

/* True if a function calls itself with pointers into the same buffers as it was given. */
static bool calls_itself(const gen_bounds_function *function, const gen_ptx_function *callee,
                         const gen_bounds_call_result *call)
{
    if (function->function != callee || function->argument_count != call->argument_count)
        return false;
    for (size_t i = 0; i < call->argument_count; i++)
        if (function->arguments[i].offset != call->arguments[i].offset ||
            !gen_bounds_origin_equals(function, &function->arguments[i].origin,
                                      &call->arguments[i].origin))
            return false;
    return true;
}

static bool same_arguments(const gen_bounds_function *function, const gen_bounds_call_result *a,
                           const gen_bounds_call_result *b)
{
    if (a->call != b->call || a->argument_count != b->argument_count)
        return false;
    for (size_t i = 0; i < a->argument_count; i++)
        if (!gen_bounds_origin_equals(function, &a->arguments[i].origin, &b->arguments[i].origin))
            return false;
    return true;
}

gen_bounds_origin gen_bounds_called_origin(gen_bounds_function *function,
                                           const gen_ptx_statement *call)
{
    const gen_ptx_function *callee =
        call->callee.length ? gen_bounds_find_body(function->module, call->callee) : NULL;
    gen_bounds_call_result *result;

    if (gen_token_is(call->callee, "malloc"))
        return (gen_bounds_origin){.flags = GEN_BOUNDS_HEAP};
    if (!callee)
        return unknown("it is the result of a call");
    result = GEN_NEW(function->arena, gen_bounds_call_result);
    result->call = call;
    result->arguments = gen_bounds_read_arguments(function, callee, call, &result->argument_count);
    if (calls_itself(function, callee, result))
        return stored_results(function); /* as far as they are known; they are looked at again */
    if (function->depth == MAX_DEPTH)
        return unknown("it is the result of a call");
    for (const gen_bounds_call_result *known = function->results; known; known = known->next)
        if (same_arguments(function, known, result))
            return known->origin;
    result->origin = origin_in(function, callee, result);
    result->next = function->results;
    function->results = result;
    return result->origin;
}
