// One struct in several kernels, by value and behind pointers, in either order.
// kernels: first second third
struct later;
struct item {
    int x;
    later *next;
};
extern "C" __global__ void first(const item *a, later *b)
{
}
struct later {
    double y;
    item i;
};
extern "C" __global__ void second(later a, item *b)
{
}
extern "C" __global__ void third(item a, const later *b)
{
}
