#include "check/check.h"

#include "check/kernel_rules.h"

#include <string.h>

/* False, with an error, if the annotation is a repetition. The first one counts, even if its
 * expression is wrong. */
static bool check_once(const gen_checker *check, const gen_annotation *annotation)
{
    const gen_annotation *first = check->kernel->annotations;

    while (first->kind != annotation->kind)
        first = first->next;
    if (first == annotation)
        return true;
    gen_check_twice(check, NULL, first, annotation);
    return false;
}

/* Parses one to three expressions, for x, y and z. */
static void check_components(const gen_checker *check, const gen_annotation *annotation,
                             const gen_expr **components)
{
    const char *parts[3];
    size_t count = gen_expr_split(check->arena, annotation->text, parts, 3);

    if (!check_once(check, annotation))
        return;
    if (count < 1 || count > 3) {
        gen_diag_error(check->diag, annotation->place, "component-count",
                       "kernel '%s': %s(%s) has %zu components; give one to three: x, y, z",
                       check->kernel->name, gen_check_macro(annotation), annotation->text, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        components[i] = gen_check_parse(check, NULL, annotation, parts[i], false, false);
        gen_check_never_negative(check, NULL, annotation, components[i]);
    }
}

static void check_shared(const gen_checker *check, const gen_annotation *annotation)
{
    gen_kernel *kernel = check->kernel;

    if (!check_once(check, annotation))
        return;
    kernel->shared = gen_check_parse(check, NULL, annotation, annotation->text, false, true);
    gen_check_never_negative(check, NULL, annotation, kernel->shared);
}

void gen_check_add_requirement(const gen_checker *check, const gen_expr *expr)
{
    gen_kernel *kernel = check->kernel;
    size_t count = kernel->requirement_count;

    if ((count & (count - 1)) == 0) { /* grow at 1, 2, 4, … */
        const gen_expr **longer =
            GEN_NEW_ARRAY(check->arena, const gen_expr *, count ? 2 * count : 1);
        if (count)
            memcpy(longer, kernel->requirements, count * sizeof(*longer));
        kernel->requirements = longer;
    }
    kernel->requirements[kernel->requirement_count++] = expr;
}

#define MOST_CONJUNCTS 32

/* Makes each conjunct a separate requirement, so that a refusal names the one that fails. */
static void check_requirement(const gen_checker *check, const gen_annotation *annotation)
{
    const gen_expr *expr = gen_check_parse(check, NULL, annotation, annotation->text, true, true);
    const char *parts[MOST_CONJUNCTS];
    size_t count;

    if (!expr)
        return;
    gen_check_never_true(check, annotation, expr);
    count = expr->op == CUSTUB_OP_AND
                ? gen_expr_split_conjuncts(check->arena, annotation->text, parts, MOST_CONJUNCTS)
                : 1;
    if (count == 1 || count > MOST_CONJUNCTS) {
        gen_check_add_requirement(check, expr);
        return;
    }
    for (size_t i = 0; i < count; i++)
        gen_check_add_requirement(check,
                                  gen_check_parse(check, NULL, annotation, parts[i], true, true));
}

static void check_dimensions(gen_checker *check, const gen_annotation *annotation)
{
    const gen_expr *expr;

    if (!check_once(check, annotation))
        return;
    expr = gen_check_parse(check, NULL, annotation, annotation->text, false, false);
    if (!expr)
        return;
    if (expr->op != CUSTUB_OP_CONSTANT || expr->value.bits < 1 || expr->value.bits > 3) {
        gen_diag_error(check->diag, annotation->place, "dimensions-range",
                       "kernel '%s': CUSTUB_DIMENSIONS(%s) is not 1, 2 or 3; give one of these",
                       check->kernel->name, annotation->text);
        return;
    }
    check->dimensions_given = true;
    check->kernel->dimensions = (uint32_t)expr->value.bits;
}

static void check_cooperative(const gen_checker *check, const gen_annotation *annotation)
{
    if (check_once(check, annotation))
        check->kernel->cooperative = true;
}

static void check_grid_stride(const gen_checker *check, const gen_annotation *annotation)
{
    if (check_once(check, annotation))
        check->kernel->grid_stride = true;
}

/* The numbers of an instance, from the template's arguments. clang's numbers are not always known
 * for each instance. */
static gen_sizes sizes_of_instance(const gen_checker *check, const gen_annotation *annotation)
{
    gen_diag scratch;
    const gen_checker quiet = {
        .model = check->model, .arena = check->arena, .diag = &scratch, .kernel = check->kernel};
    const char *parts[3];
    gen_sizes sizes = {.kind = GEN_SIZES_UNKNOWN};
    size_t count = gen_expr_split(check->arena, annotation->text, parts, 3);

    gen_diag_initialize(&scratch, check->arena);
    for (size_t i = 0; i < count && i < 3; i++) {
        const gen_expr *expr = gen_check_parse(&quiet, NULL, annotation, parts[i], false, false);
        if (!expr || expr->op != CUSTUB_OP_CONSTANT || expr->value.bits > INT32_MAX)
            return sizes;
        sizes.values[i] = (uint32_t)expr->value.bits;
        sizes.count++;
    }
    if (sizes.count > 0 && sizes.count == count)
        sizes.kind = GEN_SIZES_KNOWN;
    return sizes;
}

static gen_sizes sizes_of(const gen_checker *check, const gen_annotation *annotation)
{
    if (annotation->sizes[0].kind == GEN_SIZES_UNKNOWN && check->kernel->template_arguments.count)
        return sizes_of_instance(check, annotation);
    return annotation->sizes[0];
}

/* True if clang has computed the numbers of __launch_bounds__, __cluster_dims__ or __block_size__.
 */
static bool has_sizes(const gen_checker *check, const gen_annotation *annotation,
                      const gen_sizes *sizes)
{
    const char *kernel = check->kernel->name;

    if (annotation->varies)
        gen_diag_note(check->diag, annotation->place, "bounds-unknown",
                      "kernel '%s': __%s__ differs between the architectures; the limit of "
                      "each image applies",
                      kernel, annotation->key);
    else if (sizes->kind == GEN_SIZES_NOT_CONSTANT)
        gen_diag_error(check->diag, annotation->place, "bounds-not-constant",
                       "kernel '%s': __%s__(%s) takes one to three integer constants; give "
                       "constants, as nvcc requires",
                       kernel, annotation->key, annotation->text);
    else if (sizes->kind == GEN_SIZES_UNKNOWN)
        gen_diag_note(check->diag, annotation->place, "bounds-unknown",
                      "kernel '%s': custub cannot compute __%s__(%s); the limit of the image "
                      "applies",
                      kernel, annotation->key, annotation->text);
    return !annotation->varies && sizes->kind == GEN_SIZES_KNOWN;
}

/* nvcc ignores bounds that are not positive. */
static uint32_t bound_of(const gen_sizes *sizes, size_t i)
{
    return sizes->values[i] <= INT32_MAX ? sizes->values[i] : 0;
}

static void check_launch_bounds(const gen_checker *check, const gen_annotation *annotation)
{
    const gen_sizes sizes = sizes_of(check, annotation);

    if (!has_sizes(check, annotation, &sizes))
        return;
    check->kernel->max_threads = bound_of(&sizes, 0);
    check->kernel->min_blocks = bound_of(&sizes, 1);
    check->kernel->max_cluster_blocks = bound_of(&sizes, 2);
    if (check->kernel->max_threads == 0)
        gen_diag_note(check->diag, annotation->place, "bounds-nothing",
                      "kernel '%s': __launch_bounds__(%s) limits no threads, and nvcc ignores "
                      "it; give a positive number, or remove it",
                      check->kernel->name, annotation->text);
}

/* Copies the numbers to `values`. False, with an error, if one is not positive. */
static bool read_positive(const gen_checker *check, const gen_annotation *annotation,
                          const gen_sizes *sizes, uint32_t *values)
{
    if (!has_sizes(check, annotation, sizes))
        return false;
    for (size_t i = 0; i < sizes->count; i++) {
        if (bound_of(sizes, i) == 0) {
            gen_diag_error(check->diag, annotation->place, "bounds-range",
                           "kernel '%s': __%s__(%s) has a number that is not positive; give "
                           "positive numbers",
                           check->kernel->name, annotation->key, annotation->text);
            return false;
        }
        values[i] = sizes->values[i];
    }
    return true;
}

static void check_cluster(const gen_checker *check, const gen_annotation *annotation)
{
    const gen_sizes sizes = sizes_of(check, annotation);
    uint32_t values[3] = {1, 1, 1}; /* missing numbers are 1 */

    if (read_positive(check, annotation, &sizes, values))
        memcpy(check->kernel->cluster, values, sizeof(values));
}

/* __block_size__((x, y, z)[, (clusters)]) fixes the block. With a cluster of several blocks, the
 * launch's grid counts clusters ("PTX ISA", .blocksareclusters), and so does not give the kernel's
 * gridDim. */
static void check_block_size(gen_checker *check, const gen_annotation *annotation)
{
    const gen_sizes *cluster = &annotation->sizes[1];
    uint32_t ignored[3];
    uint32_t block[3] = {1, 1, 1};

    check->grid_of_clusters = cluster->kind != GEN_SIZES_KNOWN || cluster->values[0] != 1 ||
                              cluster->values[1] != 1 || cluster->values[2] != 1;
    if (read_positive(check, annotation, &annotation->sizes[0], block) &&
        read_positive(check, annotation, cluster, ignored))
        memcpy(check->kernel->required, block, sizeof(block));
}

/* A fixed block acts as a CUSTUB_BLOCK unless the kernel has one. */
static void fix_block(const gen_checker *check)
{
    gen_kernel *kernel = check->kernel;
    gen_annotation none = {
        .kind = GEN_ANNOTATION_BLOCK_SIZE, .key = "block_size", .place = kernel->place};

    for (size_t i = 0; i < 3 && kernel->required[0] && !check->block_given; i++)
        kernel->block[i] = gen_check_parse(
            check, NULL, &none,
            gen_arena_format(check->arena, "%lu", (unsigned long)kernel->required[i]), false,
            false);
}

static void note_constants(gen_kernel *kernel)
{
    custub_int value = {.bits = 1};

    if (kernel->shared && gen_expr_constant(kernel->shared, &value) && !value.negative)
        kernel->fixed_shared = value.bits;
    for (size_t i = 0; i < 3 && kernel->block[0]; i++)
        if ((!kernel->block[i] || gen_expr_constant(kernel->block[i], &value)) && !value.negative &&
            value.bits <= UINT32_MAX)
            kernel->fixed_block[i] = kernel->block[i] ? (uint32_t)value.bits : 1;
}

static void check_annotation(gen_checker *check, const gen_annotation *annotation)
{
    if (!gen_annotation_is_for(annotation->kind, GEN_ON_KERNEL)) {
        gen_diag_error(check->diag, annotation->place, "annotation-misplaced",
                       "kernel '%s': %s does not apply to a kernel; write it after the name of a "
                       "pointer parameter",
                       check->kernel->name, gen_check_macro(annotation));
        return;
    }
    switch (annotation->kind) {
    case GEN_ANNOTATION_THREADS:
        check_components(check, annotation, check->kernel->threads);
        break;
    case GEN_ANNOTATION_BLOCK:
        check_components(check, annotation, check->kernel->block);
        break;
    case GEN_ANNOTATION_SHARED:
        check_shared(check, annotation);
        break;
    case GEN_ANNOTATION_REQUIRES:
        check_requirement(check, annotation);
        break;
    case GEN_ANNOTATION_GRID_STRIDE:
        check_grid_stride(check, annotation);
        break;
    case GEN_ANNOTATION_COOPERATIVE:
        check_cooperative(check, annotation);
        break;
    case GEN_ANNOTATION_DIMENSIONS:
        check_dimensions(check, annotation);
        break;
    case GEN_ANNOTATION_LAUNCH_BOUNDS:
        check_launch_bounds(check, annotation);
        break;
    case GEN_ANNOTATION_CLUSTER_DIMS:
        check_cluster(check, annotation);
        break;
    case GEN_ANNOTATION_BLOCK_SIZE:
        check_block_size(check, annotation);
        break;
    default:
        break;
    }
}

/* If the contract has threads or a block in y or z, the kernel uses these dimensions, even if its
 * body does not show it. */
static void widen_dimensions(gen_kernel *kernel)
{
    if (!kernel->dimensions)
        return;
    for (uint32_t i = 1; i < 3; i++)
        if ((kernel->threads[i] || kernel->block[i]) && kernel->dimensions < i + 1)
            kernel->dimensions = i + 1;
}

/* Threads along an unused dimension repeat the work of others. That may be intended if threads take
 * tickets or count, unless CUSTUB_THREADS gives the number of threads. */
static void open_dimensions(const gen_checker *check)
{
    gen_kernel *kernel = check->kernel;

    if (kernel->counts && !kernel->threads[0] && !check->dimensions_given)
        kernel->dimensions = 0;
}

static void check_parameter_bytes(const gen_checker *check)
{
    const gen_kernel *kernel = check->kernel;

    if (kernel->parameter_bytes > GEN_MAX_PARAMETER_BYTES)
        gen_diag_error(
            check->diag, kernel->place, "parameter-bytes",
            "kernel '%s' has %llu bytes of parameters, CUDA allows %d; pass a pointer to a "
            "struct",
            kernel->name, (unsigned long long)kernel->parameter_bytes, GEN_MAX_PARAMETER_BYTES);
}

static bool counts_blocks(const gen_kernel *kernel)
{
    bool counts = kernel->threads[0] != NULL;

    for (size_t i = 0; i < kernel->requirement_count; i++)
        counts |= gen_expr_uses(kernel->requirements[i], CUSTUB_OP_GRID);
    for (size_t i = 0; i < kernel->pointer_count; i++) {
        const gen_pointer *pointer = &kernel->pointers[i];
        counts |= gen_expr_uses(pointer->count, CUSTUB_OP_GRID) ||
                  gen_expr_uses(pointer->low, CUSTUB_OP_GRID) ||
                  gen_expr_uses(pointer->high, CUSTUB_OP_GRID);
    }
    return counts;
}

static void check_grid_of_clusters(const gen_checker *check)
{
    const gen_kernel *kernel = check->kernel;

    if (check->grid_of_clusters && counts_blocks(kernel))
        gen_diag_error(check->diag, kernel->place, "grid-of-clusters",
                       "kernel '%s': with __block_size__ and a cluster, the grid of a launch "
                       "counts clusters, but the contract counts blocks; remove "
                       "CUSTUB_THREADS and gridDim, or use __cluster_dims__",
                       kernel->name);
}

bool gen_check(gen_model *model, gen_arena *arena, gen_diag *diag)
{
    unsigned errors = diag->errors;

    for (gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next) {
        gen_checker check = {.model = model, .arena = arena, .diag = diag, .kernel = kernel};
        gen_check_list_pointers(&check);
        for (size_t i = 0; i < kernel->pointer_count; i++)
            gen_check_pointer(&check, &kernel->pointers[i]);
        gen_check_relations(&check);
        gen_check_again(&check, kernel->annotations);
        for (size_t i = 0; i < kernel->param_count; i++)
            gen_check_again(&check, kernel->params[i].annotations);
        for (const gen_annotation *a = kernel->annotations; a; a = a->next)
            check_annotation(&check, a);
        check.block_given = kernel->block[0] != NULL;
        gen_check_never_block(&check);
        fix_block(&check);
        note_constants(kernel);
        widen_dimensions(kernel);
        open_dimensions(&check);
        gen_check_indices(&check);
        check_grid_of_clusters(&check);
        check_parameter_bytes(&check);
        if (model->for_suggestions)
            gen_check_list_numbers(&check);
    }
    return diag->errors == errors;
}
