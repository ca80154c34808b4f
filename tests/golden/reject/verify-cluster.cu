// custub: --ptx sm_90=verify-cluster.ptx
extern "C" __global__ void __cluster_dims__(4, 1, 1) k(int n)
{
}
