#include "check/kernel_rules.h"

#include <string.h>

/* CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": the same for all
 * devices. */
enum { BLOCK_THREADS = 1024 };
static const uint32_t most_threads[3] = {1024, 1024, 64};

static void note(const gen_checker *check, const gen_pointer *pointer,
                 const gen_annotation *annotation, const char *fact)
{
    gen_diag_note(check->diag, annotation->place, "never-launches",
                  "%s: %s(%s): %s, so every launch will be refused; correct it",
                  gen_model_subject(check->arena, check->kernel, pointer, annotation),
                  gen_check_macro(annotation), annotation->text, fact);
}

void gen_check_never_negative(const gen_checker *check, const gen_pointer *pointer,
                              const gen_annotation *annotation, const gen_expr *expr)
{
    custub_int value;

    if (expr && gen_expr_constant(expr, &value) && value.negative)
        note(check, pointer, annotation,
             gen_arena_format(check->arena, "-%llu is negative",
                              (unsigned long long)custub_int_magnitude(value)));
}

void gen_check_never_true(const gen_checker *check, const gen_annotation *annotation,
                          const gen_expr *expr)
{
    custub_int value;

    if (gen_expr_constant(expr, &value) && value.bits == 0)
        note(check, NULL, annotation, "the condition is false");
}

/* False if the number of threads in this dimension is negative or not a constant. */
static bool threads_along(const gen_kernel *kernel, size_t axis, uint64_t *threads)
{
    custub_int value;

    *threads = 1;
    if (!kernel->block[axis])
        return true;
    if (!gen_expr_constant(kernel->block[axis], &value) || value.negative)
        return false;
    *threads = value.bits;
    return true;
}

/* Says what is wrong in one dimension; null if nothing is. */
static const char *wrong_along(const gen_checker *check, size_t axis, uint64_t threads)
{
    uint32_t required = check->kernel->required[axis];

    if (threads == 0)
        return gen_arena_format(check->arena, "the block has no threads in %c", "xyz"[axis]);
    if (threads > most_threads[axis])
        return gen_arena_format(check->arena, "CUDA's limit is %lu threads in %c",
                                (unsigned long)most_threads[axis], "xyz"[axis]);
    if (required && threads != required)
        return gen_arena_format(check->arena, "the kernel's __block_size__ has %lu threads in %c",
                                (unsigned long)required, "xyz"[axis]);
    return NULL;
}

static const char *wrong_block(const gen_checker *check)
{
    const gen_kernel *kernel = check->kernel;
    uint64_t total = 1; /* dimensions that are not constant count as 1 */

    for (size_t axis = 0; axis < 3; axis++) {
        uint64_t threads;
        const char *wrong =
            threads_along(kernel, axis, &threads) ? wrong_along(check, axis, threads) : NULL;
        if (wrong)
            return wrong;
        total *= threads;
    }
    if (total > BLOCK_THREADS)
        return gen_arena_format(check->arena, "CUDA's limit is %d threads per block",
                                BLOCK_THREADS);
    if (kernel->max_threads && total > kernel->max_threads)
        return gen_arena_format(check->arena, "the kernel's __launch_bounds__ allows %lu threads",
                                (unsigned long)kernel->max_threads);
    return NULL;
}

void gen_check_never_block(const gen_checker *check)
{
    const gen_annotation *block = check->kernel->annotations;
    const char *wrong = check->block_given ? wrong_block(check) : NULL;

    while (block && block->kind != GEN_ANNOTATION_BLOCK)
        block = block->next;
    if (block && wrong)
        note(check, NULL, block, wrong);
}
