/* capture.h: streams whose work becomes nodes of a graph (CUDA C++ Programming Guide, "Creating
 * a Graph Using Stream Capture"). Call these functions with the queue's lock, unless a comment says
 * otherwise. */
#ifndef CPU_CAPTURE_H
#define CPU_CAPTURE_H

#include "context/context.h"
#include "stream/event.h"

#include <pthread.h>

typedef void cpu_graph_destroyer(CUgraph graph);

/* How captures make and free nodes, which only graph/ knows. See cpu_capture_add() and the two
 * functions after it. `destroy` is called without the lock. */
typedef struct cpu_capture_nodes {
    CUresult (*add)(CUstream stream, cpu_work *work);
    CUresult (*allocate)(CUstream stream, size_t size, CUdeviceptr *address);
    CUresult (*free)(CUstream stream, CUdeviceptr address);
    cpu_graph_destroyer *destroy;
} cpu_capture_nodes;

typedef struct cpu_capture {
    const cpu_capture_nodes *nodes;
    CUgraph graph; /* the nodes are added to it */
    CUstream origin;
    uint64_t id;
    int mode;
    pthread_t thread;
    bool is_invalid;
    struct cpu_capture *next;
} cpu_capture;

/* Begins a capture with the graph and mode of `start`. */
CUresult cpu_capture_begin(CUstream stream, const cpu_capture *start);
/* Takes the capture out of the list of captures, and its streams out of the capture; frees it. */
void cpu_capture_close(cpu_capture *capture);

/* Sets the nodes that the stream's next work depends on, or adds to them. False without memory. */
bool cpu_capture_set_nodes(CUstream stream, const CUgraphNode *nodes, size_t count);
bool cpu_capture_add_nodes(CUstream stream, const CUgraphNode *nodes, size_t count);

/* Adds work to the graph that the stream is captured into. Owns the work. */
CUresult cpu_capture_add(CUstream stream, cpu_work *work);

/* Adds a node that allocates memory, and returns its address at once; adds a node that frees it. */
CUresult cpu_capture_allocate(CUstream stream, size_t size, CUdeviceptr *address);
CUresult cpu_capture_free(CUstream stream, CUdeviceptr address);

/* The program asks for something that a capture cannot record. If the stream is captured,
 * invalidates the capture and returns the error, else does cpu_capture_check_implicit(). */
CUresult cpu_capture_refuse(CUstream stream);

/* Fails if the stream is the legacy stream, and blocking streams are captured: its work would have
 * to wait for theirs. Invalidates their captures. */
CUresult cpu_capture_check_implicit(CUstream stream);

/* The same as cpu_capture_refuse(), for all streams of a context. Without the lock. */
CUresult cpu_capture_refuse_in(CUcontext context);

/* For calls that may wait for other work, such as cuMemAlloc. Fails if a capture forbids them, and
 * invalidates it (CUDA Driver API, cuStreamBeginCapture). Without the lock. */
CUresult cpu_capture_check_unsafe(void);

/* Sets which captures forbid such calls to this thread, and returns the old mode. Without the
 * lock. */
int cpu_capture_exchange_mode(int mode);

/* Records an event in a captured stream: the event gets the nodes that the stream's next work would
 * depend on. */
CUresult cpu_capture_record(CUevent event, CUstream stream);

/* Makes a stream wait for an event. The stream or the event is in a capture. */
CUresult cpu_capture_wait(CUstream stream, CUevent event);

/* A stream is about to be destroyed. If this ends its capture, returns the graph: the caller passes
 * it to *destroy, without the lock. Else returns null. */
CUgraph cpu_capture_leave(CUstream stream, cpu_graph_destroyer **destroy);

#endif
