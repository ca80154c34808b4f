#include "run/rewriting.h"

#include "bounds/bounds.h"

#include <string.h>

static gen_bounds_pointer *pointers_of(gen_arena *arena, const gen_kernel *kernel)
{
    gen_bounds_pointer *pointers = GEN_NEW_ARRAY(arena, gen_bounds_pointer, kernel->pointer_count);

    for (size_t i = 0; i < kernel->pointer_count; i++) {
        const gen_pointer *pointer = &kernel->pointers[i];
        pointers[i].name = pointer->name;
        pointers[i].offset = kernel->params[pointer->param].offset + pointer->offset;
    }
    return pointers;
}

static gen_bounds_kernel *kernels_of(gen_arena *arena, const gen_model *model)
{
    gen_bounds_kernel *kernels = GEN_NEW_ARRAY(arena, gen_bounds_kernel, model->kernel_count);
    size_t i = 0;

    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next, i++) {
        kernels[i].name = kernel->name;
        kernels[i].symbol = kernel->symbol;
        kernels[i].pointer_count = kernel->pointer_count;
        kernels[i].pointers = pointers_of(arena, kernel);
        kernels[i].shared = kernel->fixed_shared;
        memcpy(kernels[i].block, kernel->fixed_block, sizeof(kernels[i].block));
    }
    return kernels;
}

static bool add_file(gen_bounds *bounds, const gen_rewriting_file *file)
{
    return gen_bounds_add(bounds, file->path, file->text) &&
           (!file->cubin ||
            gen_bounds_hold_registers(bounds, file->cubin_path, file->cubin, file->cubin_length));
}

void gen_rewriting_run(const gen_model *model, gen_arena *arena, gen_diag *diag,
                       const gen_rewriting_file *files, size_t file_count, gen_text *table)
{
    gen_bounds *bounds =
        gen_bounds_begin(arena, diag, kernels_of(arena, model), model->kernel_count);
    gen_text *texts = GEN_NEW_ARRAY(arena, gen_text, file_count);
    gen_bounds_counts counts;

    for (size_t i = 0; i < file_count; i++)
        if (!add_file(bounds, &files[i]))
            return;
    gen_bounds_finish(bounds, texts, table, &counts);
    for (size_t i = 0; i < file_count; i++)
        *files[i].out = texts[i]; /* which was empty */
}
