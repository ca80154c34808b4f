#include "verify/verify.h"

#include "support/name_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static gen_name_table entries_by_name(gen_arena *arena, const gen_ptx_module *ptx)
{
    gen_name_table table = {.arena = arena};

    for (gen_ptx_function *at = ptx->functions; at; at = at->next)
        if (at->is_entry && !at->is_declaration &&
            !gen_name_table_find_bytes(&table, at->name.text, at->name.length))
            gen_name_table_put_bytes(&table, at->name.text, at->name.length, at);
    return table;
}

static gen_name_table kernels_by_symbol(gen_arena *arena, const gen_model *model, size_t index)
{
    gen_name_table table = {.arena = arena};

    for (gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next)
        if (kernel->architectures >> index & 1)
            gen_name_table_put(&table, kernel->symbol, kernel);
    return table;
}

/* Says how the types differ; null if they may be the same. Compilers also pass 16-bit floats as
 * integers, and a struct as its only field. */
static const char *wrong_type(const gen_type *type, const gen_ptx_param *ptx)
{
    if (type->kind == GEN_TYPE_POINTER && ptx->is_shared)
        return "an address in shared or local memory";
    if (ptx->kind == 'f' &&
        (type->kind == GEN_TYPE_POINTER ||
         (type->kind == GEN_TYPE_SCALAR && gen_scalar_is_integer(type->scalar))))
        return "a floating-point number";
    if ((ptx->kind == 'u' || ptx->kind == 's') && type->kind == GEN_TYPE_SCALAR &&
        gen_scalar_is_float(type->scalar))
        return "an integer";
    return NULL;
}

static void verify_type(const gen_kernel *kernel, const gen_param *param, const gen_ptx_param *ptx,
                        const char *advice, gen_diag *diag)
{
    const char *wrong = wrong_type(param->type, ptx);

    if (wrong && param->type->size == ptx->size)
        gen_diag_error(diag, param->place, "verify-type",
                       "kernel '%s', parameter '%s' (%s): the PTX has %s of %" PRIu64 " bits; %s",
                       kernel->name, param->name, param->type->spelling, wrong, 8 * ptx->size,
                       advice);
}

static void verify_params(const gen_model *model, const gen_kernel *kernel,
                          const gen_ptx_function *entry, gen_diag *diag)
{
    const char *advice =
        model->is_prototypes ? "declare those of the PTX" : "build both with the same options";

    if (kernel->param_count != entry->param_count) {
        gen_diag_error(diag, kernel->place, "verify-parameters",
                       "kernel '%s' has %zu parameters in the source and %zu in the PTX; %s",
                       kernel->name, kernel->param_count, entry->param_count, advice);
        return;
    }
    for (size_t i = 0; i < kernel->param_count; i++) {
        const gen_param *param = &kernel->params[i];
        const gen_ptx_param *other = &entry->params[i];
        verify_type(kernel, param, other, advice, diag);
        if (param->offset == other->offset && param->type->size == other->size &&
            param->type->align == other->align)
            continue;
        gen_diag_error(diag, param->place, "verify-layout",
                       "kernel '%s', parameter '%s' (%s): offset %" PRIu64 ", size %" PRIu64
                       ", alignment %" PRIu32 " in the source, offset %" PRIu64 ", size %" PRIu64
                       ", alignment %" PRIu64 " in the PTX; %s",
                       kernel->name, param->name, param->type->spelling, param->offset,
                       param->type->size, param->type->align, other->offset, other->size,
                       other->align, advice);
    }
}

/* Values differ only if both are known. */
static bool differs(uint32_t source, uint64_t ptx)
{
    return source && ptx && source != ptx;
}

static void verify_axis(const gen_kernel *kernel, const gen_ptx_function *entry, gen_diag *diag,
                        size_t i)
{
    if (differs(kernel->required[i], entry->required[i]))
        gen_diag_error(diag, kernel->place, "verify-block",
                       "kernel '%s' has blocks of exactly %" PRIu32
                       " threads in %c in the source and of %" PRIu64
                       " in the PTX; build both with the same options",
                       kernel->name, kernel->required[i], "xyz"[i], entry -> required[i]);
    if (!kernel->required[i] && differs(kernel->fixed_block[i], entry->required[i]))
        gen_diag_error(diag, kernel->place, "verify-block",
                       "kernel '%s' has blocks of exactly %" PRIu32
                       " threads in %c by CUSTUB_BLOCK and of %" PRIu64
                       " in the PTX; correct CUSTUB_BLOCK",
                       kernel->name, kernel->fixed_block[i], "xyz"[i], entry -> required[i]);
    if (differs(kernel->cluster[i], entry->cluster[i]))
        gen_diag_error(diag, kernel->place, "verify-cluster",
                       "kernel '%s' has clusters of %" PRIu32
                       " blocks in %c in the source and of %" PRIu64
                       " in the PTX; build both with the same options",
                       kernel->name, kernel->cluster[i], "xyz"[i], entry -> cluster[i]);
}

/* The block of the contract has more threads than the PTX allows. */
static void verify_fixed_block(const gen_kernel *kernel, const gen_ptx_function *entry,
                               gen_diag *diag)
{
    uint64_t most = entry->max_threads[0] * entry->max_threads[1] * entry->max_threads[2];
    uint64_t threads = 1;

    for (size_t i = 0; i < 3; i++)
        threads = kernel->fixed_block[i] && threads <= UINT32_MAX ? threads * kernel->fixed_block[i]
                                                                  : threads;
    if (most && threads > most && !kernel->max_threads)
        gen_diag_error(diag, kernel->place, "verify-block",
                       "kernel '%s' has blocks of %" PRIu64
                       " threads by CUSTUB_BLOCK, the PTX allows %" PRIu64 "; correct CUSTUB_BLOCK",
                       kernel->name, threads, most);
}

static bool tells_cluster(const gen_kernel *kernel)
{
    for (const gen_annotation *a = kernel->annotations; a; a = a->next)
        if (a->kind == GEN_ANNOTATION_CLUSTER_DIMS || a->kind == GEN_ANNOTATION_BLOCK_SIZE)
            return true;
    return false;
}

/* A launch without a cluster would fail. */
static void verify_declared_cluster(const gen_kernel *kernel, const gen_ptx_function *entry,
                                    gen_diag *diag)
{
    const uint64_t *cluster = entry->cluster;

    if (cluster[0] * cluster[1] * cluster[2] > 1 && !tells_cluster(kernel))
        gen_diag_error(diag, kernel->place, "verify-cluster",
                       "kernel '%s' has no cluster in the source and clusters of %" PRIu64
                       "x%" PRIu64 "x%" PRIu64 " blocks in the PTX; declare it with "
                       "__cluster_dims__(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")",
                       kernel->name, cluster[0], cluster[1], cluster[2], cluster[0], cluster[1],
                       cluster[2]);
}

/* The PTX reads an index that the body in the source does not. */
static void verify_indices(const gen_kernel *kernel, const gen_ptx_function *entry, gen_diag *diag)
{
    uint32_t blocks = kernel->one_block & entry->blocks;
    uint32_t threads = kernel->one_thread & entry->threads;

    for (int i = 0; i < 3; i++)
        if ((blocks | threads) >> i & 1)
            gen_diag_error(diag, kernel->place, "verify-dimensions",
                           "kernel '%s' reads %s.%c in the PTX and not in the source; give the "
                           "kernel's dimensions with CUSTUB_DIMENSIONS",
                           kernel->name, blocks >> i & 1 ? "blockIdx" : "threadIdx", "xyz"[i]);
}

static void verify_bound(const gen_kernel *kernel, gen_diag *diag, const char *unit,
                         uint32_t source, uint64_t ptx)
{
    if (source != ptx)
        gen_diag_error(diag, kernel->place, "verify-launch-bounds",
                       "kernel '%s' has launch bounds of %" PRIu32 " %s in the source and %" PRIu64
                       " in the PTX; build both with the same options",
                       kernel->name, source, unit, ptx);
}

/* The second and third bound are compared only if both sides have bounds: nvcc does not write those
 * that are zero. */
static void verify_launch_bounds(const gen_kernel *kernel, const gen_ptx_function *entry,
                                 gen_diag *diag)
{
    uint64_t threads = entry->max_threads[0] * entry->max_threads[1] * entry->max_threads[2];

    if (!kernel->max_threads || !threads)
        return;
    verify_bound(kernel, diag, "threads", kernel->max_threads, threads);
    verify_bound(kernel, diag, "blocks per multiprocessor", kernel->min_blocks, entry->min_blocks);
    verify_bound(kernel, diag, "blocks per cluster", kernel->max_cluster_blocks,
                 entry->max_cluster);
}

static void verify_bounds(const gen_kernel *kernel, const gen_ptx_function *entry, gen_diag *diag)
{
    verify_launch_bounds(kernel, entry, diag);
    if (kernel->dimensions && entry->dimensions > kernel->dimensions)
        gen_diag_error(diag, kernel->place, "verify-dimensions",
                       "kernel '%s' uses %" PRIu32 " dimensions in the source and %" PRIu32
                       " in the PTX; give the number with CUSTUB_DIMENSIONS",
                       kernel->name, kernel->dimensions, entry->dimensions);
    verify_indices(kernel, entry, diag);
    verify_fixed_block(kernel, entry, diag);
    verify_declared_cluster(kernel, entry, diag);
    for (size_t i = 0; i < 3; i++)
        verify_axis(kernel, entry, diag, i);
}

/* Reports the marks that the functions of <stem>.nvcc.cu leave in the PTX. They have no meaning in
 * unoptimized code. */
static void verify_places(const gen_model *model, const char *ptx, gen_diag *diag)
{
    const char mark[] = GEN_MISPLACED_MARK;

    if (strstr(ptx, GEN_UNOPTIMIZED_MARK))
        return;
    for (const char *at = ptx; (at = strstr(at, mark)) != NULL;) {
        const gen_kernel *kernel = model->kernels;
        unsigned long index = strtoul(at + sizeof(mark) - 1, (char **)&at, 10);
        unsigned long param = strtoul(at, (char **)&at, 10);
        while (kernel && index-- > 0)
            kernel = kernel->next;
        if (!kernel || param >= kernel->param_count)
            continue;
        gen_diag_error(diag, kernel->params[param].place, "verify-places",
                       "kernel '%s', parameter '%s' (%s): nvcc's code has a field, or the "
                       "next element, at another offset than its sizeof and offsetof say; "
                       "write padding as fields, and remove attributes that move fields",
                       kernel->name, kernel->params[param].name,
                       kernel->params[param].type->spelling);
    }
}

static bool is_declared(const gen_ptx_module *ptx, const char *symbol)
{
    for (const gen_ptx_function *at = ptx->functions; at; at = at->next)
        if (at->is_entry && gen_token_is(at->name, symbol))
            return true;
    return false;
}

static bool is_mangled(gen_token name)
{
    return name.length >= 2 && memcmp(name.text, "_Z", 2) == 0;
}

bool gen_verify(const gen_model *model, size_t index, const gen_ptx_module *ptx, gen_diag *diag)
{
    gen_name_table by_name = entries_by_name(diag->arena, ptx);
    gen_name_table by_symbol = kernels_by_symbol(diag->arena, model, index);
    unsigned errors = diag->errors;

    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next) {
        const gen_ptx_function *entry;
        if (!(kernel->architectures >> index & 1))
            continue;
        entry = gen_name_table_find(&by_name, kernel->symbol);
        if (!entry) {
            gen_diag_error(diag, kernel->place, "verify-missing",
                           "kernel '%s' is %s '%s'; check that this PTX was made from "
                           "this file for %s",
                           kernel->name,
                           is_declared(ptx, kernel->symbol) ? "declared without a body in"
                                                            : "not in",
                           ptx->path, model->architectures[index]);
            continue;
        }
        verify_params(model, kernel, entry, diag);
        verify_bounds(kernel, entry, diag);
    }
    for (const gen_ptx_function *at = ptx->functions; at && !model->is_prototypes; at = at->next)
        if (at->is_entry && !at->is_declaration && !is_mangled(at->name) &&
            !gen_name_table_find_bytes(&by_symbol, at->name.text, at->name.length))
            gen_diag_error(diag, (gen_place){ptx->path, 0, 0}, "verify-unknown",
                           "the PTX has the entry '%.*s', but custub finds no such kernel in "
                           "'%s'; give custub the options that nvcc got",
                           (int)at->name.length, at->name.text, model->path);
    verify_places(model, ptx->text, diag);
    return diag->errors == errors;
}
