/* stream_state.h: what a context knows about its streams and its work, as plain data for stream/.
 * The queue's lock (queue.h) guards everything except what is set when a stream is made. */
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
    uint64_t thread;       /* the thread of a per-thread stream; 0 for others (stream_set.c) */
    struct cpu_task *tail; /* the last work of the stream */
    struct cpu_task *mark; /* earlier work, or null */
    size_t behind;         /* how many tasks were submitted after `mark` */
    CUstream next;         /* in the context's set */
    CUstream previous;
    struct cpu_capture *capture; /* the capture that records the stream, or null */
    CUgraphNode *capture_nodes;  /* the next captured work depends on these */
    size_t capture_node_count;
};

/* The streams of one context. */
typedef struct cpu_stream_set {
    struct CUstream_st legacy;
    CUstream first; /* the other streams */
} cpu_stream_set;

/* The unfinished tasks of one context, the oldest first. */
typedef struct cpu_task_list {
    struct cpu_task *first;
    struct cpu_task *last;
    uint64_t submitted;
    uint64_t pending;
    unsigned int watchers; /* threads that wait until any of these tasks ends */
} cpu_task_list;

#endif
