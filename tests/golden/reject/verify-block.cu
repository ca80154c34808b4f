// custub: --ptx sm_90=verify-block.ptx
extern "C" __global__ void __block_size__((32, 2, 1)) k(int n)
{
}
