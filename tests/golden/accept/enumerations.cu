// Enumerations: scoped, in namespaces, with values of every width, with the same enumerators.
#include "../../../runtime/include/custub/kernel.h"

enum colour { red, green = 7, kernels };
enum class mode : unsigned char { off, on, colour };
enum class level : short { off = -1, on };
enum wide : unsigned long long { first = 1, last = 0xffffffffffffffff };
enum least : long { lowest = -0x7fffffffffffffff - 1 };
enum lowest_int { minus = -0x7fffffff - 1, plus = 0x7fffffff };
enum class truth : bool { no, yes };
enum letters : char { restrict_, letter = 'a' };
enum opaque : int;
enum { unnamed };
namespace other {
enum colour { blue, green };
}
struct colour_box {
    enum class mode { closed = 3 } m;
    ::mode both[2];
    enum { hidden } h;
};
struct enumerations_of {
    colour c;
};

extern "C" __global__ void by_value(colour a, mode b, level c, wide d, least e, lowest_int f, truth g,
                                    letters h, opaque i, other::colour j)
{
}
extern "C" __global__ void inside(colour_box a, enumerations_of b, int colour)
{
}
enum only_element { zero, one };
extern "C" __global__ void behind(only_element *a, const wide *b, mode *c)
{
}
extern "C" __global__ CUSTUB_REQUIRES(m == 1 || (c == 7 && box.both[1] != 0)) void
contract(mode m, colour c, colour_box box, float *x CUSTUB_COUNTED_BY(c * m))
{
}
