// A contract without the header that has its words.
extern "C" __global__ void k(int n, float *x CUSTUB_COUNTED_BY(n)) {}
