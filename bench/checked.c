#include "checked.h"

#include "all_kernels.h" /* its own copy: loaded with bounds checks */
#include "pairs.h"

enum { BUFFERS = 4 };

static pair_buffer buffers[BUFFERS];

void checked_begin(bench *b)
{
    custub_set_bounds_checks(pairs_checks());
    all_kernels_load(&b->error);
    custub_set_bounds_checks(CUSTUB_BOUNDS_CHECKS_OFF);
    for (int i = 0; i < BUFFERS; i++) {
        buffers[i].memory = b->memory[i];
        buffers[i].kept = custub_memory_create(BYTES, 1, &b->error);
        buffers[i].bytes = BYTES;
    }
    pairs_begin(b->stream, &b->error);
}

void checked_compare(bench *b, const char *name, const char *shape, const launch_call *call)
{
    const pair both = {.name = name,
                       .shape = shape,
                       .plain = call->kernel,
                       .checked = all_kernels_find(name),
                       .launch = custub_launch_in(b->stream),
                       .argument_count = call->count,
                       .buffer_count = BUFFERS,
                       .arguments = call->arguments,
                       .buffers = buffers};

    pairs_compare(&both, &b->error);
}

bool checked_end(bench *b)
{
    const bool good = pairs_end(&b->error);

    for (int i = 0; i < BUFFERS; i++)
        custub_memory_destroy(buffers[i].kept, &b->error);
    all_kernels_unload(&b->error);
    return good;
}
