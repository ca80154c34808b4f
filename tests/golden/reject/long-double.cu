struct holds_one {
    int n;
    struct {
        long double deeper[2];
    } inside;
};
struct derives : holds_one {
    int more;
};
extern "C" __global__ void fine(long double *x, const holds_one *h) {} // bytes, nothing is known
extern "C" __global__ void in_struct(holds_one h) {}
extern "C" __global__ void in_base(derives d) {}
extern "C" __global__ void by_value(int n, long double x) {}
