/* stream.h: streams: in which order work is done (CUDA Driver API, "Stream synchronization
 * behavior"). */
#ifndef CPU_STREAM_H
#define CPU_STREAM_H

#include "stream/stream_set.h"
#include "task/task.h"

/* The range that cuCtxGetStreamPriorityRange answers on current devices. */
#define CPU_PRIORITY_LEAST    0
#define CPU_PRIORITY_GREATEST (-5)

/* Hands work to the stream, or to the graph that it is being captured into. Owns the work from here
 * on, whatever the answer. */
CUresult cpu_stream_submit(CUstream stream, cpu_work *work);

/* The same, and waits until it is done. Not for a stream that is being captured. */
CUresult cpu_stream_perform(CUstream stream, cpu_work *work);

/* With the queue's lock, but not in the meantime: waits until the stream takes more work. To be
 * called before anything is decided by what the stream is. */
void cpu_stream_wait_for_room(CUstream stream);

/* With the queue's lock: submits a task of the stream, after all work that it has to wait for.
 * It may wait for other tasks already. The reference stays the caller's. */
CUresult cpu_stream_append(CUstream stream, cpu_task *task);

#endif
