/* Launches into a stream that is being captured. They are checked like others, but not refused for
 * memory that only the graph will have. They run when the graph is launched. */
#include "launch_fixture.h"
#include "fresh_error.h"

#define COUNT 1000

static void begin(void)
{
    DRIVER(cu.cuStreamBeginCapture_v2(f.stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
}

/* Ends the capture, and runs its graph `times` times. */
static void run_captured(size_t nodes, int times)
{
    CUgraph graph;
    CUgraphExec exec;
    size_t found = 0;

    DRIVER(cu.cuStreamEndCapture(f.stream, &graph));
    assert_non_null(graph);
    DRIVER(cu.cuGraphGetNodes(graph, NULL, &found));
    assert_int_equal(found, nodes);
    DRIVER(cu.cuGraphInstantiateWithFlags(&exec, graph, 0));
    for (int i = 0; i < times; i++)
        DRIVER(cu.cuGraphLaunch(exec, f.stream));
    DRIVER(cu.cuStreamSynchronize(f.stream));
    DRIVER(cu.cuGraphExecDestroy(exec));
    DRIVER(cu.cuGraphDestroy(graph));
}

static custub_status increase(CUdeviceptr address, size_t count, int value)
{
    return launch_increase(&f.kernels, &f.launch, count, value,
                           custub_i32_view_of(address, CUSTUB_COUNT_UNKNOWN), fresh(&f.error));
}

static void launches_become_nodes(void **state)
{
    CUdeviceptr address;
    custub_prepared *prepared;

    (void)state;
    DRIVER(cu.cuMemAlloc_v2(&address, COUNT * sizeof(int)));
    launch_fill(address, COUNT, 0);
    begin();
    SUCCEED(increase(address, COUNT, 1));
    prepared = prepare_increase(&f.kernels, &f.launch, COUNT, 20,
                                custub_i32_view_of(address, COUNT), fresh(&f.error));
    SUCCEED(f.error.status);
    SUCCEED(custub_prepared_launch(prepared, fresh(&f.error)));
    f.launch.grid = custub_grid(COUNT / 100, 1, 1);
    f.launch.block = custub_block(100, 1, 1);
    SUCCEED(increase(address, COUNT, 300));
    run_captured(3, 2);
    COMPARE(address, COUNT, 2 * 321);
    custub_prepared_destroy(prepared);
    DRIVER(cu.cuMemFree_v2(address));
}

/* A refused launch adds no node and does not end the capture. */
static void refusals_leave_the_capture_alone(void **state)
{
    CUdeviceptr address;

    (void)state;
    DRIVER(cu.cuMemAlloc_v2(&address, COUNT * sizeof(int)));
    launch_fill(address, COUNT, 0);
    begin();
    SUCCEED(increase(address, COUNT, 1));
    REFUSES_ONE_MORE(address, COUNT);
    REFUSES_ONE_MORE(address + (COUNT - 1) * sizeof(int), 1);
    f.launch.grid = custub_grid(1, 1, 1);
    f.launch.block = custub_block(100, 1, 1);
    EXPECT(increase(address, COUNT, 1), CUSTUB_ERROR_COVERAGE);
    f.launch.grid = custub_grid(0, 0, 0);
    EXPECT(increase(address, COUNT, 1), CUSTUB_ERROR_EMPTY_SHAPE);
    run_captured(1, 1);
    COMPARE(address, COUNT, 1);
    DRIVER(cu.cuMemFree_v2(address));
}

/* The graph itself allocates and frees the memory. */
static void memory_of_the_capture_works_in_it(void **state)
{
    CUdeviceptr inside;
    CUdeviceptr outside;
    CUresult result;

    (void)state;
    DRIVER(cu.cuMemAlloc_v2(&outside, COUNT * sizeof(int)));
    launch_fill(outside, COUNT, 0);
    begin();
    result = cu.cuMemAllocAsync(&inside, COUNT * sizeof(int), f.stream);
    if (!LAUNCH_HAS(result)) {
        CUgraph graph = NULL;
        cu.cuStreamEndCapture(f.stream, &graph);
        if (graph)
            DRIVER(cu.cuGraphDestroy(graph));
        DRIVER(cu.cuMemFree_v2(outside));
        SKIP();
    }
    DRIVER(cu.cuMemsetD32Async(inside, 10, COUNT, f.stream));
    SUCCEED(increase(inside, COUNT, 5));
    SUCCEED(increase(inside + COUNT / 2 * sizeof(int), COUNT / 2, 0));
    SUCCEED(launch_increase(&f.kernels, &f.launch, COUNT, 1, custub_i32_view_of(inside, COUNT),
                            fresh(&f.error)));
    EXPECT(launch_increase(&f.kernels, &f.launch, COUNT, 1, custub_i32_view_of(inside, COUNT - 1),
                           fresh(&f.error)),
           CUSTUB_ERROR_COUNT_TOO_SMALL);
    DRIVER(cu.cuMemcpyDtoDAsync_v2(outside, inside, COUNT * sizeof(int), f.stream));
    DRIVER(cu.cuMemFreeAsync(inside, f.stream));
    run_captured(7, 3);
    COMPARE(outside, COUNT, 16);
    REFUSES_GONE(inside);
    DRIVER(cu.cuMemFree_v2(outside));
}

/* Other streams that join a capture are captured as well. */
static void a_stream_that_joins_is_captured_too(void **state)
{
    CUdeviceptr address;
    CUstream other;
    CUevent parted;
    CUevent joined;

    (void)state;
    DRIVER(cu.cuMemAlloc_v2(&address, COUNT * sizeof(int)));
    DRIVER(cu.cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    DRIVER(cu.cuEventCreate(&parted, CU_EVENT_DISABLE_TIMING));
    DRIVER(cu.cuEventCreate(&joined, CU_EVENT_DISABLE_TIMING));
    launch_fill(address, COUNT, 0);
    begin();
    DRIVER(cu.cuEventRecord(parted, f.stream));
    DRIVER(cu.cuStreamWaitEvent(other, parted, 0));
    f.launch.stream = other;
    SUCCEED(increase(address, COUNT, 1));
    REFUSES_ONE_MORE(address, COUNT);
    DRIVER(cu.cuEventRecord(joined, other));
    DRIVER(cu.cuStreamWaitEvent(f.stream, joined, 0));
    f.launch.stream = f.stream;
    SUCCEED(increase(address, COUNT, 1));
    run_captured(2, 2);
    COMPARE(address, COUNT, 4);
    DRIVER(cu.cuEventDestroy_v2(joined));
    DRIVER(cu.cuEventDestroy_v2(parted));
    DRIVER(cu.cuStreamDestroy_v2(other));
    DRIVER(cu.cuMemFree_v2(address));
}

/* Opting in to large shared memory does not go through the stream. */
static void large_shared_memory_is_opted_in_within_a_capture(void **state)
{
    const int words = 15 * 1024; /* 60 KiB */
    CUdeviceptr address;

    (void)state;
    DRIVER(cu.cuMemAlloc_v2(&address, 64 * sizeof(int)));
    launch_fill(address, 64, 0);
    f.launch.grid = custub_grid(1, 1, 1);
    f.launch.block = custub_block(64, 1, 1);
    begin();
    SUCCEED(launch_through_shared(&f.kernels, &f.launch, 64, words, custub_i32_view_of(address, 64),
                                  fresh(&f.error)));
    run_captured(1, 1);
    /* parts[63 - i] + parts[words - 64 + i] = (63 - i) + 2 (63 - i) */
    for (int i = 0; i < 64; i++)
        COMPARE(address + (size_t)i * sizeof(int), 1, 3 * (63 - i));
    DRIVER(cu.cuMemFree_v2(address));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAUNCH_TEST(launches_become_nodes),
        LAUNCH_TEST(refusals_leave_the_capture_alone),
        LAUNCH_TEST(memory_of_the_capture_works_in_it),
        LAUNCH_TEST(a_stream_that_joins_is_captured_too),
        LAUNCH_TEST(large_shared_memory_is_opted_in_within_a_capture),
    };

    return LAUNCH_RUN(tests);
}
