#include "edges.custub.h"

#include "common.h"

#define COUNT 166500

static edges_kernels loaded;
static const edges_kernels *const kernels = &loaded;
static custub_f32_view edges;
static custub_u32_view bins;
static struct {
    CUstream stream;
} picture, *const p = &picture;

static void before(void)
{
    before_any();
    loaded = edges_load(&error);
    edges = custub_f32_buffer_create_zeroed(COUNT, 0, &error).view;
    bins = custub_u32_buffer_create_zeroed(16, 0, &error).view;
}

/* The launch is refused, with the message that the document shows. */
static void refused(const custub_error *seen)
{
    if (seen->status != CUSTUB_ERROR_COVERAGE)
        exit(1);
}
#define require(seen, line) refused(seen)
