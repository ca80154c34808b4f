/* User objects: things that graphs keep. Their functions are called by a thread of the driver's,
 * some time after the last reference is gone. */
#define _POSIX_C_SOURCE 200809L

#include "api_fixture.h"

#include <stdatomic.h>
#include <time.h>

#define SECONDS_AT_MOST 20

static atomic_int destroyed;
static atomic_int inside; /* the result of a driver call in the function */

static void count(void *user)
{
    atomic_fetch_add((atomic_int *)user, 1);
}

static void call_driver(void *user)
{
    CUdeviceptr memory;

    atomic_store(&inside, cu.cuMemAlloc_v2(&memory, 16));
    count(user);
}

static CUuserObject create(unsigned references)
{
    CUuserObject object = NULL;

    atomic_store(&destroyed, 0);
    succeed(cu.cuUserObjectCreate(&object, &destroyed, count, references,
                                  CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    assert_non_null(object);
    return object;
}

static CUgraph keeping(CUuserObject object, unsigned flags)
{
    CUgraph graph;

    succeed(cu.cuGraphCreate(&graph, 0));
    succeed(cu.cuGraphRetainUserObject(graph, object, 1, flags));
    return graph;
}

static int counted_within(atomic_int *counter, int milliseconds)
{
    const struct timespec pause = {0, 1000000};

    for (int i = 0; i < milliseconds && !atomic_load(counter); i++)
        nanosleep(&pause, NULL);
    return atomic_load(counter);
}

/* Fails unless the function was called, once. */
static void expect_destroyed(void)
{
    assert_int_equal(counted_within(&destroyed, 1000 * SECONDS_AT_MOST), 1);
}

static void expect_kept(void)
{
    assert_int_equal(counted_within(&destroyed, 20), 0);
}

static void ends_with_the_last_reference_of_the_program(void **state)
{
    CUuserObject object = create(2);

    (void)state;
    succeed(cu.cuUserObjectRetain(object, 3));
    succeed(cu.cuUserObjectRelease(object, 4));
    expect_kept();
    succeed(cu.cuUserObjectRelease(object, 1));
    expect_destroyed();
}

static void is_kept_by_a_graph(void **state)
{
    CUuserObject object = create(1);
    CUgraph graph = keeping(object, 0);

    (void)state;
    succeed(cu.cuUserObjectRelease(object, 1));
    expect_kept();
    succeed(cu.cuGraphDestroy(graph));
    expect_destroyed();
}

static void moves_to_a_graph_and_is_taken_from_it(void **state)
{
    CUuserObject object = create(3);
    CUgraph graph = keeping(object, CU_GRAPH_USER_OBJECT_MOVE);

    (void)state;
    succeed(cu.cuGraphRetainUserObject(graph, object, 2, CU_GRAPH_USER_OBJECT_MOVE));
    succeed(cu.cuGraphReleaseUserObject(graph, object, 2));
    expect_kept();
    succeed(cu.cuGraphReleaseUserObject(graph, object, 1));
    expect_destroyed();
    succeed(cu.cuGraphDestroy(graph));
}

static void is_kept_by_executable_graphs(void **state)
{
    CUgraph graph = keeping(create(1), CU_GRAPH_USER_OBJECT_MOVE);
    CUgraphExec first = api_instantiate(graph);
    CUgraphExec second = api_instantiate(graph);

    (void)state;
    succeed(cu.cuGraphDestroy(graph));
    succeed(cu.cuGraphExecDestroy(first));
    expect_kept();
    api_launch(second);
    expect_kept();
    succeed(cu.cuGraphExecDestroy(second));
    expect_destroyed();
}

/* Child graph nodes have a clone. */
static void is_kept_by_clones(void **state)
{
    CUgraph graph = keeping(create(1), CU_GRAPH_USER_OBJECT_MOVE);
    CUgraph outer;
    CUgraphNode child;
    CUgraphExec exec;

    (void)state;
    succeed(cu.cuGraphCreate(&outer, 0));
    succeed(cu.cuGraphAddChildGraphNode(&child, outer, NULL, 0, graph));
    succeed(cu.cuGraphDestroy(graph));
    expect_kept();
    exec = api_instantiate(outer);
    succeed(cu.cuGraphDestroy(outer));
    expect_kept();
    succeed(cu.cuGraphExecDestroy(exec));
    expect_destroyed();
}

static void ends_with_the_node_of_a_child_graph(void **state)
{
    CUgraph graph = keeping(create(1), CU_GRAPH_USER_OBJECT_MOVE);
    CUgraph outer;
    CUgraphNode child;

    (void)state;
    succeed(cu.cuGraphCreate(&outer, 0));
    succeed(cu.cuGraphAddChildGraphNode(&child, outer, NULL, 0, graph));
    succeed(cu.cuGraphDestroy(graph));
    succeed(cu.cuGraphDestroyNode(child));
    expect_destroyed();
    succeed(cu.cuGraphDestroy(outer));
}

/* A launch that holds its stream until *f.flag is set. */
static CUgraph capture_wait(void)
{
    CUgraph graph;

    succeed(cu.cuStreamBeginCapture_v2(f.first, CU_STREAM_CAPTURE_MODE_RELAXED));
    api_hold(f.first);
    succeed(cu.cuStreamEndCapture(f.first, &graph));
    return graph;
}

static void is_kept_until_a_run_ends(void **state)
{
    CUuserObject object = create(1);
    CUgraph graph = capture_wait();
    CUgraphExec exec;

    (void)state;
    succeed(cu.cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
    exec = api_instantiate(graph);
    succeed(cu.cuGraphDestroy(graph));
    succeed(cu.cuGraphLaunch(exec, f.first));
    succeed(cu.cuGraphExecDestroy(exec));
    expect_kept();
    *f.flag = 1;
    succeed(cu.cuStreamSynchronize(f.first));
    expect_destroyed();
}

static void an_update_brings_its_own(void **state)
{
    static atomic_int others;
    CUgraphExecUpdateResultInfo info;
    CUuserObject other;
    CUgraph graph = keeping(create(1), CU_GRAPH_USER_OBJECT_MOVE);
    CUgraphExec exec = api_instantiate(graph);
    CUgraph next;

    (void)state;
    succeed(cu.cuUserObjectCreate(&other, &others, count, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    next = keeping(other, CU_GRAPH_USER_OBJECT_MOVE);
    succeed(cu.cuGraphDestroy(graph));
    expect_kept();
    succeed(cu.cuGraphExecUpdate_v2(exec, next, &info));
    expect_destroyed();
    succeed(cu.cuGraphDestroy(next));
    assert_int_equal(counted_within(&others, 20), 0);
    succeed(cu.cuGraphExecDestroy(exec));
    assert_int_equal(counted_within(&others, 1000 * SECONDS_AT_MOST), 1);
}

static void its_function_may_not_call_the_driver(void **state)
{
    CUuserObject object;

    (void)state;
    if (!cu.is_cpu)
        return; /* undefined */
    atomic_store(&destroyed, 0);
    succeed(cu.cuUserObjectCreate(&object, &destroyed, call_driver, 1,
                                  CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    succeed(cu.cuUserObjectRelease(object, 1));
    expect_destroyed();
    assert_int_equal(atomic_load(&inside), CUDA_ERROR_NOT_PERMITTED);
}

#define refuse(call) assert_int_equal((call), CUDA_ERROR_INVALID_VALUE)

static void refuses_wrong_arguments(void **state)
{
    const unsigned flags = CU_USER_OBJECT_NO_DESTRUCTOR_SYNC;
    CUuserObject object = NULL;
    CUgraph graph;

    (void)state;
    refuse(cu.cuUserObjectCreate(NULL, &destroyed, count, 1, flags));
    refuse(cu.cuUserObjectCreate(&object, &destroyed, NULL, 1, flags));
    refuse(cu.cuUserObjectCreate(&object, &destroyed, count, 0, flags));
    refuse(cu.cuUserObjectCreate(&object, &destroyed, count, 1, 0));
    object = create(1);
    succeed(cu.cuGraphCreate(&graph, 0));
    refuse(cu.cuUserObjectRetain(object, 0));
    refuse(cu.cuUserObjectRelease(object, 0));
    refuse(cu.cuGraphRetainUserObject(NULL, object, 1, 0));
    refuse(cu.cuGraphRetainUserObject(graph, object, 0, 0));
    refuse(cu.cuGraphRetainUserObject(graph, object, 1, 2));
    refuse(cu.cuGraphReleaseUserObject(graph, object, 0));
    if (cu.is_cpu) { /* else undefined */
        refuse(cu.cuUserObjectRelease(object, 2));
        refuse(cu.cuGraphReleaseUserObject(graph, object, 1));
        refuse(cu.cuUserObjectRetain(NULL, 1));
    }
    succeed(cu.cuGraphDestroy(graph));
    succeed(cu.cuUserObjectRelease(object, 1));
    expect_destroyed();
    if (cu.is_cpu)
        refuse(cu.cuUserObjectRelease(object, 1));
}

/* With the thread's mode relaxed, captures forbid nothing to it. */
static void a_relaxed_thread_frees_during_a_capture(void **state)
{
    int mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    CUdeviceptr memory;
    CUgraph graph;

    (void)state;
    succeed(cu.cuMemAlloc_v2(&memory, 16));
    succeed(cu.cuStreamBeginCapture_v2(f.first, CU_STREAM_CAPTURE_MODE_GLOBAL));
    succeed(cu.cuThreadExchangeStreamCaptureMode(&mode));
    assert_int_equal(mode, CU_STREAM_CAPTURE_MODE_GLOBAL);
    succeed(cu.cuMemFree_v2(memory));
    succeed(cu.cuThreadExchangeStreamCaptureMode(&mode));
    assert_int_equal(mode, CU_STREAM_CAPTURE_MODE_RELAXED);
    succeed(cu.cuStreamEndCapture(f.first, &graph));
    succeed(cu.cuGraphDestroy(graph));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, api_begin, api_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ends_with_the_last_reference_of_the_program),
        TEST(is_kept_by_a_graph),
        TEST(moves_to_a_graph_and_is_taken_from_it),
        TEST(is_kept_by_executable_graphs),
        TEST(is_kept_by_clones),
        TEST(ends_with_the_node_of_a_child_graph),
        TEST(is_kept_until_a_run_ends),
        TEST(an_update_brings_its_own),
        TEST(its_function_may_not_call_the_driver),
        TEST(refuses_wrong_arguments),
        TEST(a_relaxed_thread_frees_during_a_capture),
    };

    if (!driver_open(true))
        return SKIPPED;
    return cmocka_run_group_tests(tests, api_open, api_close);
}
