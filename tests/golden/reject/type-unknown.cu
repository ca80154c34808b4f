// A pointer into an array whose length is a parameter: no element has a size.
extern "C" __global__ void k(int n, int (*rows)[n])
{
}
