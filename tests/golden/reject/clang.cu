// An unknown type in a signature: libclang would take it for an int.
extern "C" __global__ void k(unknown_t n, float *x)
{
}
extern "C" __global__ void missing_brace(int n
