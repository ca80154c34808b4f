/* stream.h: streams, which order work (CUDA Driver API, "Stream synchronization behavior"). */
#ifndef CPU_STREAM_H
#define CPU_STREAM_H

#include "stream/stream_set.h"
#include "task/task.h"

/* The range of cuCtxGetStreamPriorityRange on current GPUs. */
#define CPU_PRIORITY_LEAST    0
#define CPU_PRIORITY_GREATEST (-5)

/* The nearest legal priority. */
int cpu_stream_priority(int priority);

/* Submits work to the stream, or adds it to the graph that the stream is captured into. Owns the
 * work, even on failure. */
CUresult cpu_stream_submit(CUstream stream, cpu_work *work);

/* Submits work and waits until it is done. Fails for a stream that is captured. */
CUresult cpu_stream_perform(CUstream stream, cpu_work *work);

/* With the queue's lock, which is released meanwhile: waits until the stream takes more work. Must
 * be called before the stream's state is used, because the state may change. */
void cpu_stream_wait_for_room(CUstream stream);

/* With the queue's lock: submits a task of the stream, after all work that it has to wait for. The
 * task may wait for others already. The caller keeps its reference. */
CUresult cpu_stream_append(CUstream stream, cpu_task *task);

/* The same for a new task without work, which also waits for `earlier` unless that is null. *task
 * is the caller's reference; null on failure. */
CUresult cpu_stream_append_empty(CUstream stream, cpu_task *earlier, cpu_task **task);

#endif
