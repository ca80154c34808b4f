// Names that C or the generated header has a use for.
#undef unix /* to GCC a macro */
struct kernels {
    int restrict;
    float size_t_;
};

extern "C" __global__ void local(int kernels, int launch, int call, int arguments, float *needs)
{
}
extern "C" __global__ void keywords(int restrict, int _Bool_, int unix, float *size_t, int)
{
}
extern "C" __global__ void twins(int restrict, int restrict_, int NULL_, const float *, const float *)
{
}
extern "C" __global__ void by_value(struct kernels names_kernels, struct kernels *view)
{
}
// Names of parameters' indices that are taken.
enum many { one };
struct param_x {
    int x;
};
extern "C" __global__ void names(int x, struct param_x y, enum many z)
{
}
extern "C" __global__ void names_param(int param_x, int names_param_x, int names_one)
{
}
// Names of the structs of arguments that are taken.
struct args {
    int x;
};
extern "C" __global__ void by_value_args(struct args by_value_args, int args, int error)
{
}
// Keywords of C++20, as a compiler of C++17 reads them.
extern "C" __global__ void keywords(int requires, int concept, int co_await)
{
}
