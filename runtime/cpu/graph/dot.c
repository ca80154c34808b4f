/* Writes a graph as text for GraphViz. */
#include "context/context.h"
#include "api/fail.h"
#include "graph/graph.h"
#include "image/module.h"

#include <stdio.h>

#define KNOWN_FLAGS (2u * CU_GRAPH_DEBUG_DOT_FLAGS_CONDITIONAL_NODE_PARAMS - 1)

typedef struct dot_writer {
    FILE *file;
    unsigned int flags;
    unsigned int graphs; /* how many graphs were begun; makes the names of nodes unique */
} dot_writer;

static bool wants(const dot_writer *writer, unsigned int flag)
{
    return writer->flags & (flag | CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE);
}

static const char *name_of(int type)
{
    static const char *const names[] = {
        [CU_GRAPH_NODE_TYPE_KERNEL] = "KERNEL",       [CU_GRAPH_NODE_TYPE_MEMCPY] = "MEMCPY",
        [CU_GRAPH_NODE_TYPE_MEMSET] = "MEMSET",       [CU_GRAPH_NODE_TYPE_HOST] = "HOST",
        [CU_GRAPH_NODE_TYPE_GRAPH] = "GRAPH",         [CU_GRAPH_NODE_TYPE_EMPTY] = "EMPTY",
        [CU_GRAPH_NODE_TYPE_MEM_ALLOC] = "MEM_ALLOC", [CU_GRAPH_NODE_TYPE_MEM_FREE] = "MEM_FREE"};

    return names[type];
}

/* A kernel's name has no characters that a string in quotes must escape. */
static void write_kernel(const dot_writer *writer, const cpu_kernel_work *work)
{
    const custub_cpu_extent *grid = &work->launch.grid_extent;
    const custub_cpu_extent *block = &work->launch.block_extent;

    fprintf(writer->file, "\\n%s", work->kernel->entry->name);
    if (wants(writer, CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS))
        fprintf(writer->file, "\\n<<<(%u,%u,%u),(%u,%u,%u),%u>>>", grid->x, grid->y, grid->z,
                block->x, block->y, block->z, work->launch.shared_bytes);
}

static void write_work(const dot_writer *writer, const struct CUgraphNode_st *node)
{
    const cpu_work *work = &node->work;

    if (work->kind == CPU_WORK_KERNEL)
        write_kernel(writer, &work->as.kernel);
    else if (work->kind == CPU_WORK_COPY)
        fprintf(writer->file, "\\n%zu x %zu x %zu bytes", work->as.copy.width, work->as.copy.height,
                work->as.copy.depth);
    else if (work->kind == CPU_WORK_FILL)
        fprintf(writer->file, "\\n%zu x %zu of %u bytes", work->as.fill.width, work->as.fill.height,
                work->as.fill.element);
    else if (node->memory)
        fprintf(writer->file, "\\n%zu bytes", cpu_graph_memory_size(node->memory));
    if (wants(writer, CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES))
        fprintf(writer->file, "\\n%p", (const void *)node);
}

static void write_graph(dot_writer *writer, const struct CUgraph_st *graph)
{
    const unsigned int number = ++writer->graphs;

    fprintf(writer->file, "subgraph cluster_%u {\nlabel=\"graph_%u\";\n", number, number);
    for (size_t i = 0; i < graph->node_count; i++) {
        const struct CUgraphNode_st *node = graph->nodes[i];
        fprintf(writer->file, "\"graph_%u_node_%zu\" [shape=\"box\" label=\"%zu\\n%s", number, i, i,
                name_of(node->type));
        write_work(writer, node);
        fprintf(writer->file, "\"];\n");
        for (size_t j = 0; j < node->dependency_count; j++)
            fprintf(writer->file, "\"graph_%u_node_%zu\" -> \"graph_%u_node_%zu\";\n", number,
                    node->dependencies[j]->index, number, i);
        if (node->child)
            write_graph(writer, node->child);
    }
    fprintf(writer->file, "}\n");
}

/* The names of kernels that were unloaded are gone. */
static CUresult check_kernels(const struct CUgraph_st *graph)
{
    CUresult result = CUDA_SUCCESS;

    for (size_t i = 0; i < graph->node_count && result == CUDA_SUCCESS; i++) {
        const struct CUgraphNode_st *node = graph->nodes[i];
        result = node->child ? check_kernels(node->child) : cpu_node_check_work(&node->work);
    }
    return result;
}

CUresult cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned int flags)
{
    CPU_ENTRY(cuGraphDebugDotPrint);
    CUresult result = cpu_check_initialized();
    dot_writer writer = {.flags = flags};
    bool is_written;

    if (result != CUDA_SUCCESS)
        return result;
    if (!cpu_graph_is(graph) || !path || (flags & ~KNOWN_FLAGS))
        return CUDA_ERROR_INVALID_VALUE;
    result = check_kernels(graph);
    if (result != CUDA_SUCCESS)
        return result;
    writer.file = fopen(path, "w");
    if (!writer.file)
        return CUDA_ERROR_OPERATING_SYSTEM;
    fprintf(writer.file, "digraph dot {\n");
    write_graph(&writer, graph);
    fprintf(writer.file, "}\n");
    is_written = !ferror(writer.file);
    is_written = fclose(writer.file) == 0 && is_written;
    return is_written ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM;
}
