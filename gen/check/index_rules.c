/* Finds axes along which more than one block, or more than one thread of a block, would repeat the
 * same work, because the body does not read that component of blockIdx or threadIdx. */
#include "check/kernel_rules.h"

#include <ctype.h>

static bool has_axis(uint32_t axes, uint32_t axis)
{
    return axes >> axis & 1;
}

/* A warp's threads are in the order of x, y and z. If the body takes no index from one axis, its
 * warps may extend along it, up to an axis that tells warps apart. */
static bool may_hold_lanes(const gen_index_reads *reads, uint32_t axis)
{
    return reads->adds_lanes && (!reads->threads || reads->threads >> axis);
}

/* A body limits nothing if it hides its indices, reads none, lets each thread take its work by an
 * atomic operation, or is overruled by CUSTUB_DIMENSIONS. */
static bool tells_indices(const gen_checker *check)
{
    const gen_kernel *kernel = check->kernel;

    if (!(kernel->reads.blocks | kernel->reads.threads) || check->dimensions_given)
        return false;
    return check->model->for_suggestions || (kernel->reads.known && !kernel->counts);
}

/* A suggestion takes what it sees of the body for the whole: launches along other axes would only
 * show that atomic operations add up. */
static void guess_dimensions(gen_kernel *kernel)
{
    const uint32_t axes = kernel->reads.blocks | kernel->reads.threads;

    if (!kernel->dimensions)
        kernel->dimensions = has_axis(axes, 2) ? 3 : has_axis(axes, 1) ? 2 : 1;
}

/* The kernel's dimensions limit the axes beyond them. CUSTUB_BLOCK and clusters already say what
 * the kernel is made for. */
static void limit_axes(const gen_checker *check)
{
    gen_kernel *kernel = check->kernel;
    const gen_index_reads *reads = &kernel->reads;

    for (uint32_t i = 0; i < kernel->dimensions; i++) {
        if (!has_axis(reads->blocks, i) && kernel->cluster[i] <= 1 && !check->grid_of_clusters)
            kernel->one_block |= UINT32_C(1) << i;
        if (!has_axis(reads->threads, i) && !kernel->block[i] && !may_hold_lanes(reads, i) &&
            (reads->known || i > 0))
            kernel->one_thread |= UINT32_C(1) << i;
    }
}

/* --- CUSTUB_THREADS --------------------------------------------------------------------------- */

/* The most threads that one block may have along the axis. */
static uint64_t most_threads(const gen_kernel *kernel, uint32_t axis)
{
    static const uint64_t limits[] = {1024, 1024, 64};
    uint64_t most = limits[axis];
    custub_int value;

    if (has_axis(kernel->one_thread, axis) || (kernel->block[0] && !kernel->block[axis]))
        return 1;
    if (kernel->max_threads && kernel->max_threads < most)
        most = kernel->max_threads;
    if (kernel->block[axis] && gen_expr_constant(kernel->block[axis], &value) && !value.negative &&
        value.bits < most)
        most = value.bits;
    return most;
}

/* True if the text needs no parentheses as a factor. */
static bool is_factor(const char *text)
{
    while (isalnum((unsigned char)*text) || *text == '_' || *text == '.')
        text++;
    return !*text;
}

/* Advises to count rows of threads by blocks along x: "CUSTUB_THREADS(ceil_div(n, 8) * 32, 8)". */
static const char *advise_rows(const gen_checker *check, uint64_t rows)
{
    const char *width = check->kernel->threads[0]->text;

    return gen_arena_format(check->arena,
                            is_factor(width) ? "CUSTUB_THREADS(ceil_div(%s, %llu) * %s, %llu)"
                                             : "CUSTUB_THREADS(ceil_div(%s, %llu) * (%s), %llu)",
                            check->kernel->threads[1]->text, (unsigned long long)rows, width,
                            (unsigned long long)rows);
}

/* Advises what to do about an axis that one block has to cover. */
static const char *advise(const gen_checker *check, uint32_t axis, uint64_t most)
{
    const gen_kernel *kernel = check->kernel;

    if (axis == 1 && kernel->reads.blocks == 1 && most > 1)
        return gen_arena_format(check->arena,
                                "if a block has %llu rows and blockIdx.x counts the blocks, write "
                                "%s, else read blockIdx.y",
                                most < 8 ? (unsigned long long)most : 8ULL,
                                advise_rows(check, most < 8 ? most : 8));
    return gen_arena_format(check->arena,
                            "read blockIdx.%c, or correct the threads in %c, or give the kernel's "
                            "dimensions with CUSTUB_DIMENSIONS if the body tells them wrongly",
                            "xyz"[axis], "xyz"[axis]);
}

static void check_threads_along(const gen_checker *check, const gen_annotation *annotation,
                                uint32_t axis)
{
    const gen_kernel *kernel = check->kernel;
    const gen_expr *threads = kernel->threads[axis];
    uint64_t most = most_threads(kernel, axis);
    const char *text = "kernel '%s': CUSTUB_THREADS(%s) needs %s threads in %c, but the body does "
                       "not read blockIdx.%c, so only one block of at most %llu may be there; %s";
    custub_int value;
    bool is_constant = gen_expr_constant(threads, &value);
    bool is_error = is_constant ? !value.negative && value.bits > most
                                : most <= 1 || has_axis(kernel->reads.rows, axis);

    if (is_error)
        gen_diag_error(check->diag, annotation->place, "threads-uncovered", text, kernel->name,
                       annotation->text, threads->text, "xyz"[axis], "xyz"[axis],
                       (unsigned long long)most, advise(check, axis, most));
    else if (!is_constant && kernel->reads.blocks)
        gen_diag_note(check->diag, annotation->place, "threads-in-one-block", text, kernel->name,
                      annotation->text, threads->text, "xyz"[axis], "xyz"[axis],
                      (unsigned long long)most, advise(check, axis, most));
}

void gen_check_indices(const gen_checker *check)
{
    gen_kernel *kernel = check->kernel;
    const gen_annotation *threads = kernel->annotations;

    if (!tells_indices(check))
        return;
    if (check->model->for_suggestions)
        guess_dimensions(kernel);
    limit_axes(check);
    while (threads && threads->kind != GEN_ANNOTATION_THREADS)
        threads = threads->next;
    for (uint32_t i = 0; i < 3 && threads && !kernel->grid_stride; i++)
        if (kernel->threads[i] && has_axis(kernel->one_block, i))
            check_threads_along(check, threads, i);
}
