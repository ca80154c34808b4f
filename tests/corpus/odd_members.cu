// Members that take no room, or a room of their own.
// kernels: odd
struct empty {
};
struct holds_empty {
    empty a;
    int b;
    empty c;
};
struct zero_length {
    int n;
    char data[0];
};
struct flexible {
    int n;
    double data[];
};
struct odd_size {
    char c[5];
};
extern "C" __global__ void odd(empty a, empty b, int c, holds_empty d, zero_length e, flexible *f,
                               zero_length *g, empty *h, odd_size i, odd_size j, char k)
{
}
