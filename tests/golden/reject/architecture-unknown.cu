// custub: -- -arch=sm_10
extern "C" __global__ void k(int n) {}
