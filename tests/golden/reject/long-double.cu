struct holds_one {
    long double inside; // as bytes it can be passed
};
extern "C" __global__ void fine(holds_one h) {}
extern "C" __global__ void by_value(int n, long double x) {}
extern "C" __global__ void behind_pointer(long double *x) {}
