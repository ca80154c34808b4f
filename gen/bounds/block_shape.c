#include "bounds/block_shape.h"

#include <string.h>

/* "CUDA C++ Programming Guide", compute capabilities. */
#define MAX_THREADS 1024
#define MAX_DEPTH   64 /* threads along z */

static uint64_t threads_of(const uint64_t *block)
{
    return block[0] * (block[1] ? block[1] : 1) * (block[2] ? block[2] : 1);
}

/* True if the kernel can be launched with the contract's block, and its PTX does not say so yet. */
static bool is_added(const gen_ptx_function *kernel, const uint32_t *block)
{
    const uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    const uint64_t most = kernel->max_threads[0] ? threads_of(kernel->max_threads) : MAX_THREADS;

    return !kernel->required[0] && block[0] <= MAX_THREADS && block[1] <= MAX_THREADS &&
           block[2] <= MAX_DEPTH && threads && threads <= most;
}

gen_bounds_block_shape gen_bounds_block_shape_of(const gen_ptx_function *kernel,
                                                 const uint32_t *block)
{
    gen_bounds_block_shape shape = {.is_exact = kernel->required[0] || is_added(kernel, block)};

    for (int i = 0; i < 3; i++) {
        if (kernel->required[0])
            shape.most[i] = kernel->required[i] ? (uint32_t)kernel->required[i] : 1;
        else if (shape.is_exact)
            shape.most[i] = block[i];
        else if (kernel->max_threads[0] && (i < 2 || threads_of(kernel->max_threads) <= MAX_DEPTH))
            shape.most[i] = (uint32_t)threads_of(kernel->max_threads);
    }
    return shape;
}

/* .reqntid is not allowed beside .maxntid. */
void gen_bounds_write_directives(gen_text *out, const gen_ptx_function *kernel,
                                 const uint32_t *block)
{
    static const char word[] = ".maxntid";
    const char *at = kernel->directives.text;
    const char *end = at + kernel->directives.length;

    if (!is_added(kernel, block)) {
        gen_text_append(out, at, kernel->directives.length);
        return;
    }
    gen_text_printf(out, ".reqntid %u, %u, %u\n", block[0], block[1], block[2]);
    for (const char *from = at; at < end;) {
        if ((size_t)(end - at) < sizeof(word) || memcmp(at, word, sizeof(word) - 1) != 0) {
            at++;
        } else {
            gen_text_append(out, from, (size_t)(at - from));
            at += sizeof(word) - 1;
            while (at < end && strchr("0123456789, \t", *at))
                at++;
            from = at;
        }
        if (at == end)
            gen_text_append(out, from, (size_t)(at - from));
    }
}
