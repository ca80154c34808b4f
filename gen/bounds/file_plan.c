#include "bounds/file_plan.h"

#include "bounds/block_shape.h"
#include "bounds/ranges/alignment.h"

typedef struct planning {
    gen_arena *arena;
    const gen_bounds_table *table;
    const gen_bounds_kernel *kernels;
    gen_rewritten_file *file;
} planning;

size_t gen_bounds_checked_kernel(const gen_bounds_table *table, const gen_ptx_function *function)
{
    const gen_bounds_kernel_entry *kernel =
        function->is_entry ? gen_bounds_find_kernel(table, function->name) : NULL;

    return kernel && !kernel->reason && !function->is_declaration
               ? (size_t)(kernel - table->kernels)
               : GEN_BOUNDS_NOWHERE;
}

/* The pointers of the description as arguments. */
static void set_arguments(gen_bounds_function *function, const gen_bounds_kernel *kernel)
{
    gen_bounds_argument *arguments =
        GEN_NEW_ARRAY(function->arena, gen_bounds_argument, kernel->pointer_count + 1);

    function->pointer_count = kernel->pointer_count;
    function->argument_count = kernel->pointer_count;
    for (size_t i = 0; i < kernel->pointer_count; i++) {
        arguments[i].offset = kernel->pointers[i].offset;
        gen_bounds_origin_set(function, &arguments[i].origin, i);
    }
    function->arguments = arguments;
}

/* The plan of a function whose arguments are set, and the copies of the functions that it calls. */
static gen_bounds_plan *plan_function(const planning *of, gen_bounds_function *function,
                                      size_t kernel)
{
    gen_bounds_plan *plan = GEN_NEW(of->arena, gen_bounds_plan);

    function->follows_pointers = of->file->copies.follows_pointers;
    gen_bounds_flow_initialize(&function->flow, of->arena, function->function);
    gen_bounds_find_origins(function);
    gen_bounds_find_alignments(function);
    gen_bounds_make_plan(plan, function);
    for (size_t i = 0; i < function->flow.statement_count; i++)
        if (function->flow.statements[i]->kind == GEN_PTX_CALL)
            plan->called[i] = gen_bounds_copy_of_callee(&of->file->copies, function, kernel,
                                                        function->flow.statements[i]);
    return plan;
}

static gen_bounds_function *new_function(const planning *of, const gen_ptx_function *ptx)
{
    gen_bounds_function *function = GEN_NEW(of->arena, gen_bounds_function);

    *function = (gen_bounds_function){.arena = of->arena,
                                      .module = of->file->module,
                                      .function = ptx,
                                      .variables = &of->file->variables};
    return function;
}

static gen_bounds_plan *plan_kernel(const planning *of, const gen_ptx_function *ptx, size_t kernel)
{
    const gen_bounds_kernel_entry *entry = &of->table->kernels[kernel];
    gen_bounds_function *function = new_function(of, ptx);

    function->block = gen_bounds_block_shape_of(ptx, entry->block);
    function->shared = entry->shared;
    function->begins_buffers = true;
    set_arguments(function, &of->kernels[kernel]);
    return plan_function(of, function, kernel);
}

/* The blocks of the kernel that a copy of a function is for. */
static gen_bounds_block_shape shape_of(const planning *of, size_t kernel)
{
    const gen_bounds_kernel_entry *entry = &of->table->kernels[kernel];

    for (const gen_ptx_function *f = of->file->module->functions; f; f = f->next)
        if (f->is_entry && gen_token_is(f->name, entry->symbol))
            return gen_bounds_block_shape_of(f, entry->block);
    return (gen_bounds_block_shape){.is_exact = false};
}

static gen_bounds_plan *plan_copy(const planning *of, const gen_bounds_function_copy *copy)
{
    gen_bounds_function *function = new_function(of, copy->function);

    function->argument_count = copy->argument_count;
    function->arguments = copy->arguments;
    if (copy->kernel != GEN_BOUNDS_ANY_KERNEL) {
        function->pointer_count = of->kernels[copy->kernel].pointer_count;
        function->block = shape_of(of, copy->kernel);
        function->shared = of->table->kernels[copy->kernel].shared;
    }
    return plan_function(of, function, copy->kernel);
}

/* True if functions are called through pointers, and all that may call them is rewritten. */
static bool follows_pointers(const planning *of)
{
    bool has_pointer_call = false;

    for (const gen_ptx_function *f = of->file->module->functions; f; f = f->next) {
        if (f->is_entry && !f->is_declaration &&
            gen_bounds_checked_kernel(of->table, f) == GEN_BOUNDS_NOWHERE)
            return false;
        for (const gen_ptx_statement *s = f->statements; s; s = s->next) {
            has_pointer_call |= s->kind == GEN_PTX_CALL && !s->callee.length;
            if (s->kind == GEN_PTX_CALL && !s->callee.length && !s->sequence)
                return false;
        }
    }
    return has_pointer_call;
}

static void plan_in_place(const planning *of)
{
    gen_rewritten_file *file = of->file;
    size_t i = 0;

    for (const gen_ptx_function *f = file->module->functions; f; f = f->next, i++) {
        if (f->is_entry || !gen_bounds_find_body(file->module, f->name))
            continue;
        file->in_place[i] = gen_bounds_copy_in_place(of->arena, f);
        if (!f->is_declaration)
            file->plans[i] = plan_copy(of, file->in_place[i]);
    }
}

void gen_bounds_plan_file(gen_arena *arena, const gen_bounds_table *table,
                          const gen_bounds_kernel *kernels, gen_rewritten_file *file)
{
    const planning of = {arena, table, kernels, file};
    size_t count = 0;

    for (const gen_ptx_function *f = file->module->functions; f; f = f->next)
        count++;
    file->in_place = GEN_NEW_ARRAY(arena, gen_bounds_function_copy *, count + 1);
    file->plans = GEN_NEW_ARRAY(arena, gen_bounds_plan *, count + 1);
    file->copies = (gen_bounds_function_copies){.last = &file->copies.first,
                                                .follows_pointers = follows_pointers(&of)};
    count = 0;
    for (const gen_ptx_function *f = file->module->functions; f; f = f->next, count++) {
        const size_t kernel = gen_bounds_checked_kernel(table, f);
        if (kernel != GEN_BOUNDS_NOWHERE)
            file->plans[count] = plan_kernel(&of, f, kernel);
    }
    if (file->copies.follows_pointers)
        plan_in_place(&of);
    for (gen_bounds_function_copy *copy = file->copies.first; copy; copy = copy->next)
        copy->plan = plan_copy(&of, copy);
}
