#include "saxpy.custub.h"

#include "common.h"

static float host[1000], pinned[1000];
static saxpy_kernels kernels;
static custub_f32_buffer x, y;
static CUevent start, end;
static CUgraph captured_again, graph;
static float *settings;
static float *from_cuda_malloc;

static void before(void)
{
    before_any();
    kernels = saxpy_load(&error);
    x = custub_f32_buffer_create_zeroed(n, 0, &error);
    y = custub_f32_buffer_create_zeroed(n, 0, &error);
    from_cuda_malloc = (float *)custub_f32_buffer_create_zeroed(n, 0, &error).view.ptr;
    start = custub_event_create_timed(&error);
    end = custub_event_create_timed(&error);
    custub_event_record(start, stream, &error);
    custub_capture_begin(stream, &error);
    launch_saxpy(&kernels, &launch, n, 1.0f, x.view, y.view, &error);
    captured_again = custub_capture_end(stream, &error);
    graph = custub_graph_create(&error);
    settings = malloc(sizeof(*settings));
    require(&error, 0);
}
