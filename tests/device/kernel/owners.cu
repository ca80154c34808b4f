// Parameters that can be moved but not copied. Every thread gets the bytes of the launch.
#include <custub/kernel.h>

class owner
{
    int *numbers_;
    int count_;

  public:
    owner(owner &&other) : numbers_(other.numbers_), count_(other.count_)
    {
        other.numbers_ = nullptr;
        other.count_ = 0;
    }
    owner(const owner &) = delete;
    __device__ int *take()
    {
        int *numbers = numbers_;
        numbers_ = nullptr;
        return numbers;
    }
    __device__ int count() const
    {
        return count_;
    }
};

extern "C" __global__ void take(owner from, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < from.count())
        from.take()[i] = value + i;
}

extern "C" __global__ void take_behind_barrier(owner from, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int count = from.count();
    __syncthreads();
    if (i < count)
        from.take()[i] += value;
}
