#include "bounds/bounds.h"

#include "bounds/cubin.h"
#include "bounds/code/function_code.h"
#include "bounds/file_plan.h"
#include "bounds/flow/param_load.h"
#include "bounds/flow/instruction.h"
#include "bounds/note.h"
#include "bounds/flow/loop.h"
#include "bounds/rewritten_file.h"
#include "bounds/shared_alignment.h"
#include "bounds/site.h"

#include <stdlib.h>
#include <string.h>

struct gen_bounds {
    gen_arena *arena;
    gen_diag *diag;
    const gen_bounds_kernel *kernels;
    gen_bounds_table table;
    size_t file_count;
    size_t file_capacity;
    gen_rewritten_file *files;
    gen_bounds_counts counts;
};

#define MAX_PARAMS     4096u  /* bytes; "PTX ISA", .param */
#define MAX_NEW_PARAMS 32764u /* from sm_70 and PTX 8.1 on */
#define NEW_PARAMS_PTX 81
#define FREQUENCY_PTX  90 /* .pragma "frequency" */
#define ADDRESS_SM     70

gen_bounds *gen_bounds_begin(gen_arena *arena, gen_diag *diag, const gen_bounds_kernel *kernels,
                             size_t kernel_count)
{
    gen_bounds *bounds = GEN_NEW(arena, gen_bounds);

    *bounds = (gen_bounds){.arena = arena, .diag = diag, .kernels = kernels};
    gen_bounds_table_initialize(&bounds->table, arena);
    bounds->table.kernel_count = kernel_count;
    bounds->table.kernels = GEN_NEW_ARRAY(arena, gen_bounds_kernel_entry, kernel_count + 1);
    for (size_t i = 0; i < kernel_count; i++) {
        bounds->table.kernels[i] = (gen_bounds_kernel_entry){
            .symbol = kernels[i].symbol,
            .extents = (uint32_t)kernels[i].pointer_count,
            .block = {kernels[i].block[0], kernels[i].block[1], kernels[i].block[2]},
            .shared = kernels[i].shared,
            .numbers = {.arena = arena}};
        gen_bounds_limits_initialize(&bounds->table.kernels[i].limits, arena,
                                     kernels[i].pointer_count, MAX_NEW_PARAMS);
    }
    return bounds;
}

/* --- Reading ---------------------------------------------------------------------------------- */

static void add_variables(gen_bounds *bounds, gen_rewritten_file *file,
                          const gen_ptx_variable *first)
{
    gen_bounds_variables *all = &file->variables;

    for (const gen_ptx_variable *v = first; v; v = v->next) {
        GEN_GROW(bounds->arena, all->items, all->count, &all->capacity);
        all->items[all->count++] = v;
    }
}

static bool declares_shared(const gen_ptx_function *function)
{
    for (const gen_ptx_variable *v = function->variables; v; v = v->next)
        if (v->space == GEN_PTX_SHARED)
            return true;
    return false;
}

/* True if a function may be copied, no two variables have the same name, and all functions that
 * declare some are rewritten: the others are written back as they were. */
static bool moves_shared_out(const gen_bounds *bounds, const gen_rewritten_file *file)
{
    const gen_bounds_variables *all = &file->variables;
    bool has_function = false;

    for (const gen_ptx_function *f = file->module->functions; f; f = f->next) {
        has_function |= !f->is_entry && !f->is_declaration;
        if (declares_shared(f) &&
            gen_bounds_checked_kernel(&bounds->table, f) == GEN_BOUNDS_NOWHERE)
            return false;
    }
    for (size_t i = 0; has_function && i < all->count; i++)
        for (size_t j = 0; j < i; j++)
            if (all->items[i]->space == GEN_PTX_SHARED &&
                gen_token_equals(all->items[i]->name, all->items[j]->name))
                return false;
    return has_function;
}

static uint64_t param_bytes(const gen_ptx_function *function)
{
    const gen_ptx_param *last;

    if (!function->param_count)
        return 0;
    last = &function->params[function->param_count - 1];
    return (last->offset + last->size + 7) / 8 * 8;
}

/* Why no kernel of the file can be checked, or this one. Null: it can. */
static const char *reason_of(const gen_ptx_module *module, const gen_ptx_function *function,
                             gen_bounds_limits *limits)
{
    uint64_t most = module->version >= NEW_PARAMS_PTX ? MAX_NEW_PARAMS : MAX_PARAMS;

    if (gen_ptx_architecture(module) < ADDRESS_SM)
        return "its architecture is older than sm_70";
    if (param_bytes(function) > most || most - param_bytes(function) < limits->bytes)
        return "its parameters leave no room for the extents";
    most -= param_bytes(function);
    limits->most = limits->most < most ? limits->most : (uint32_t)most;
    return NULL;
}

/* A kernel whose address device code takes is launched there, without the further parameter. */
static void find_launched(const gen_bounds *bounds, const gen_ptx_statement *first)
{
    for (const gen_ptx_statement *s = first; s; s = s->next) {
        find_launched(bounds, s->sequence);
        for (size_t i = 0; i < s->operand_count; i++) {
            const gen_ptx_operand *operand = &s->operands[i];
            gen_bounds_kernel_entry *kernel =
                operand->kind == GEN_PTX_NAME && *operand->name.text != '%'
                    ? gen_bounds_find_kernel(&bounds->table, operand->name)
                    : NULL;
            if (kernel && !kernel->reason)
                kernel->reason = "a kernel launches it, and gives it no extents";
        }
    }
}

bool gen_bounds_add(gen_bounds *bounds, const char *path, const char *text)
{
    gen_ptx_module *module = gen_ptx_parse(bounds->arena, bounds->diag, path, text);
    gen_rewritten_file *file;

    if (!module)
        return false;
    GEN_GROW(bounds->arena, bounds->files, bounds->file_count, &bounds->file_capacity);
    file = &bounds->files[bounds->file_count++];
    *file = (gen_rewritten_file){.module = module};
    add_variables(bounds, file, module->variables);
    for (gen_ptx_function *f = module->functions; f; f = f->next) {
        gen_bounds_kernel_entry *kernel =
            f->is_entry ? gen_bounds_find_kernel(&bounds->table, f->name) : NULL;
        add_variables(bounds, file, f->variables);
        gen_bounds_split_param_loads(bounds->arena, f);
        gen_bounds_align_shared(bounds->arena, f);
        if (kernel && !kernel->reason && !f->is_declaration)
            kernel->reason = reason_of(module, f, &kernel->limits);
        find_launched(bounds, f->statements);
    }
    return true;
}

bool gen_bounds_hold_registers(gen_bounds *bounds, const char *path, const char *cubin,
                               size_t length)
{
    uint32_t *registers = GEN_NEW_ARRAY(bounds->arena, uint32_t, bounds->table.kernel_count + 1);

    if (!gen_cubin_read_registers(cubin, length, bounds->kernels, bounds->table.kernel_count,
                                  registers)) {
        gen_diag_error(bounds->diag, (gen_place){path, 0, 0}, "cubin-unknown",
                       "this is not machine code for a GPU; give the cubin that nvcc made of the "
                       "PTX");
        return false;
    }
    bounds->files[bounds->file_count - 1].registers = registers;
    return true;
}

/* --- Rewriting -------------------------------------------------------------------------------- */

static void count_accesses(gen_bounds_counts *counts, const gen_bounds_plan *plan)
{
    counts->loops += plan->loops.loops;
    counts->tested_loops += plan->loops.count;
    for (size_t i = 0; i < plan->function->flow.statement_count; i++) {
        if (!plan->accesses[i])
            continue;
        counts->one += plan->accesses[i]->target.kind == GEN_BOUNDS_TO_POINTER ||
                       plan->accesses[i]->target.kind == GEN_BOUNDS_TO_VARIABLE;
        counts->several += plan->accesses[i]->target.kind == GEN_BOUNDS_TO_POINTERS;
        counts->any += plan->accesses[i]->target.kind == GEN_BOUNDS_TO_ANY;
    }
    for (size_t i = 0; i < plan->region_count; i++) {
        counts->regions++;
        counts->groups += plan->regions[i].group_count;
        counts->accesses += plan->regions[i].access_count;
    }
}

static void add_sites(gen_bounds *bounds, const gen_bounds_plan *plan, size_t kernel)
{
    const bool is_shared = kernel == GEN_BOUNDS_ANY_KERNEL;
    const uint32_t number = is_shared ? 0 : (uint32_t)kernel;
    const char *name = is_shared ? NULL : bounds->kernels[kernel].name;

    for (size_t i = 0; i < plan->function->flow.statement_count; i++) {
        if (plan->unchecked[i])
            gen_bounds_note_unchecked(bounds->diag, plan->function, name,
                                      plan->function->flow.statements[i], plan->unchecked[i]);
        for (gen_bounds_access *a = plan->accesses[i]; a; a = a->next) {
            gen_bounds_add_site(&bounds->table, plan->function, number, a);
            if (a->target.kind == GEN_BOUNDS_TO_ANY)
                gen_bounds_note_unknown(bounds->diag, plan->function, name, a);
        }
    }
}

/* True if the kernel has code that tells where memory decides what it touches. */
static bool find_decisions(gen_bounds *bounds, gen_rewritten_file *file, size_t kernel,
                           const gen_bounds_plan *plan, gen_bounds_decisions *decisions)
{
    gen_bounds_kernel_entry *entry = &bounds->table.kernels[kernel];

    gen_bounds_find_decisions(decisions, plan, &entry->numbers);
    entry->never_repeats |= !decisions->repeats || file->module->is_debug;
    return decisions->repeats;
}

/* The rewritten body of a function. */
static char *write_body(gen_bounds *bounds, gen_rewritten_file *file, const gen_bounds_plan *plan,
                        size_t kernel)
{
    const bool is_shared = kernel == GEN_BOUNDS_ANY_KERNEL;
    const gen_ptx_function *function = plan->function->function;
    const gen_token name = function->name;
    gen_bounds_log log = {0};
    gen_bounds_decisions decisions;
    gen_text out;
    gen_bounds_code code = {
        .out = &out,
        .log = &log,
        .plan = plan,
        .limits = is_shared ? NULL : &bounds->table.kernels[kernel].limits,
        .param = function->is_entry
                     ? gen_arena_format(bounds->arena, "%.*s_custub", (int)name.length, name.text)
                     : "custub_head",
        .is_address = !function->is_entry,
        .label = gen_arena_format(bounds->arena, "$custub_%.*s", (int)name.length, name.text)};

    gen_text_initialize_in(&out, bounds->arena);
    /* Not for a driver that compiles: it may crash at that, where a build can try again. */
    if (file->registers && file->module->version >= FREQUENCY_PTX)
        code.depths = gen_bounds_loop_depths(&plan->function->flow);
    if (function->is_entry && find_decisions(bounds, file, kernel, plan, &decisions))
        code.decisions = &decisions;
    count_accesses(&bounds->counts, plan);
    add_sites(bounds, plan, kernel);
    gen_bounds_write_body(&code);
    return out.data;
}

static void write_bodies(gen_bounds *bounds, gen_rewritten_file *file)
{
    size_t count = 0;

    gen_bounds_plan_file(bounds->arena, &bounds->table, bounds->kernels, file);
    for (const gen_ptx_function *f = file->module->functions; f; f = f->next)
        count++;
    file->bodies = GEN_NEW_ARRAY(bounds->arena, char *, count + 1);
    count = 0;
    for (const gen_ptx_function *f = file->module->functions; f; f = f->next, count++)
        if (file->plans[count])
            file->bodies[count] = write_body(
                bounds, file, file->plans[count],
                f->is_entry ? gen_bounds_checked_kernel(&bounds->table, f) : GEN_BOUNDS_ANY_KERNEL);
    for (gen_bounds_function_copy *copy = file->copies.first; copy; copy = copy->next)
        copy->body = write_body(bounds, file, copy->plan, copy->kernel);
}

/* --- Output ----------------------------------------------------------------------------------- */

static void note_kernels(gen_bounds *bounds)
{
    for (size_t i = 0; i < bounds->table.kernel_count; i++)
        if (bounds->table.kernels[i].reason)
            gen_diag_note(bounds->diag, (gen_place){0}, "bounds-unchecked",
                          "kernel '%s' is not checked: %s", bounds->kernels[i].name,
                          bounds->table.kernels[i].reason);
}

static uint32_t count_variables(const gen_ptx_module *module)
{
    uint32_t count = 0;

    for (const gen_ptx_variable *v = module->variables; v; v = v->next)
        count += !v->is_extern && (v->space == GEN_PTX_GLOBAL || v->space == GEN_PTX_CONST);
    return count;
}

void gen_bounds_finish(gen_bounds *bounds, gen_text *files, gen_text *table,
                       gen_bounds_counts *counts)
{
    for (size_t i = 0; i < bounds->file_count; i++) {
        uint32_t variables = count_variables(bounds->files[i].module);
        bounds->files[i].variables.are_shared_global = moves_shared_out(bounds, &bounds->files[i]);
        write_bodies(bounds, &bounds->files[i]);
        if (variables > bounds->table.variables)
            bounds->table.variables = variables;
    }
    for (size_t i = 0; i < bounds->file_count; i++)
        gen_bounds_print_rewritten(&bounds->table, &bounds->files[i], &files[i]);
    note_kernels(bounds);
    gen_bounds_table_write(&bounds->table, table);
    *counts = bounds->counts;
}
