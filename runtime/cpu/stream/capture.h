/* capture.h: streams whose work becomes nodes of a graph (CUDA C++ Programming Guide, "Creating
 * a Graph Using Stream Capture"). All of it with the queue's lock, unless it is said. */
#ifndef CPU_CAPTURE_H
#define CPU_CAPTURE_H

#include "context/context.h"
#include "stream/event.h"

#include <pthread.h>

typedef void cpu_graph_destroyer(CUgraph graph);

/* How the nodes of a captured graph come and go; graph/ knows. As cpu_capture_add() and the two
 * functions after it; `destroy` is called without the lock. */
typedef struct cpu_capture_nodes {
    CUresult (*add)(CUstream stream, cpu_work *work);
    CUresult (*allocate)(CUstream stream, size_t size, CUdeviceptr *address);
    CUresult (*free)(CUstream stream, CUdeviceptr address);
    cpu_graph_destroyer *destroy;
} cpu_capture_nodes;

typedef struct cpu_capture {
    const cpu_capture_nodes *nodes;
    CUgraph graph;       /* in which the nodes come */
    bool is_graph_given; /* by the program, whose it stays if the capture fails */
    CUstream origin;
    uint64_t id;
    int mode;
    pthread_t thread;
    bool is_invalid;
    struct cpu_capture *next;
} cpu_capture;

/* Begins a capture with the graph and the mode of `start`. The first work depends on `nodes`. */
CUresult cpu_capture_begin(CUstream stream, const cpu_capture *start, const CUgraphNode *nodes,
                           size_t count);
/* Takes it out of the list of those that go on, and its streams out of it; frees it. */
void cpu_capture_close(cpu_capture *capture);

/* Sets, or adds to, the nodes that the next work in the stream depends on. False without memory. */
bool cpu_capture_set_nodes(CUstream stream, const CUgraphNode *nodes, size_t count);
bool cpu_capture_add_nodes(CUstream stream, const CUgraphNode *nodes, size_t count);

/* The calling thread's mode; gives the old one. Without the lock. */
int cpu_capture_exchange_mode(int mode);

/* Adds work to the graph that the stream is being captured into; owns it. */
CUresult cpu_capture_add(CUstream stream, cpu_work *work);

/* Nodes that allocate memory, which has its address at once, and that free it. */
CUresult cpu_capture_allocate(CUstream stream, size_t size, CUdeviceptr *address);
CUresult cpu_capture_free(CUstream stream, CUdeviceptr address);

/* The stream's capture, if there is one, does not survive what the program asks for: answers why.
 * CUDA_SUCCESS if there is none. */
CUresult cpu_capture_refuse(CUstream stream);

/* Work of the legacy stream would wait for blocking streams that are being captured. */
CUresult cpu_capture_check_implicit(CUstream stream);

/* Without the lock: the same as refuse, for all streams of a context. */
CUresult cpu_capture_refuse_in(CUcontext context);

/* Without the lock: calls that may wait for other work, such as cuMemAlloc, are not made by chance
 * while there is a capture (cuThreadExchangeStreamCaptureMode). */
CUresult cpu_capture_check_unsafe(void);

/* An event becomes what the stream's captured work has come to. `is_external`: a node that records
 * it when the graph runs. */
CUresult cpu_capture_record(CUevent event, CUstream stream, bool is_external);

/* The stream or the event is in a capture. */
CUresult cpu_capture_wait(CUstream stream, CUevent event);
CUresult cpu_capture_wait_external(CUstream stream, CUevent event);

/* The stream is going to be destroyed. Answers a graph that the caller hands to *destroy, without
 * the lock; or null. */
CUgraph cpu_capture_leave(CUstream stream, cpu_graph_destroyer **destroy);

#endif
