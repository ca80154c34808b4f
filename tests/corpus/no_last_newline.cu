// No newline at the end of the file.
// kernels: last
extern "C" __global__ void last(int a) {}