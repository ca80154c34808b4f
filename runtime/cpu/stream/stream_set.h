/* stream_set.h: the streams of a context, per-thread streams included. */
#ifndef CPU_STREAM_SET_H
#define CPU_STREAM_SET_H

#include "context/stream_state.h"

#include <stdbool.h>

void cpu_stream_set_initialize(cpu_stream_set *set, CUcontext context);
/* Frees the streams. All work in the context is done, and no stream is in the table of handles. */
void cpu_stream_set_clear(cpu_stream_set *set);

/* Makes a stream with a handle, which is in no set yet; null without memory. */
CUstream cpu_stream_create(CUcontext context, unsigned int flags, int priority);

/* With the queue's lock: adds the stream to its context's set; takes it out. */
void cpu_stream_set_add(CUstream stream);
void cpu_stream_set_remove(CUstream stream);

/* With the queue's lock: drops all of the stream's references to tasks. */
void cpu_stream_forget_tasks(CUstream stream);

/* Set during functions whose names end in _ptsz or _ptds: the null stream is the thread's own. */
extern _Thread_local bool cpu_null_stream_is_per_thread;

/* The stream of a handle. Null and the streams that always exist are those of the current context;
 * without one, or if it cannot be used any more, they fail. Other streams need no current context.
 */
CUresult cpu_stream_find(CUstream handle, CUstream *out);

#endif
