// Kernels that are static have a mangled name, and no one outside finds them, also behind extern "C".
// nvcc: --diag-suppress 177
// says: 5 kernels without C linkage
// kernels: plain
#define STATIC(name)                                                                               \
    extern "C" static __global__ void name(int *x)                                                 \
    {                                                                                              \
        *x = 1;                                                                                    \
    }
extern "C" static __global__ void behind(int *x)
{
    *x = 1;
}
extern "C" __global__ static void between(int *x)
{
    *x = 1;
}
STATIC(from_macro)
extern "C" {
static __global__ void in_block(int *x)
{
    *x = 1;
}
}
static __global__ void without(int *x)
{
    *x = 1;
}
extern "C" static int not_a_kernel(void)
{
    return 1;
}
extern "C" __global__ void plain(int *x)
{
    *x = 1;
}
