// A #line directive, as preprocessed files have them.
// kernels: moved
#line 100 "generated \"by\" a tool.cu"
extern "C" __global__ void moved(int a)
{
}
