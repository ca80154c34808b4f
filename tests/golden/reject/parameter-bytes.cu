struct large {
    float values[9000];
};
extern "C" __global__ void k(large l)
{
}
