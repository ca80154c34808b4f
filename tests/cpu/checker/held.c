/* Launches one kernel of held.cu in one way: `held KERNEL WAY OFF`. Its buffers are slices of one
 * allocation. Prints the first error, and fails if there is one. */
#include "held.custub.h"

#include <custub/custub.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000, IN = 2000, OUT = 4000, ALL = 6000 }; /* elements */

typedef struct held_run {
    const custub_kernel *kernel;
    custub_argument arguments[4];
    uint32_t count;
    CUstream stream;
    custub_launch launch;
    custub_f32_buffer memory;
    custub_f32_buffer other;
    custub_u64_buffer table; /* a pointer to the other memory */
    custub_error error;
} held_run;

static custub_argument slice(held_run *run, uint64_t first, uint64_t count)
{
    const custub_f32_view view = custub_f32_slice(run->memory.view, first, count, &run->error);

    return custub_argument_buffer(CUSTUB_SCALAR_F32, view.ptr, view.count);
}

static void argue(held_run *run, const char *name, int off)
{
    const CUdeviceptr in = slice(run, IN, N).ptr, out = slice(run, OUT, N).ptr;
    static held_buffers fields;

    if (strcmp(name, "held_field") == 0) {
        fields = (held_buffers){.count = N, .in = in, .out = out};
        run->arguments[run->count++] = custub_argument_bytes(&fields, sizeof(fields));
        run->arguments[run->count++] = custub_argument_i32(off);
        return;
    }
    run->arguments[run->count++] = custub_argument_i32(N);
    run->arguments[run->count++] = custub_argument_i32(off);
    run->arguments[run->count++] = slice(run, IN, N);
    run->arguments[run->count++] = slice(run, OUT, N);
    if (strcmp(name, "held_loosely") == 0)
        run->arguments[2] = custub_argument_buffer(CUSTUB_SCALAR_NONE, run->table.view.ptr, 1);
}

static custub_prepared *prepare(held_run *run)
{
    return custub_kernel_prepare(run->kernel, &run->launch, run->count, run->arguments,
                                 &run->error);
}

static void launch_prepared(held_run *run)
{
    custub_prepared *prepared = prepare(run);

    custub_prepared_launch(prepared, &run->error);
    custub_stream_synchronize(run->stream, &run->error);
    custub_prepared_destroy(prepared);
}

static void run_graph(held_run *run, CUgraph graph)
{
    CUgraphExec exec = custub_graph_instantiate(graph, &run->error);

    custub_graph_launch(exec, run->stream, &run->error);
    custub_stream_synchronize(run->stream, &run->error);
}

static void launch_captured(held_run *run)
{
    custub_capture_begin(run->stream, &run->error);
    custub_kernel_launch(run->kernel, &run->launch, run->count, run->arguments, &run->error);
    run_graph(run, custub_capture_end(run->stream, &run->error));
}

static void launch_node(held_run *run)
{
    CUgraph graph = custub_graph_create(&run->error);

    custub_graph_node_add(graph, NULL, 0, prepare(run), &run->error);
    run_graph(run, graph);
}

static void launch(held_run *run, const char *way)
{
    if (strcmp(way, "prepared") == 0)
        launch_prepared(run);
    else if (strcmp(way, "captured") == 0)
        launch_captured(run);
    else if (strcmp(way, "node") == 0)
        launch_node(run);
    else
        custub_kernel_launch(run->kernel, &run->launch, run->count, run->arguments, &run->error);
    custub_stream_synchronize(run->stream, &run->error);
}

int main(int argc, char **argv)
{
    held_run run = {.error = custub_error_none()};
    custub_library *library;

    if (argc != 4)
        return 2;
    custub_device_open(0, &run.error);
    run.stream = custub_stream_create(&run.error);
    run.launch = custub_launch_in(run.stream);
    run.memory = custub_f32_buffer_create_zeroed(ALL, run.stream, &run.error);
    run.other = custub_f32_buffer_create_zeroed(N, run.stream, &run.error);
    run.table = custub_u64_buffer_create(1, &run.error);
    custub_u64_upload(run.table.view, &(uint64_t){run.other.view.ptr}, 1, run.stream, &run.error);
    library = custub_library_open(&held_custub_library, held_custub_images, &run.error);
    run.kernel = custub_library_find(library, argv[1], &run.error);
    argue(&run, argv[1], atoi(argv[3]));
    launch(&run, argv[2]);
    if (custub_failed(&run.error))
        puts(run.error.message);
    return custub_failed(&run.error);
}
