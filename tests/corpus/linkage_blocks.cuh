__global__ void from_block(float *x)
{
}
