// Enumerations of every kind; unscoped ones without a type are as wide as their values need.
// kernels: unscoped scoped behind inside
enum plain { A, B };
enum negative { C = -1 };
enum wide { D = 0x100000000ull };
enum small : unsigned char { E };
enum class scoped_int { F };
enum struct scoped_short : short { G };
enum opaque : long long;
typedef enum { H } anonymous;
struct holder {
    enum class mode : char { off, on } m;
    enum { x } n;
    plain p;
};
extern "C" __global__ void unscoped(plain a, negative b, wide c, small d, enum plain e)
{
}
extern "C" __global__ void scoped(scoped_int a, scoped_short b, opaque c, holder::mode d, anonymous e)
{
}
extern "C" __global__ void behind(plain *a, const wide *b, scoped_short *c, opaque *d)
{
}
extern "C" __global__ void inside(holder a, const holder *b)
{
}
