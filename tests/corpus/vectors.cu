// CUDA's vector types with their alignment, each behind a char.
// kernels: of_char of_uchar of_short of_ushort of_int of_uint of_long of_ulong of_longlong of_ulonglong of_float of_double behind
#define OF(t)                                                                                      \
    extern "C" __global__ void of_##t(char c1, t##1 a, char c2, t##2 b, char c3, t##3 c, char c4,  \
                                      t##4 d)                                                      \
    {                                                                                              \
    }
OF(char)
OF(uchar)
OF(short)
OF(ushort)
OF(int)
OF(uint)
OF(long)
OF(ulong)
OF(longlong)
OF(ulonglong)
OF(float)
OF(double)
extern "C" __global__ void behind(float2 *a, const float3 *b, float4 *__restrict__ c, uchar4 *d,
                                  const double2 *e)
{
}
