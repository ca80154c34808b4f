/* Launches one kernel of values.cu in one way: `values KERNEL WAY AT VALUE`. All elements are 0,
 * but number AT, which is VALUE; `after` lets a kernel write it in the same stream. Prints whether
 * the kernel ran, and the first error. Fails if there is one. */
#include "values.custub.h"

#include <custub/custub.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100 }; /* elements */

typedef struct values_run {
    custub_library *library;
    const char *way;
    int at;
    int64_t value;
    CUstream stream;
    custub_launch launch;
    custub_memory index;
    custub_i32_pinned ran;
    custub_argument arguments[8];
    uint32_t count;
    custub_error error;
} values_run;

static void add(values_run *run, custub_argument argument)
{
    run->arguments[run->count++] = argument;
}

static custub_scalar scalar_of(const char *name)
{
#define SCALAR(short_name, NAME, type, class)                                                      \
    if (strcmp(name, "values_" #short_name) == 0)                                                  \
        return CUSTUB_SCALAR_##NAME;
    CUSTUB_SCALAR_TABLE(SCALAR)
#undef SCALAR
    return CUSTUB_SCALAR_I32;
}

static size_t size_of(const char *name)
{
    switch (scalar_of(name)) {
    case CUSTUB_SCALAR_I8:
    case CUSTUB_SCALAR_U8:
        return 1;
    case CUSTUB_SCALAR_I16:
    case CUSTUB_SCALAR_U16:
        return 2;
    case CUSTUB_SCALAR_I64:
    case CUSTUB_SCALAR_U64:
        return 8;
    default:
        return 4;
    }
}

static void argue(values_run *run, const char *name)
{
    static values_table fields;
    const custub_argument index =
        custub_argument_buffer(scalar_of(name), run->index.ptr, run->index.count);

    if (strcmp(name, "values_field") == 0) {
        fields = (values_table){.rows = N, .index = {0, run->index.ptr}};
        add(run, custub_argument_bytes(&fields, sizeof(fields)));
    } else {
        add(run, custub_argument_i32(N));
    }
    if (strcmp(name, "values_shape") == 0) {
        add(run, custub_argument_i32(run->at < 0 ? 0 : 1));
        add(run, index);
    } else if (strcmp(name, "values_field") != 0) {
        add(run, custub_argument_i64(size_of(name) == 8 ? INT64_MIN : -3));
        add(run, custub_argument_u64(size_of(name) == 8 ? (uint64_t)INT64_MAX + 2 : 100));
        add(run, index);
    }
    add(run, custub_argument_buffer(CUSTUB_SCALAR_I32, run->ran.view.ptr, 1));
}

/* Writes the value with a kernel that the next one must wait for. */
static void change(values_run *run)
{
    const custub_kernel *kernel = custub_library_find(run->library, "values_change", &run->error);
    const custub_argument arguments[] = {
        custub_argument_i32(N), custub_argument_i32(run->at),
        custub_argument_i32((int32_t)run->value),
        custub_argument_buffer(CUSTUB_SCALAR_I32, run->index.ptr, run->index.count)};

    custub_kernel_launch(kernel, &run->launch, 4, arguments, &run->error);
}

static void fill(values_run *run, size_t size)
{
    unsigned char bytes[8 * N] = {0};

    if (run->at >= 0 && strcmp(run->way, "after") != 0)
        memcpy(bytes + (size_t)run->at * size, &run->value, size);
    run->index = custub_memory_of(custub_memory_create(N, size, &run->error), N, size);
    custub_memory_upload(run->index, bytes, N, run->stream, &run->error);
    if (strcmp(run->way, "after") == 0)
        change(run);
}

static void launch_node(values_run *run, const custub_kernel *kernel)
{
    CUgraph graph = custub_graph_create(&run->error);
    CUgraphExec exec;

    custub_graph_node_add(
        graph, NULL, 0,
        custub_kernel_prepare(kernel, &run->launch, run->count, run->arguments, &run->error),
        &run->error);
    exec = custub_graph_instantiate(graph, &run->error);
    custub_graph_launch(exec, run->stream, &run->error);
}

static void launch(values_run *run, const custub_kernel *kernel)
{
    if (strcmp(run->way, "node") == 0) {
        launch_node(run, kernel);
    } else if (strcmp(run->way, "prepared") == 0) {
        custub_prepared *prepared =
            custub_kernel_prepare(kernel, &run->launch, run->count, run->arguments, &run->error);
        custub_prepared_launch(prepared, &run->error);
    } else {
        custub_kernel_launch(kernel, &run->launch, run->count, run->arguments, &run->error);
    }
    if (strcmp(run->way, "twice") == 0)
        custub_kernel_launch(kernel, &run->launch, run->count, run->arguments, &run->error);
    custub_stream_synchronize(run->stream, &run->error);
}

int main(int argc, char **argv)
{
    values_run run = {.error = custub_error_none()};
    const custub_kernel *kernel;

    if (argc != 5)
        return 2;
    run.way = argv[2];
    run.at = atoi(argv[3]);
    run.value = strtoll(argv[4], NULL, 10);
    custub_device_open(0, &run.error);
    run.stream = custub_stream_create(&run.error);
    run.launch = custub_launch_in(run.stream);
    if (strcmp(run.way, "unchecked") == 0)
        run.launch.check = CUSTUB_CHECK_NONE;
    run.library = custub_library_open(&values_custub_library, values_custub_images, &run.error);
    kernel = custub_library_find(run.library, argv[1], &run.error);
    run.ran = custub_i32_pinned_create(1, &run.error);
    if (custub_failed(&run.error))
        return puts(run.error.message), 3;
    run.ran.host[0] = 0;
    fill(&run, size_of(argv[1]));
    argue(&run, argv[1]);
    launch(&run, kernel);
    printf("ran %d\n", run.ran.host[0]);
    if (custub_failed(&run.error))
        puts(run.error.message);
    return custub_failed(&run.error);
}
