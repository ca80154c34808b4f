// Every integer, under each of its usual spellings.
// kernels: plain spelled builtin
#include <stdint.h>

extern "C" __global__ void plain(bool b, signed char sc, unsigned char uc, short s,
                                 unsigned short us, int i, unsigned int ui, long l,
                                 unsigned long ul, long long ll, unsigned long long ull)
{
}
extern "C" __global__ void spelled(short int a, unsigned b, signed c, long int d,
                                   long unsigned int e, long long int f, unsigned long long int g,
                                   int unsigned h, signed long i)
{
}
extern "C" __global__ void builtin(int8_t a, uint8_t b, int16_t c, uint16_t d, int32_t e,
                                   uint32_t f, int64_t g, uint64_t h, size_t i, ptrdiff_t j,
                                   intptr_t k, uintptr_t l, int_fast16_t m, uint_least32_t n)
{
}
