// The kernel of the stand-in for NCCL: all sends and receives of a group at once.
#include "fake_nccl.h"

#include <custub/kernel.h>

/* An operation has to wait for earlier ones on the same channel. */
static __device__ bool is_first(const fake_operation *all, const bool *done, int i)
{
    for (int j = 0; j < i; j++)
        if (!done[j] && all[j].channel == all[i].channel)
            return false;
    return true;
}

static __device__ void copy(unsigned char *to, const unsigned char *from, unsigned long long bytes)
{
    for (unsigned long long i = 0; i < bytes; i++)
        to[i] = from[i];
}

/* Moves the next part if the other side is ready. Returns its size. */
static __device__ unsigned long long step(const fake_operation *op, unsigned long long moved)
{
    fake_channel *channel = (fake_channel *)op->channel;
    unsigned char *at = (unsigned char *)op->at + moved;
    const unsigned long long left = op->bytes - moved, part = left < FAKE_CHUNK ? left : FAKE_CHUNK;

    if (part == 0 || channel->is_full == op->is_sent)
        return 0;
    __threadfence();
    if (op->is_sent) {
        copy(channel->part, at, part);
        channel->bytes = op->bytes;
    } else {
        if (channel->bytes != op->bytes)
            __trap(); // the two sides have different sizes
        copy(at, channel->part, part);
    }
    __threadfence();
    channel->is_full = op->is_sent;
    return part;
}

/* The addresses are host addresses, which kernels can use on the CPU driver. */
extern "C" CUSTUB_BLOCK(1) CUSTUB_THREADS(1) __global__
    void fake_exchange(int count, unsigned long long operations, unsigned long long ended)
{
    const fake_operation *all = (const fake_operation *)operations;
    unsigned long long moved[FAKE_OPERATIONS] = {0};
    bool done[FAKE_OPERATIONS] = {false};
    int left = count;

    while (left > 0 && !*(const volatile int *)ended) {
        bool is_idle = true;
        for (int i = 0; i < count; i++) {
            if (done[i] || !is_first(all, done, i))
                continue;
            const unsigned long long part = step(&all[i], moved[i]);
            moved[i] += part;
            is_idle = is_idle && part == 0;
            // A sender waits until its last part was taken.
            done[i] = moved[i] == all[i].bytes &&
                      (!all[i].is_sent || !((const fake_channel *)all[i].channel)->is_full);
            left -= done[i];
        }
        if (is_idle)
            __nanosleep(20000);
    }
}
