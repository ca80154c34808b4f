// Parameters without a name, beside those that have the names given to them.
// kernels: unnamed only
extern "C" __global__ void unnamed(int, float *, int argument0, const float *, int argument1_)
{
}
extern "C" __global__ void only(int, int, double *)
{
}
