extern "C" __global__ void scale(int *y)
{
    *y = 2;
}
