// Floating point beside integers that push it to its alignment.
// kernels: floats
extern "C" __global__ void floats(char a, float b, char c, double d, float e, double f)
{
}
