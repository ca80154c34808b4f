// What the stand-in for NCCL does in a stream: all sends and receives of a group at once.
#include "fake_nccl.h"

#include <custub/kernel.h>

static __device__ bool is_first(const fake_operation *all, const unsigned char *done, int i)
{
    for (int j = 0; j < i; j++)
        if (done[j] != FAKE_DONE && all[j].channel == all[i].channel)
            return false;
    return true;
}

/* True if there was something to do. */
static __device__ bool step(const fake_operation *op, unsigned char *state)
{
    fake_channel *channel = (fake_channel *)op->channel;

    if (op->is_sent && *state == FAKE_WAITS && channel->state == FAKE_EMPTY) {
        channel->at = op->at;
        channel->bytes = op->bytes;
        __threadfence();
        channel->state = FAKE_FULL;
        *state = FAKE_OFFERED;
        return true;
    }
    if (op->is_sent && *state == FAKE_OFFERED && channel->state == FAKE_TAKEN) {
        channel->state = FAKE_EMPTY;
        *state = FAKE_DONE;
        return true;
    }
    if (op->is_sent || channel->state != FAKE_FULL)
        return false;
    __threadfence();
    if (channel->bytes != op->bytes)
        __trap(); // both sides name the same size
    for (unsigned long long i = 0; i < op->bytes; i++)
        ((char *)op->at)[i] = ((const char *)channel->at)[i];
    __threadfence();
    channel->state = FAKE_TAKEN;
    *state = FAKE_DONE;
    return true;
}

/* The addresses are of the host, which the CPU driver's kernels can use. */
extern "C" CUSTUB_BLOCK(1) CUSTUB_THREADS(1) __global__
    void fake_exchange(int count, unsigned long long operations, unsigned long long ended)
{
    const fake_operation *all = (const fake_operation *)operations;
    unsigned char done[FAKE_OPERATIONS] = {0};
    int left = count;

    while (left > 0 && !*(const volatile int *)ended) {
        bool moved = false;
        for (int i = 0; i < count; i++) {
            if (done[i] == FAKE_DONE || !is_first(all, done, i))
                continue;
            moved |= step(&all[i], &done[i]);
            left -= done[i] == FAKE_DONE;
        }
        if (!moved)
            __nanosleep(20000);
    }
}
