/* Events order streams, tell whether work is done, and time it. A stream calls the host. */
#include <custub/custub.h>
#include <stdio.h>

static void count(void *calls)
{
    ++*(int *)calls;
}

int main(void)
{
    int calls = 0, questions = 0;
    custub_error error = custub_error_none();
    custub_device *device = custub_device_open(0, &error);
    CUstream first = custub_stream_create(&error), second = custub_stream_create(&error);
    CUevent start = custub_event_create_timed(&error), end = custub_event_create_timed(&error);
    custub_u8_buffer buffer = custub_u8_buffer_create(1 << 24, &error);

    custub_event_record(start, first, &error);
    custub_u8_fill(buffer.view, 7, first, &error);
    custub_event_record(end, first, &error);
    custub_stream_wait(second, end, &error); /* the call comes after the fill */
    custub_stream_call(second, count, &calls, &error);
    while (custub_event_is_pending(end, &error)) /* false after a failure */
        questions++;
    float milliseconds = custub_event_elapsed(start, end, &error);
    custub_stream_synchronize(second, &error);

    custub_u8_buffer_destroy(&buffer, &error);
    custub_event_destroy(end, &error);
    custub_event_destroy(start, &error);
    custub_stream_destroy(second, &error);
    custub_stream_destroy(first, &error);
    custub_device_close(device, &error);
    if (custub_failed(&error))
        fprintf(stderr, "%s\n", error.message);
    else
        printf("%d questions, %d call, %.3f ms\n", questions, calls, (double)milliseconds);
    return custub_failed(&error) || calls != 1;
}
