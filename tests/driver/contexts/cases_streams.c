/* Streams, events and captures. */
#include "contexts.h"

#define STREAM_TABLE(X)                                                                            \
    X(cuStreamCreate, cu.cuStreamCreate((CUstream *)&s.pointer, 0))                                \
    X(cuStreamCreateWithPriority, cu.cuStreamCreateWithPriority((CUstream *)&s.pointer, 0, 0))     \
    X(cuStreamDestroy_v2, cu.cuStreamDestroy_v2(f.idle))                                           \
    X(cuStreamDestroy_v2__null, cu.cuStreamDestroy_v2(NULL))                                       \
    X(cuStreamSynchronize, cu.cuStreamSynchronize(f.stream))                                       \
    X(cuStreamSynchronize__null, cu.cuStreamSynchronize(NULL))                                     \
    X(cuStreamSynchronize__legacy, cu.cuStreamSynchronize(STREAM_LEGACY))                          \
    X(cuStreamSynchronize__per_thread, cu.cuStreamSynchronize(STREAM_PER_THREAD))                  \
    X(cuStreamQuery, cu.cuStreamQuery(f.stream))                                                   \
    X(cuStreamQuery__null, cu.cuStreamQuery(NULL))                                                 \
    X(cuStreamIsCapturing, cu.cuStreamIsCapturing(f.stream, &s.i))                                 \
    X(cuStreamIsCapturing__null, cu.cuStreamIsCapturing(NULL, &s.i))                               \
    X(cuStreamWaitEvent, cu.cuStreamWaitEvent(f.stream, f.recorded, 0))                            \
    X(cuStreamWaitEvent__null, cu.cuStreamWaitEvent(NULL, f.recorded, 0))                          \
    X(cuStreamWaitEvent__null_event, cu.cuStreamWaitEvent(f.stream, NULL, 0))                      \
    X(cuStreamWaitEvent__never_recorded, cu.cuStreamWaitEvent(f.stream, f.event, 0))               \
    X(cuStreamGetCtx, cu.cuStreamGetCtx(f.stream, (CUcontext *)&s.pointer))                        \
    X(cuStreamGetCtx__null, cu.cuStreamGetCtx(NULL, (CUcontext *)&s.pointer))                      \
    X(cuStreamAddCallback, cu.cuStreamAddCallback(f.stream, call_back, NULL, 0))                   \
    X(cuStreamAddCallback__null, cu.cuStreamAddCallback(NULL, call_back, NULL, 0))                 \
    X(cuLaunchHostFunc, cu.cuLaunchHostFunc(f.stream, do_nothing, NULL))                           \
    X(cuLaunchHostFunc__null, cu.cuLaunchHostFunc(NULL, do_nothing, NULL))                         \
    X(cuEventCreate, cu.cuEventCreate((CUevent *)&s.pointer, 0))                                   \
    X(cuEventRecord, cu.cuEventRecord(f.event, f.stream))                                          \
    X(cuEventRecord__null, cu.cuEventRecord(f.event, NULL))                                        \
    X(cuEventRecord__per_thread, cu.cuEventRecord(f.event, STREAM_PER_THREAD))                     \
    X(cuEventRecord__null_event, cu.cuEventRecord(NULL, f.stream))                                 \
    X(cuEventQuery, cu.cuEventQuery(f.recorded))                                                   \
    X(cuEventQuery__null, cu.cuEventQuery(NULL))                                                   \
    X(cuEventQuery__never_recorded, cu.cuEventQuery(f.event))                                      \
    X(cuEventSynchronize, cu.cuEventSynchronize(f.recorded))                                       \
    X(cuEventSynchronize__null, cu.cuEventSynchronize(NULL))                                       \
    X(cuEventElapsedTime, cu.cuEventElapsedTime(&s.real, f.recorded, f.later))                     \
    X(cuEventElapsedTime_v2, cu.cuEventElapsedTime_v2(&s.real, f.recorded, f.later))               \
    X(cuEventElapsedTime__never_recorded, cu.cuEventElapsedTime(&s.real, f.event, f.later))        \
    X(cuEventElapsedTime__null_event, cu.cuEventElapsedTime(&s.real, NULL, f.later))               \
    X(cuEventDestroy_v2, cu.cuEventDestroy_v2(f.event))                                            \
    X(cuEventDestroy_v2__null, cu.cuEventDestroy_v2(NULL))                                         \
    X(cuStreamBeginCapture_v2, cu.cuStreamBeginCapture_v2(f.stream, 2))                            \
    X(cuStreamBeginCapture_v2__null, cu.cuStreamBeginCapture_v2(NULL, 2))                          \
    X(cuStreamEndCapture__of_none, cu.cuStreamEndCapture(f.stream, (CUgraph *)&s.pointer))

/* In a capture. */
#define CAPTURE_TABLE(X)                                                                           \
    X(cuStreamEndCapture, cu.cuStreamEndCapture(f.capturing, (CUgraph *)&s.pointer))               \
    X(cuStreamIsCapturing__in_capture, cu.cuStreamIsCapturing(f.capturing, &s.i))                  \
    X(cuLaunchKernel__in_capture,                                                                  \
      cu.cuLaunchKernel(f.function, 1, 1, 1, 1, 1, 1, 0, f.capturing, NULL, NULL))                 \
    X(cuLaunchHostFunc__in_capture, cu.cuLaunchHostFunc(f.capturing, do_nothing, NULL))            \
    X(cuMemcpyDtoDAsync_v2__in_capture,                                                            \
      cu.cuMemcpyDtoDAsync_v2(f.memory, f.more, 16, f.capturing))                                  \
    X(cuMemcpyHtoDAsync_v2__in_capture,                                                            \
      cu.cuMemcpyHtoDAsync_v2(f.memory, f.pinned, 16, f.capturing))                                \
    X(cuMemsetD32Async__in_capture, cu.cuMemsetD32Async(f.memory, 0, 16, f.capturing))             \
    X(cuMemAllocAsync__in_capture, cu.cuMemAllocAsync(&s.address, BYTES, f.capturing))             \
    X(cuEventRecord__in_capture, cu.cuEventRecord(f.event, f.capturing))                           \
    X(cuStreamWaitEvent__in_capture, fork_capture())

static void do_nothing(void *data)
{
    (void)data;
}

static void call_back(CUstream stream, CUresult status, void *data)
{
    (void)stream;
    (void)status;
    (void)data;
}

/* The capture ends invalid if f.stream is not joined again. */
static CUresult fork_capture(void)
{
    CUresult result = cu.cuEventRecord(f.event, f.capturing);

    return result == CUDA_SUCCESS ? cu.cuStreamWaitEvent(f.stream, f.event, 0) : result;
}

CONTEXTS_TABLE(contexts_of_streams, STREAM_TABLE);
CONTEXTS_TABLE(contexts_of_captures, CAPTURE_TABLE);
