/* event.h: events. An event marks the moment when a stream's work up to then is done. */
#ifndef CPU_EVENT_H
#define CPU_EVENT_H

#include "api/handle.h"
#include "task/task.h"

struct CUevent_st {
    cpu_object object;
    unsigned int flags;
    /* Guarded by the queue's lock: */
    cpu_task *task;     /* what the last record waits for; null: never recorded */
    uint64_t capture;   /* the capture where it was last recorded, or 0 */
    CUgraphNode *nodes; /* nodes of it that a wait for the event waits for */
    size_t node_count;
};

/* Frees an event that was destroyed and is no longer in the table of handles. */
void cpu_event_free(CUevent event);

/* With the lock: records the event for this task, in place of an earlier record. */
void cpu_event_record_task(CUevent event, cpu_task *task);

/* CUDA_SUCCESS if it is an event, in a context that can be used. */
CUresult cpu_event_check(CUevent event);

#endif
