// A device function that a kernel in another part calls.
extern "C" __device__ int add_seven(int x)
{
    return x + 7;
}
