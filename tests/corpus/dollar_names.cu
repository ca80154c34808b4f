// A dollar sign in names.
// kernels: a_b_ a_b
struct fields$ {
    int x$, x_;
};
extern "C" __global__ void a$b(int $, float *x$y, int x_y, fields$ s)
{
}
extern "C" __global__ void a_b(int a)
{
}
