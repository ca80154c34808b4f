/* stream_state.h: what a context knows of its streams and of its work, as plain data; stream/ works
 * on it. All but what a stream is made with is guarded by the queue's lock (queue.h). */
#ifndef CPU_STREAM_STATE_H
#define CPU_STREAM_STATE_H

#include "api/handle.h"

#include <stdint.h>

struct cpu_capture;
struct cpu_task;

struct CUstream_st {
    cpu_object object;
    unsigned int flags;
    int priority;
    uint64_t id;
    uint64_t thread; /* of a per-thread stream: its thread; 0 for others (stream_set.c) */
    CUaccessPolicyWindow window; /* as the program set it */
    int policy;                  /* CU_SYNC_POLICY_…, or 0 */
    struct cpu_task *tail;       /* the last work of the stream */
    struct cpu_task *mark;       /* an earlier one, or null, */
    size_t behind;               /* and how many were submitted after it */
    CUstream next;               /* in the context's set */
    CUstream previous;
    struct cpu_capture *capture; /* that the stream takes part in, or null */
    CUgraphNode *capture_nodes;  /* that the next captured work depends on */
    size_t capture_node_count;
};

/* The streams of one context. */
typedef struct cpu_stream_set {
    struct CUstream_st legacy;
    CUstream first; /* of the others */
} cpu_stream_set;

/* The tasks of one context that are not done, the oldest first. */
typedef struct cpu_task_list {
    struct cpu_task *first;
    struct cpu_task *last;
    uint64_t submitted;
    uint64_t pending;
    unsigned int watchers; /* threads that wait for any of them to end */
} cpu_task_list;

#endif
