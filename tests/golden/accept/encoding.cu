// A file that begins with a byte order mark. é
extern "C" __global__ void bom(float *café)
{
}
