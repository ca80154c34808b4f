// custub: -- long-double.cu
// The name of a file among the arguments would take the place of the source.
extern "C" __global__ void k(int n) {}
