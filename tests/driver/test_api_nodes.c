/* Child graphs, older versions of functions, graphs as text. */
#define _DEFAULT_SOURCE /* mkstemp() */

#include "api_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- Child graphs --------------------------------------------------------------------------------
 */

/* Makes a graph of two fills in a row: f.data then shows whether the order was kept. */
static CUgraph make_child(unsigned first, unsigned second, CUgraphNode nodes[2])
{
    CUDA_MEMSET_NODE_PARAMS fill = api_filling(f.data, first);
    CUgraph child;

    succeed(cu.cuGraphCreate(&child, 0));
    succeed(cu.cuGraphAddMemsetNode(&nodes[0], child, NULL, 0, &fill, f.context));
    fill.value = second;
    succeed(cu.cuGraphAddMemsetNode(&nodes[1], child, &nodes[0], 1, &fill, f.context));
    return child;
}

static void runs_a_child_graph_in_its_place(void **state)
{
    int one = 1;
    int ten = 10;
    CUgraphNode nodes[2];
    CUgraph child = make_child(3, 4, nodes);
    CUgraph graph;
    CUgraph own;
    CUgraphNode before;
    CUgraphNode inner;
    CUgraphExec exec;
    size_t count = 0;

    (void)state;
    succeed(cu.cuGraphCreate(&graph, 0));
    before = api_add_node(graph, NULL, 0, &ten, NULL);
    succeed(cu.cuGraphAddChildGraphNode(&inner, graph, &before, 1, child));
    api_add_node(graph, &inner, 1, &one, NULL);
    succeed(cu.cuGraphChildGraphNodeGetGraph(inner, &own));
    assert_ptr_not_equal(own, child);
    succeed(cu.cuGraphGetNodes(own, NULL, &count));
    assert_int_equal(count, 2);
    succeed(cu.cuGraphDestroy(child)); /* the node has its own copy */
    exec = api_instantiate(graph);
    for (int i = 0; i < 3; i++)
        api_launch(exec);
    api_expect(f.first, 5);
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuGraphDestroy(graph));
}

/* Child graphs of child graphs, one of them empty. */
static void nests_graphs(void **state)
{
    int value = 2;
    CUgraph levels[3];
    CUgraphNode nodes[2];
    CUgraphNode empty;
    CUgraphExec exec;

    (void)state;
    for (int i = 0; i < 3; i++)
        succeed(cu.cuGraphCreate(&levels[i], 0));
    api_add_node(levels[0], NULL, 0, &value, NULL);
    succeed(cu.cuGraphAddChildGraphNode(&nodes[0], levels[1], NULL, 0, levels[0]));
    succeed(cu.cuGraphAddChildGraphNode(&nodes[1], levels[1], &nodes[0], 1, levels[0]));
    succeed(cu.cuGraphAddChildGraphNode(&empty, levels[2], NULL, 0, levels[1]));
    succeed(cu.cuGraphCreate(&levels[0], 0));
    succeed(cu.cuGraphAddChildGraphNode(&nodes[0], levels[2], &empty, 1, levels[0]));
    api_add_node(levels[2], &nodes[0], 1, &value, NULL);
    exec = api_instantiate(levels[2]);
    api_launch(exec);
    api_expect(f.first, 6);
    succeed(cu.cuGraphExecDestroy(exec));
    for (int i = 0; i < 3; i++)
        succeed(cu.cuGraphDestroy(levels[i]));
}

/* --- Captures ------------------------------------------------------------------------------------
 */

static void ignore(void *user)
{
    (void)user;
}

/* A captured graph has the same nodes as one that is built node by node. */
static void updates_a_captured_graph_with_a_built_one(void **state)
{
    CUDA_MEMSET_NODE_PARAMS fill = api_filling(f.data, 12);
    CUDA_HOST_NODE_PARAMS call = {.fn = ignore};
    CUgraphExecUpdateResultInfo info;
    CUgraph captured;
    CUgraph built;
    CUgraphNode nodes[2];
    CUgraphExec exec;

    (void)state;
    succeed(cu.cuStreamBeginCapture_v2(f.first, CU_STREAM_CAPTURE_MODE_RELAXED));
    succeed(cu.cuMemsetD32Async(f.data, 11, COUNT, f.first));
    succeed(cu.cuLaunchHostFunc(f.first, ignore, NULL));
    succeed(cu.cuStreamEndCapture(f.first, &captured));
    succeed(cu.cuGraphCreate(&built, 0));
    succeed(cu.cuGraphAddMemsetNode(&nodes[0], built, NULL, 0, &fill, f.context));
    succeed(cu.cuGraphAddHostNode(&nodes[1], built, nodes, 1, &call));
    exec = api_instantiate(captured);
    api_launch(exec);
    api_expect(f.first, 11);
    succeed(cu.cuGraphExecUpdate_v2(exec, built, &info));
    assert_int_equal(info.result, CU_GRAPH_EXEC_UPDATE_SUCCESS);
    api_launch(exec);
    api_expect(f.first, 12);
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuGraphDestroy(captured));
    succeed(cu.cuGraphDestroy(built));
}

/* --- Older versions ------------------------------------------------------------------------------
 */

static void serves_earlier_versions_of_functions(void **state)
{
    CUgraphNode nodes[2];
    CUgraph graph = make_child(1, 2, nodes);
    CUgraph other = make_child(1, 9, nodes);
    CUgraphNode wrong = NULL;
    CUgraphExec exec;
    char log[64] = "nothing";
    int result = -1;

    (void)state;
    succeed(cu.cuGraphInstantiate(&exec, graph, &wrong, log, sizeof(log)));
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuGraphInstantiate_v2(&exec, graph, &wrong, log, sizeof(log)));
    succeed(cu.cuGraphExecUpdate(exec, other, &wrong, &result));
    assert_int_equal(result, CU_GRAPH_EXEC_UPDATE_SUCCESS);
    api_launch(exec);
    api_expect(f.first, 9);
    succeed(cu.cuGraphExecDestroy(exec));
    succeed(cu.cuGraphDestroy(graph));
    succeed(cu.cuGraphDestroy(other));
}

static void writes_a_graph_as_text(void **state)
{
    char path[] = "/tmp/custub-dot-XXXXXX";
    CUgraphNode nodes[2];
    CUgraph graph = make_child(1, 2, nodes);
    char text[4096] = "";
    int file = mkstemp(path);
    FILE *read;
    size_t length;

    (void)state;
    assert_true(file >= 0);
    close(file);
    succeed(cu.cuGraphDebugDotPrint(graph, path, CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE));
    read = fopen(path, "r");
    assert_non_null(read);
    length = fread(text, 1, sizeof(text) - 1, read);
    text[length] = '\0';
    fclose(read);
    unlink(path);
    assert_non_null(strstr(text, "digraph"));
    assert_non_null(strstr(text, "->"));
    succeed(cu.cuGraphDestroy(graph));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, api_begin, api_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(runs_a_child_graph_in_its_place),
        TEST(nests_graphs),
        TEST(updates_a_captured_graph_with_a_built_one),
        TEST(serves_earlier_versions_of_functions),
        TEST(writes_a_graph_as_text),
    };

    if (!driver_open(true))
        return SKIPPED;
    return cmocka_run_group_tests(tests, api_open, api_close);
}
