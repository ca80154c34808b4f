/* stream.h: streams: in which order work is done (CUDA Driver API, "Stream synchronization
 * behavior"). */
#ifndef CPU_STREAM_H
#define CPU_STREAM_H

#include "api/handle.h"
#include "stream/task.h"

struct cpu_capture;

struct CUstream_st {
    cpu_object object;
    unsigned int flags;
    int priority;
    uint64_t id;
    uint64_t
        thread; /* of a per-thread stream: whose; 0 for others, and when that thread has ended */
    CUaccessPolicyWindow window; /* as the program set it */
    int policy;                  /* CU_SYNC_POLICY_…, or 0 */
    /* Guarded by the queue's lock: */
    cpu_task *tail; /* the last work of the stream */
    cpu_task *mark; /* an earlier one, or null, */
    size_t behind;  /* and how many have come since */
    CUstream next;  /* in the context's set */
    CUstream previous;
    struct cpu_capture *capture; /* in which the stream takes part, or null */
    CUgraphNode *capture_nodes;  /* what the next captured work comes behind */
    size_t capture_node_count;
};

/* The streams of one context. */
typedef struct cpu_stream_set {
    struct CUstream_st legacy;
    CUstream first; /* of the others */
} cpu_stream_set;

void cpu_stream_set_initialize(cpu_stream_set *set, CUcontext context);
/* Everything in the context is done, and its streams are out of the table of handles. */
void cpu_stream_set_clear(cpu_stream_set *set);

/* What cuCtxGetStreamPriorityRange answers on current devices. */
#define CPU_PRIORITY_LEAST    0
#define CPU_PRIORITY_GREATEST (-5)

/* For the functions whose names end in _ptsz or _ptds: what the null stream is on this thread. */
extern _Thread_local bool cpu_null_stream_is_per_thread;

/* The stream behind a handle, null and the streams that are always there included. Fails without a
 * current context, and if that serves no more. */
CUresult cpu_stream_find(CUstream handle, CUstream *out);

/* Hands work to the stream, or to the graph that it is being captured into. Owns the work from here
 * on, whatever the answer. */
CUresult cpu_stream_submit(CUstream stream, cpu_work *work);

/* The same, and waits until it is done. Not for a stream that is being captured. */
CUresult cpu_stream_perform(CUstream stream, cpu_work *work);

/* With the queue's lock, but not in the meantime: waits until the stream takes more work. To be
 * called before anything is decided by what the stream is. */
void cpu_stream_wait_for_room(CUstream stream);

/* With the queue's lock: a task of the stream, which may wait for other tasks already, behind
 * everything that it has to come behind; it is submitted. The reference stays the caller's. */
CUresult cpu_stream_append(CUstream stream, cpu_task *task);

#endif
