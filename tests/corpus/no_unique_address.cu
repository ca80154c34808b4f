// [[no_unique_address]] where nvcc lays it out as others do.
// kernels: leading between two whole nested
struct empty {
};
struct other {
};
struct one {
    [[no_unique_address]] empty e;
    short a;
};
struct middle {
    int a;
    [[no_unique_address]] empty e;
    double b;
};
struct both {
    [[no_unique_address]] empty e;
    [[no_unique_address]] other f;
    int a;
    char b;
};
struct pair {
    int a;
    char b;
};
struct separate {
    [[no_unique_address]] pair p;
    char c;
};
struct outer {
    one a;
    middle b[2];
};
extern "C" __global__ void leading(one a, char next, float *x)
{
}
extern "C" __global__ void between(middle a, char next, float *x)
{
}
extern "C" __global__ void two(both a, char next, float *x)
{
}
extern "C" __global__ void whole(separate a, char next, float *x)
{
}
extern "C" __global__ void nested(outer a, char next, float *x)
{
}
