#include "misuse.h"

static CUstream stream;
static CUevent event;
static CUgraph graph;
static int number;
static float milliseconds;
static CUcontext context;

static void host_function(void *user)
{
    (void)user;
}

static void callback(CUstream done, CUresult status, void *user)
{
    (void)done;
    (void)status;
    (void)user;
}

static CUresult after_destruction(CUresult (*call)(CUstream))
{
    CUresult result = cu.cuStreamDestroy_v2(f.stream);

    return result == CUDA_SUCCESS ? call(f.stream) : result;
}

static CUresult after_event_destruction(CUresult (*call)(CUevent))
{
    CUresult result = cu.cuEventDestroy_v2(f.recorded);

    return result == CUDA_SUCCESS ? call(f.recorded) : result;
}

static CUresult begin_twice(void)
{
    return cu.cuStreamBeginCapture_v2(misuse_capture(CU_STREAM_CAPTURE_MODE_RELAXED),
                                      CU_STREAM_CAPTURE_MODE_RELAXED);
}

/* The result of ending the capture in which the argument's call was made. */
static CUresult end_after(CUresult result)
{
    (void)result;
    return cu.cuStreamEndCapture(f.capturing, &graph);
}

/* A stream joined the capture, and was not joined back. */
static CUresult end_unjoined(void)
{
    cu.cuEventRecord(f.event, misuse_capture(CU_STREAM_CAPTURE_MODE_RELAXED));
    cu.cuStreamWaitEvent(f.stream, f.event, 0);
    misuse_launch(f.add, 1, 4, 0, f.stream);
    return cu.cuStreamEndCapture(f.capturing, &graph);
}

static CUresult end_on_joined(void)
{
    cu.cuEventRecord(f.event, misuse_capture(CU_STREAM_CAPTURE_MODE_RELAXED));
    cu.cuStreamWaitEvent(f.stream, f.event, 0);
    return cu.cuStreamEndCapture(f.stream, &graph);
}

/* An event that was recorded in a capture is only valid in this capture. */
static CUresult captured_event(CUresult (*call)(CUevent))
{
    CUresult result = cu.cuEventRecord(f.event, misuse_capture(CU_STREAM_CAPTURE_MODE_RELAXED));

    return result == CUDA_SUCCESS ? call(f.event) : result;
}

static CUresult wait_in_stream(CUevent waited)
{
    return cu.cuStreamWaitEvent(f.stream, waited, 0);
}

static CUresult elapsed_since(CUevent start)
{
    return cu.cuEventElapsedTime(&milliseconds, start, f.recorded);
}

static CUresult legacy_during_capture(void)
{
    CUstream blocking;

    cu.cuStreamCreate(&blocking, CU_STREAM_DEFAULT);
    cu.cuStreamBeginCapture_v2(blocking, CU_STREAM_CAPTURE_MODE_RELAXED);
    return misuse_launch(f.add, 1, 4, 0, NULL);
}

static CUresult allocate_during(int mode)
{
    CUdeviceptr address;

    misuse_capture(mode);
    return cu.cuMemAlloc_v2(&address, 64);
}

static CUresult query_during(int mode)
{
    misuse_capture(mode);
    return cu.cuStreamQuery(f.stream);
}

static CUresult destroy_during(void)
{
    return cu.cuStreamDestroy_v2(misuse_capture(CU_STREAM_CAPTURE_MODE_RELAXED));
}

static CUresult upload_during(int mode)
{
    misuse_capture(mode);
    return cu.cuMemcpyHtoD_v2(f.memory, f.host, 64);
}

static CUstream relaxed(void)
{
    return misuse_capture(CU_STREAM_CAPTURE_MODE_RELAXED);
}

#define STREAM_TABLE(X)                                                                            \
    X(stream_into_null, USUAL, cu.cuStreamCreate(NULL, 0))                                         \
    X(stream_flags_unknown, USUAL, cu.cuStreamCreate(&stream, 2))                                  \
    X(stream_priority_into_null, USUAL, cu.cuStreamCreateWithPriority(NULL, 0, 0))                 \
    X(stream_priority_beyond, USUAL, cu.cuStreamCreateWithPriority(&stream, 0, -1000))             \
    X(stream_priority_flags, USUAL, cu.cuStreamCreateWithPriority(&stream, 4, 0))                  \
    X(destroy_null_stream, USUAL, cu.cuStreamDestroy_v2(NULL))                                     \
    X(destroy_legacy_stream, USUAL, cu.cuStreamDestroy_v2((CUstream)CPU_STREAM_LEGACY))            \
    X(destroy_thread_stream, USUAL, cu.cuStreamDestroy_v2((CUstream)CPU_STREAM_PER_THREAD))        \
    X(destroy_stream_twice, MARRING, after_destruction(cu.cuStreamDestroy_v2))                     \
    X(synchronize_destroyed_stream, MARRING, after_destruction(cu.cuStreamSynchronize))            \
    X(query_destroyed_stream, MARRING, after_destruction(cu.cuStreamQuery))                        \
    X(context_into_null, USUAL, cu.cuStreamGetCtx(f.stream, NULL))                                 \
    X(context_of_null_stream, USUAL, cu.cuStreamGetCtx(NULL, &context))                            \
    X(wait_for_null_event, USUAL, cu.cuStreamWaitEvent(f.stream, NULL, 0))                         \
    X(wait_flags_unknown, USUAL, cu.cuStreamWaitEvent(f.stream, f.recorded, 8))                    \
    X(wait_for_unrecorded, USUAL, cu.cuStreamWaitEvent(f.stream, f.event, 0))                      \
    X(wait_external_outside_capture, USUAL, cu.cuStreamWaitEvent(f.stream, f.recorded, 1))         \
    X(host_function_null, USUAL, cu.cuLaunchHostFunc(f.stream, NULL, NULL))                        \
    X(host_function_in_null_stream, USUAL, cu.cuLaunchHostFunc(NULL, host_function, NULL))         \
    X(callback_null, USUAL, cu.cuStreamAddCallback(f.stream, NULL, NULL, 0))                       \
    X(callback_flags, USUAL, cu.cuStreamAddCallback(f.stream, callback, NULL, 1))                  \
    X(event_into_null, USUAL, cu.cuEventCreate(NULL, 0))                                           \
    X(event_flags_unknown, USUAL, cu.cuEventCreate(&event, 0x100))                                 \
    X(event_interprocess_with_timing, USUAL, cu.cuEventCreate(&event, CU_EVENT_INTERPROCESS))      \
    X(destroy_null_event, USUAL, cu.cuEventDestroy_v2(NULL))                                       \
    X(destroy_event_twice, MARRING, after_event_destruction(cu.cuEventDestroy_v2))                 \
    X(query_destroyed_event, MARRING, after_event_destruction(cu.cuEventQuery))                    \
    X(wait_for_destroyed_event, MARRING, after_event_destruction(wait_in_stream))                  \
    X(record_null_event, USUAL, cu.cuEventRecord(NULL, f.stream))                                  \
    X(query_null_event, USUAL, cu.cuEventQuery(NULL))                                              \
    X(query_unrecorded, USUAL, cu.cuEventQuery(f.event))                                           \
    X(synchronize_null_event, USUAL, cu.cuEventSynchronize(NULL))                                  \
    X(synchronize_unrecorded, USUAL, cu.cuEventSynchronize(f.event))                               \
    X(elapsed_into_null, USUAL, cu.cuEventElapsedTime(NULL, f.recorded, f.recorded))               \
    X(elapsed_since_null, USUAL, cu.cuEventElapsedTime(&milliseconds, NULL, f.recorded))           \
    X(elapsed_since_unrecorded, USUAL, elapsed_since(f.event))                                     \
    X(elapsed_since_timeless, USUAL, elapsed_since(f.timeless))                                    \
    X(capture_legacy, USUAL, cu.cuStreamBeginCapture_v2(NULL, 0))                                  \
    X(capture_legacy_by_name, USUAL, cu.cuStreamBeginCapture_v2((CUstream)CPU_STREAM_LEGACY, 0))   \
    X(capture_mode_unknown, USUAL, cu.cuStreamBeginCapture_v2(f.stream, 9))                        \
    X(capture_twice, USUAL, begin_twice())                                                         \
    X(end_no_capture, USUAL, cu.cuStreamEndCapture(f.stream, &graph))                              \
    X(end_capture_into_null, USUAL, cu.cuStreamEndCapture(relaxed(), NULL))                        \
    X(end_capture_of_legacy, USUAL, cu.cuStreamEndCapture(NULL, &graph))                           \
    X(end_capture_unjoined, USUAL, end_unjoined())                                                 \
    X(end_capture_elsewhere, USUAL, end_on_joined())                                               \
    X(capturing_into_null, USUAL, cu.cuStreamIsCapturing(f.stream, NULL))                          \
    X(capturing_of_legacy, USUAL, cu.cuStreamIsCapturing(NULL, &number))                           \
    X(synchronize_capturing, USUAL, cu.cuStreamSynchronize(relaxed()))                             \
    X(query_capturing, USUAL, cu.cuStreamQuery(relaxed()))                                         \
    X(end_after_synchronize, USUAL, end_after(cu.cuStreamSynchronize(relaxed())))                  \
    X(synchronize_context_capturing, USUAL, (relaxed(), cu.cuCtxSynchronize()))                    \
    X(end_after_context_synchronize, USUAL, end_after((relaxed(), cu.cuCtxSynchronize())))         \
    X(query_captured_event, USUAL, captured_event(cu.cuEventQuery))                                \
    X(synchronize_captured_event, USUAL, captured_event(cu.cuEventSynchronize))                    \
    X(elapsed_since_captured_event, USUAL, captured_event(elapsed_since))                          \
    X(legacy_launch_during_capture, USUAL, legacy_during_capture())                                \
    X(allocate_during_global_capture, USUAL, allocate_during(CU_STREAM_CAPTURE_MODE_GLOBAL))       \
    X(allocate_during_relaxed_capture, USUAL, allocate_during(CU_STREAM_CAPTURE_MODE_RELAXED))     \
    X(end_after_forbidden_allocation, USUAL,                                                       \
      end_after(allocate_during(CU_STREAM_CAPTURE_MODE_GLOBAL)))                                   \
    X(query_other_during_capture, USUAL, query_during(CU_STREAM_CAPTURE_MODE_GLOBAL))              \
    X(upload_during_global_capture, USUAL, upload_during(CU_STREAM_CAPTURE_MODE_GLOBAL))           \
    X(upload_during_relaxed_capture, USUAL, upload_during(CU_STREAM_CAPTURE_MODE_RELAXED))         \
    X(end_empty_capture, USUAL, end_after((CUresult)(relaxed() == NULL)))                          \
    X(callback_while_capturing, USUAL, cu.cuStreamAddCallback(relaxed(), callback, NULL, 0))       \
    X(destroy_capturing_stream, MARRING, destroy_during())

MISUSE_TABLE(misuse_of_streams, STREAM_TABLE);
