// Threads that poll until others have done something, in the forms that programs use.

// The last thread sets a flag in shared memory, and all others wait for it.
extern "C" __global__ void wait_for_flag(int *out)
{
    __shared__ int flag, value;
    volatile int *const asked = &flag;

    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) {
        value = 42;
        __threadfence_block();
        *asked = 1;
    } else {
        while (*asked == 0)
            ;
        __threadfence_block();
    }
    out[threadIdx.x] = value;
}

// A lock that each thread takes, without any barrier of the block.
extern "C" __global__ void take_turns_at_lock(int *lock, int *count)
{
    bool is_done = false;

    while (!is_done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *(volatile int *)count = *(volatile int *)count + 1;
            __threadfence();
            atomicExch(lock, 0);
            is_done = true;
        }
    }
}

__device__ static bool has_reached(const int *number, int goal)
{
    return *(const volatile int *)number >= goal;
}

// Each thread waits for the next one, so they have to run backwards.
extern "C" __global__ void pass_backwards(int *baton, int *out)
{
    const int next = (int)(blockIdx.x * blockDim.x + threadIdx.x) + 1;

    while (atomicAdd(baton, 0) != next)
        ;
    out[next - 1] = next;
    __threadfence();
    atomicExch(baton, next - 1);
}

// A hand-written barrier of the grid. All blocks must run. A function polls by volatile reads.
extern "C" __global__ void meet_by_hand(int *arrived, int *numbers, int *out)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    const int count = (int)(gridDim.x * blockDim.x);

    numbers[i] = i;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrived, 1);
        while (!has_reached(arrived, (int)gridDim.x))
            ;
        __threadfence();
    }
    __syncthreads();
    out[i] = *(volatile int *)&numbers[(i + count / 2) % count];
}

// The same with compare-and-swap, by every thread of every block.
extern "C" __global__ void meet_by_hand_all(int *arrived, int *out)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    const int all = (int)(gridDim.x * blockDim.x);

    atomicAdd(arrived, 1);
    while (atomicCAS(arrived, -1, 0) < all)
        ;
    out[i] = i;
}

// Waits until the program or another kernel has written the number.
extern "C" __global__ void wait_for_others(const int *number, int *out)
{
    while (*(const volatile int *)number == 0)
        ;
    out[threadIdx.x] = *(const volatile int *)number;
}

extern "C" __global__ void write_number(int *number, int value)
{
    atomicExch(number, value);
}

// Polls two flags in turn, in a loop by goto.
extern "C" __global__ void wait_for_two(int *flags, int *out)
{
    if (threadIdx.x == 40) {
        atomicExch(&flags[1], 1);
        __nanosleep(100);
        atomicExch(&flags[0], 1);
        out[40] = 2;
        return;
    }
again:
    const int seen = atomicOr(&flags[0], 0) + atomicMax(&flags[1], 0);
    if (seen < 2)
        goto again;
    out[threadIdx.x] = seen;
}

// A maximum of floats by compare-and-swap: no thread waits, but the loop has the same form.
extern "C" __global__ void greatest(int n, const float *x, int *most)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (i >= n)
        return;
    int seen = *most;
    while (__int_as_float(seen) < x[i]) {
        const int before = atomicCAS(most, seen, __float_as_int(x[i]));
        if (before == seen)
            break;
        seen = before;
    }
}

// One thread has much to do, the others little. None of them waits.
extern "C" __global__ void work_unevenly(int rounds, unsigned *out)
{
    unsigned number = threadIdx.x + 1;

    for (int i = 0; i < (threadIdx.x == 0 ? rounds : 10); i++)
        number = number * 1664525u + 1013904223u;
    atomicExch(&out[threadIdx.x], number);
    __syncthreads();
    out[blockDim.x + threadIdx.x] = out[blockDim.x - 1 - threadIdx.x];
}

// Never ends.
extern "C" __global__ void wait_for_nobody(int *number)
{
    while (atomicAdd(number, 0) == 0)
        ;
}

// Never ends either, but does not poll: its threads run one after the other.
extern "C" __global__ void run_for_ever(unsigned *number)
{
    unsigned x = 1;

    do {
        x *= 3;
        *number = x;
    } while (x != 0);
}

// One warp fills two buffers in turn, another one reads them. Flags say whose turn it is.
extern "C" __global__ void hand_over(int tiles, const int *x, int *sums)
{
    __shared__ int buffer[2][32];
    __shared__ volatile int full[2], empty[2];
    const int lane = threadIdx.x % 32;
    int sum = 0;

    if (threadIdx.x < 2) {
        full[threadIdx.x] = 0;
        empty[threadIdx.x] = 1;
    }
    __syncthreads();
    for (int tile = 0; tile < tiles; tile++) {
        const bool fills = threadIdx.x < 32;
        volatile int *const mine = fills ? &empty[tile % 2] : &full[tile % 2];
        volatile int *const other = fills ? &full[tile % 2] : &empty[tile % 2];
        while (!*mine)
            ;
        __threadfence_block();
        __syncwarp();
        if (lane == 0)
            *mine = 0;
        if (fills)
            buffer[tile % 2][lane] = x[tile * 32 + lane];
        else
            sum += buffer[tile % 2][31 - lane] * (tile + 1);
        __threadfence_block();
        __syncwarp();
        if (lane == 0)
            *other = 1;
    }
    if (threadIdx.x >= 32)
        sums[lane] = sum;
}
