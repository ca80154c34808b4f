/* stream_set.h: the streams of a context, those that threads have of their own included. */
#ifndef CPU_STREAM_SET_H
#define CPU_STREAM_SET_H

#include "context/stream_state.h"

#include <stdbool.h>

void cpu_stream_set_initialize(cpu_stream_set *set, CUcontext context);
/* Everything in the context is done, and its streams are out of the table of handles. */
void cpu_stream_set_clear(cpu_stream_set *set);

/* A stream with a handle that is in no set yet; null without memory. */
CUstream cpu_stream_create(CUcontext context, unsigned int flags, int priority);

/* With the queue's lock: into the set of its context, and out of it. */
void cpu_stream_set_add(CUstream stream);
void cpu_stream_set_remove(CUstream stream);

/* With the queue's lock: the stream refers to no task any more. */
void cpu_stream_forget_tasks(CUstream stream);

/* For the functions whose names end in _ptsz or _ptds: what the null stream is on this thread. */
extern _Thread_local bool cpu_null_stream_is_per_thread;

/* The stream of a handle; null and the streams that always exist are handles too. Fails without a
 * current context, and if that serves no more. */
CUresult cpu_stream_find(CUstream handle, CUstream *out);

#endif
