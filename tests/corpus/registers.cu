// __maxnreg__, which stands instead of launch bounds.
// needs: cuda 12.4
// kernels: few
extern "C" __global__ void __maxnreg__(32) few(float *a)
{
}
