#include <custub/graph.h>

#include "driver/driver.h"
#include "driver/kept.h"
#include "driver/result.h"
#include "observe/activity.h"
#include "stream/graph_kernels.h"

/* Opens the driver, and refuses a null handle. */
static custub_status check(const void *handle, const char *what, const char *doing,
                           custub_error *error)
{
    custub_status status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);

    if (status || handle)
        return status;
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the %s is null", doing,
                             what);
}

/* A hint at what an invalid handle in a graph may be. */
static const char *hint_of(int result)
{
    return result == CUSTUBI_INVALID_HANDLE ? "; a kernel in it may have been unloaded" : "";
}

/* After a graph was destroyed. Most drivers have called the destructors by then. */
static custub_status release_kept(custub_status status, custub_error *error)
{
    custub_status released = custubi_kept_release(status ? NULL : error);

    return status ? status : released;
}

/* --- Capturing -----------------------------------------------------------------------------------
 */

custub_status custub_call_capture_begin(CUstream stream, custub_error *error)
{
    custub_status status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);
    int result;

    if (status)
        return status;
    result = custubi_cu.capture_begin(stream, CUSTUBI_CAPTURE_THREAD_LOCAL);
    if (result)
        return custubi_error_driver(error, "cuStreamBeginCapture", result, "capturing a stream");
    return CUSTUB_OK;
}

CUgraph custub_call_capture_end(CUstream stream, custub_error *error)
{
    custub_error *own = custubi_error_unless_failed(error);
    CUgraph graph = NULL;
    int result;

    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, own))
        return NULL;
    result = custubi_cu.capture_end(stream, &graph);
    if (!result && !custub_failed(error))
        return graph;
    if (result)
        custubi_error_driver(own, "cuStreamEndCapture", result, "ending the capture of a stream");
    if (graph) /* something failed during the capture */
        custubi_cu.graph_destroy(graph);
    return NULL;
}

/* --- Graphs --------------------------------------------------------------------------------------
 */

CUgraph custub_graph_create(custub_error *error)
{
    CUgraph graph = NULL;
    int result;

    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, error))
        return NULL;
    result = custubi_cu.graph_create(&graph, 0);
    if (!result)
        return graph;
    custubi_error_driver(error, "cuGraphCreate", result, "creating a graph");
    return NULL;
}

custub_status custub_graph_destroy(CUgraph graph, custub_error *error)
{
    custub_error *own = custubi_error_unless_failed(error);
    custub_status status = CUSTUB_OK;
    int result;

    if (graph && custub_driver_name()) {
        result = custubi_cu.graph_destroy(graph);
        if (result && result != CUSTUBI_DEINITIALIZED)
            status = custubi_error_driver(own, "cuGraphDestroy", result, "destroying a graph");
        status = release_kept(status, own);
    }
    return custubi_error_first(error, status);
}

custub_status custub_graph_print(CUgraph graph, const char *path, custub_error *error)
{
    static const char doing[] = "printing a graph";
    custub_status status = check(graph, "graph", doing, error);
    int result;

    if (!status)
        status = check(path, "path", doing, error);
    if (status)
        return status;
    result = custubi_cu.graph_print(graph, path, CUSTUBI_GRAPH_PRINT_VERBOSE);
    if (result)
        return custubi_error_driver(error, "cuGraphDebugDotPrint", result, "%s to %.128s%s", doing,
                                    path, hint_of(result));
    return CUSTUB_OK;
}

/* --- Executable graphs ---------------------------------------------------------------------------
 */

CUgraphExec custub_graph_instantiate(CUgraph graph, custub_error *error)
{
    static const char doing[] = "instantiating a graph";
    CUgraphExec exec = NULL;
    int result;

    if (check(graph, "graph", doing, error) || custubi_graph_check_kernels(graph, doing, error))
        return NULL;
    result = custubi_cu.graph_instantiate(&exec, graph, 0);
    if (!result)
        return exec;
    custubi_error_driver(error, "cuGraphInstantiateWithFlags", result, "%s%s", doing,
                         hint_of(result));
    return NULL;
}

custub_status custub_call_graph_launch(CUgraphExec exec, CUstream stream, custub_error *error)
{
    static const char doing[] = "launching a graph";
    custubi_activity activity;
    custub_status status;
    int result;

    custubi_activity_begin(&activity, CUSTUB_ACTIVITY_GRAPH_LAUNCH, doing, error);
    status = check(exec, "executable graph", doing, error);
    if (!status) {
        result = custubi_cu.graph_launch(exec, stream);
        if (result)
            status = custubi_error_driver(error, "cuGraphLaunch", result, "%s%s", doing,
                                          hint_of(result));
    }
    activity.seen.stream = stream;
    return custubi_activity_end(&activity, status, error);
}

/* The words of a CUgraphExecUpdateResult. */
static const char *reason_of(int reason)
{
    static const char *const reasons[] = {
        [2] = ": it has other nodes, or other dependencies",
        [3] = ": a node is of another kind",
        [4] = ": a node has another function",
        [5] = ": a node's parameters cannot be changed to these",
        [6] = ": a node's parameters cannot be changed",
        [7] = ": a node's function cannot be changed to this one",
        [8] = ": a node has other attributes",
    };
    const char *text = NULL;

    if (reason >= 0 && (size_t)reason < sizeof(reasons) / sizeof(reasons[0]))
        text = reasons[reason];
    return text ? text : "";
}

custub_status custub_graph_update(CUgraphExec exec, CUgraph graph, custub_error *error)
{
    static const char doing[] = "updating a graph";
    custub_status status = check(exec, "executable graph", doing, error);
    custubi_update_result seen = {0, NULL, NULL};
    int result;

    if (!status)
        status = check(graph, "graph", doing, error);
    if (status)
        return status;
    if (!custubi_cu.graph_update)
        return custubi_error_set(error, CUSTUB_ERROR_DRIVER_TOO_OLD,
                                 "%s: it takes a driver for CUDA 12.0, this one is for %d.%d",
                                 doing, custub_driver_version() / 1000,
                                 custub_driver_version() % 1000 / 10);
    status = custubi_graph_check_kernels(graph, doing, error);
    if (status)
        return status;
    result = custubi_cu.graph_update(exec, graph, &seen);
    custubi_kept_release(NULL);
    if (result)
        return custubi_error_driver(error, "cuGraphExecUpdate", result, "%s%s%s", doing,
                                    reason_of(seen.reason), hint_of(result));
    return CUSTUB_OK;
}

custub_status custub_graph_exec_destroy(CUgraphExec exec, custub_error *error)
{
    custub_error *own = custubi_error_unless_failed(error);
    custub_status status = CUSTUB_OK;
    int result;

    if (exec && custub_driver_name()) {
        result = custubi_cu.graph_exec_destroy(exec);
        if (result && result != CUSTUBI_DEINITIALIZED)
            status = custubi_error_driver(own, "cuGraphExecDestroy", result,
                                          "destroying an executable graph");
        status = release_kept(status, own);
    }
    return custubi_error_first(error, status);
}

/* --- What graphs keep ----------------------------------------------------------------------------
 */

static custub_status release(const custubi_kept *thing, custub_error *error)
{
    (void)error;
    thing->function(thing->owned);
    return CUSTUB_OK;
}

custub_status custub_graph_keep(CUgraph graph, custub_release_function *function, void *owned,
                                custub_error *error)
{
    const custubi_kept thing = {.release = release, .function = function, .owned = owned};

    if (function)
        return custubi_keep(graph, &thing, error);
    if (custub_failed(error))
        return error->status;
    return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the function is null",
                             custubi_keeping);
}

uint64_t custub_graph_kept(custub_error *error)
{
    custubi_kept_release(custubi_error_unless_failed(error));
    return custubi_kept_count();
}
