// custub: -- -std=nonsense
extern "C" __global__ void k(int n)
{
}
