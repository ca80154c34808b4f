/* event.h: events: the moment at which the work that was in a stream is done. */
#ifndef CPU_EVENT_H
#define CPU_EVENT_H

#include "api/handle.h"
#include "task/task.h"

struct CUevent_st {
    cpu_object object;
    unsigned int flags;
    /* Guarded by the queue's lock: */
    cpu_task *task;     /* what the last record comes to; null: never recorded */
    uint64_t capture;   /* the capture that it was recorded in last, or 0 */
    CUgraphNode *nodes; /* and the nodes that it stands for there */
    size_t node_count;
};

/* The event was destroyed, and is no longer in the table of handles. */
void cpu_event_free(CUevent event);

/* With the lock: what was recorded before is no more. */
void cpu_event_record_task(CUevent event, cpu_task *task);

/* CUDA_SUCCESS if it is an event, in a context that can be used. */
CUresult cpu_event_check(CUevent event);

#endif
