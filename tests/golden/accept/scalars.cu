// Every scalar that a kernel can take by value.
#include <stddef.h>
#include <stdint.h>

enum colour { red, green = 7 };
enum class small : unsigned char { none };
typedef unsigned int index_type;

extern "C" __global__ void integers(bool b, char c, signed char sc, unsigned char uc, short s,
                                    unsigned short us, int i, unsigned int ui, long l,
                                    unsigned long ul, long long ll, unsigned long long ull)
{
}

extern "C" __global__ void named(size_t n, ptrdiff_t d, int8_t i8, uint16_t u16, int32_t i32,
                                 uint64_t u64, index_type index, wchar_t w, char16_t c16,
                                 char32_t c32)
{
}

extern "C" __global__ void floats(float f, const double d, colour c, small s)
{
}

extern "C" __global__ void nothing()
{
}
