struct none {
    int tail[0];
};
extern "C" __global__ void k(none n)
{
}
