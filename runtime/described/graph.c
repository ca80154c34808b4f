#include <string.h>

#include <custub/graph.h>

#include "described/prepared.h"
#include "driver/driver.h"
#include "driver/result.h"
#include "error/fault.h"
#include "launch/cold_path.h"
#include "launch/submit.h"

/* A node to be added or changed. */
typedef struct node_task {
    CUgraph graph; /* to add a node to; else null */
    const CUgraphNode *dependencies;
    size_t dependency_count;
    CUgraphExec exec; /* to change the node in; else null */
    CUgraphNode node; /* the one that is changed or was added */
} node_task;

static custub_status fail(const custubi_call *call, const char *name, int result)
{
    return custubi_fault_driver(call->kernel->info, call->error, name, result,
                                "making a node of a graph");
}

static void fill_params(const custubi_call *call, custubi_kernel_node_params *params)
{
    memset(params, 0, sizeof(*params));
    params->grid[0] = (unsigned int)call->grid.x;
    params->grid[1] = (unsigned int)call->grid.y;
    params->grid[2] = (unsigned int)call->grid.z;
    params->block[0] = (unsigned int)call->block.x;
    params->block[1] = (unsigned int)call->block.y;
    params->block[2] = (unsigned int)call->block.z;
    params->shared = (unsigned int)call->shared;
    params->arguments = call->arguments;
    /* A null context means the current one. */
    if (call->kernel->library->is_module)
        params->function = call->kernel->function;
    else
        params->kernel = call->kernel->function;
}

/* Up to 11.8 the functions take the struct without its last two members. */
static int call_driver(const custubi_call *call, node_task *task, const char **name)
{
    bool old = call->kernel->library->is_module && !custubi_cu.graph_add_kernel_2;
    custubi_kernel_node_params params;

    fill_params(call, &params);
    if (task->graph) {
        *name = "cuGraphAddKernelNode";
        return (old ? custubi_cu.graph_add_kernel : custubi_cu.graph_add_kernel_2)(
            &task->node, task->graph, task->dependencies, task->dependency_count, &params);
    }
    if (task->exec) {
        *name = "cuGraphExecKernelNodeSetParams";
        return (old ? custubi_cu.graph_exec_set_kernel
                    : custubi_cu.graph_exec_set_kernel_2)(task->exec, task->node, &params);
    }
    *name = "cuGraphKernelNodeSetParams";
    return (old ? custubi_cu.graph_set_kernel : custubi_cu.graph_set_kernel_2)(task->node, &params);
}

static bool has_graphs(const custubi_call *call)
{
    if (call->kernel->library->is_module && !custubi_cu.graph_add_kernel_2)
        return custubi_cu.graph_add_kernel && custubi_cu.graph_set_kernel &&
               custubi_cu.graph_exec_set_kernel;
    return custubi_cu.graph_add_kernel_2 && custubi_cu.graph_set_kernel_2 &&
           custubi_cu.graph_exec_set_kernel_2;
}

/* Sets the attributes of a node that is in a graph: cooperative, cluster and the caller's own. */
static custub_status set_attributes(const custubi_call *call, CUgraphNode node)
{
    custubi_launch_attribute attributes[CUSTUBI_MOST_ATTRIBUTES + CUSTUBI_OWN_ATTRIBUTES];
    custubi_launch_config config;

    custubi_submit_configure(call, &config, attributes);
    for (unsigned int i = 0; i < config.attribute_count; i++) {
        int result =
            custubi_cu.graph_set_attribute(node, attributes[i].id, &attributes[i].value.bytes);
        if (result)
            return fail(call, "cuGraphKernelNodeSetAttribute", result);
    }
    return CUSTUB_OK;
}

static custub_status check_functions(const custubi_call *call)
{
    bool attributes = custubi_submit_is_extended(call);

    if (has_graphs(call) &&
        (!attributes || (custubi_cu.graph_set_attribute && custubi_cu.graph_destroy_node)))
        return CUSTUB_OK;
    return custubi_fault(call->kernel->info, call->error, CUSTUB_ERROR_DRIVER_TOO_OLD,
                         "the %s driver lacks the functions for kernel nodes of graphs%s",
                         custub_driver_name(), attributes ? " with attributes" : "");
}

/* If a node is changed in its graph, its attributes are set first: if that fails, little has
 * changed. */
static custub_status perform(custubi_call *call, node_task *task)
{
    const char *name;
    custub_status status = custubi_submit_ready(call);
    bool extended = custubi_submit_is_extended(call);
    int result;

    if (!status)
        status = check_functions(call);
    if (!status && extended && !task->graph && !task->exec)
        status = set_attributes(call, task->node);
    if (status)
        return status;
    result = call_driver(call, task, &name);
    if (result) {
        if (task->graph)
            task->node = NULL;
        return fail(call, name, result);
    }
    if (task->graph && extended)
        status = set_attributes(call, task->node);
    if (status) {
        custubi_cu.graph_destroy_node(task->node);
        task->node = NULL;
    }
    return status;
}

/* The addresses are looked up again: memory may have been freed since the launch was prepared. */
static custub_status make_node(node_task *task, const custub_prepared *prepared,
                               custub_error *error)
{
    custub_status status = custubi_prepared_check(prepared, error);
    custub_launch launch;
    custubi_call call;

    if (status)
        return status;
    launch = prepared->launch;
    launch.stream = NULL;
    call = prepared->call;
    call.arguments = prepared->arguments;
    call.launch = &launch;
    call.default_stream = NULL;
    call.traits |= CUSTUBI_CALL_IN_GRAPH;
    call.error = error;
    if (call.check == CUSTUB_CHECK_WHOLE)
        status = custubi_cold_check_driver(&call, NULL);
    return status ? status : perform(&call, task);
}

CUgraphNode custub_graph_node_add(CUgraph graph, const CUgraphNode *dependencies,
                                  size_t dependency_count, const custub_prepared *prepared,
                                  custub_error *error)
{
    node_task task = {graph, dependencies, dependency_count, NULL, NULL};

    if (custub_failed(error))
        return NULL;
    if (!graph || (!dependencies && dependency_count))
        custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                          "adding a node to a graph: a null argument");
    else
        make_node(&task, prepared, error);
    return task.node;
}

custub_status custub_graph_node_set(CUgraphExec exec, CUgraphNode node,
                                    const custub_prepared *prepared, custub_error *error)
{
    node_task task = {NULL, NULL, 0, exec, node};

    if (custub_failed(error))
        return error->status;
    if (!node)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "changing a node of a graph: a null argument");
    return make_node(&task, prepared, error);
}
