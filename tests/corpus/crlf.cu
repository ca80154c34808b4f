// Lines that end as on Windows, one of them continued.
// kernels: crlf continued
extern "C" __global__ void crlf(int a,
                                float *b)
{
}
#define MAKE(name) \
    extern "C" __global__ void name(int a) \
    { \
    }
MAKE(continued)
