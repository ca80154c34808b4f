// A byte order mark before the first line.
// kernels: marked
extern "C" __global__ void marked(int a)
{
}
