/* libcustub_bounds.so.1: `custub bounds` for a program that compiles kernels while it runs. */
#include "bounds/bounds.h"

#include <custub/bounds_rewriter.h>

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

/* All memory is in the arena and in the texts, so it is freed wherever the rewriting stops. */
typedef struct rewriting {
    gen_arena arena; /* first: stop() gets its address */
    jmp_buf no_memory;
    gen_diag diag;
    gen_text ptx;
    gen_text table;
    const custub_library_info *library;
    const char *source;
} rewriting;

static void stop(gen_arena *arena)
{
    longjmp(((rewriting *)(void *)arena)->no_memory, 1);
}

static gen_bounds_pointer *pointers_of(gen_arena *arena, const custub_kernel_info *kernel)
{
    gen_bounds_pointer *pointers = GEN_NEW_ARRAY(arena, gen_bounds_pointer, kernel->pointer_count);

    for (uint32_t i = 0; i < kernel->pointer_count; i++) {
        const custub_pointer_info *pointer = &kernel->pointers[i];
        pointers[i].name = pointer->name;
        pointers[i].offset = (uint64_t)kernel->params[pointer->param].offset + pointer->offset;
    }
    return pointers;
}

/* The value of an expression that is a constant of 32 bits; else 0. */
static uint32_t constant_of(const custub_expr *expr)
{
    return expr->code && expr->length == 3 && expr->code[0] == CUSTUB_OP_CONSTANT && !expr->code[2]
               ? expr->code[1]
               : 0;
}

static void read_launch(const custub_kernel_info *from, gen_bounds_kernel *kernel)
{
    for (int i = 0; i < 3 && from->block[0].code; i++)
        kernel->block[i] = from->block[i].code ? constant_of(&from->block[i]) : 1;
    kernel->shared = constant_of(&from->shared);
}

static bool rewrite(rewriting *work)
{
    const custub_library_info *library = work->library;
    gen_bounds_kernel *kernels =
        GEN_NEW_ARRAY(&work->arena, gen_bounds_kernel, library->kernel_count);
    gen_bounds_counts counts;
    gen_bounds *bounds;

    for (uint32_t i = 0; i < library->kernel_count; i++) {
        kernels[i].name = library->kernels[i].name;
        kernels[i].symbol = library->kernels[i].symbol;
        kernels[i].pointer_count = library->kernels[i].pointer_count;
        kernels[i].pointers = pointers_of(&work->arena, &library->kernels[i]);
        read_launch(&library->kernels[i], &kernels[i]);
    }
    bounds = gen_bounds_begin(&work->arena, &work->diag, kernels, library->kernel_count);
    if (!gen_bounds_add(bounds, library->file, work->source))
        return false;
    gen_bounds_finish(bounds, &work->ptx, &work->table, &counts);
    gen_text_append(&work->ptx, "", 1);
    return work->diag.errors == 0 && !work->ptx.failed && !work->table.failed;
}

static bool attempt(rewriting *work)
{
    if (setjmp(work->no_memory)) {
        work->diag.first = NULL;
        return false;
    }
    return rewrite(work);
}

/* Notes are the build's to show. */
static void explain(const gen_diag *diag, char *message, size_t bytes)
{
    const gen_diagnostic *d = diag->first;

    while (d && d->severity != GEN_ERROR)
        d = d->next;
    if (!d)
        snprintf(message, bytes, "no memory to rewrite the PTX");
    else if (d->place.line)
        snprintf(message, bytes, "%s:%u: %s", d->place.file, d->place.line, d->text);
    else
        snprintf(message, bytes, "%s: %s", d->place.file ? d->place.file : "the PTX", d->text);
}

int custub_bounds_rewrite(custub_bounds_rewritten *out, const custub_library_info *library,
                          const char *ptx, char *message, size_t message_bytes)
{
    rewriting work = {.library = library, .source = ptx};
    bool done;

    memset(out, 0, sizeof(*out));
    gen_arena_initialize(&work.arena);
    work.arena.fail = stop;
    gen_diag_initialize(&work.diag, &work.arena);
    gen_text_initialize(&work.ptx);
    gen_text_initialize(&work.table);
    done = attempt(&work);
    if (done) {
        *out = (custub_bounds_rewritten){work.ptx.data, work.ptx.length, work.table.data,
                                         work.table.length};
    } else {
        explain(&work.diag, message, message_bytes);
        gen_text_deinitialize(&work.ptx);
        gen_text_deinitialize(&work.table);
    }
    gen_arena_deinitialize(&work.arena);
    return done;
}
