// Declarations that depend on which compiler reads them.
// nvcc refuses: constants enumerations fields functions lengths orders sizes types
// verify refuses: lengths types
// host refuses: constants enumerations fields functions lengths orders sizes types
#include <custub/kernel.h>
#ifdef __CUSTUB__
#define CHOOSE(custub, others) custub
#else
#define CHOOSE(custub, others) others
#endif
namespace settings {
constexpr int ROWS = CHOOSE(4, 8);
enum class mode : CHOOSE(unsigned, int) { FAST, EXACT };
struct tile {
    CHOOSE(float, double) value;
};
} // namespace settings
struct length {
    char data[CHOOSE(4, 8)];
};
struct field {
    CHOOSE(int, float) number;
};
struct order {
    CHOOSE(int a, int b);
    CHOOSE(int b, int a);
};
struct outer {
    char c;
    order inside[2];
};
extern "C" CUSTUB_REQUIRES(n % settings::ROWS == 0) __global__ void constants(int n)
{
}
extern "C" __global__ void enumerations(settings::mode mode)
{
}
extern "C" CUSTUB_REQUIRES(n % sizeof(settings::tile) == 0) __global__ void sizes(int n)
{
}
extern "C" __global__ void lengths(length s)
{
}
extern "C" __global__ void fields(const field *s)
{
}
extern "C" __global__ void orders(const outer *s)
{
}
extern "C" __global__ void types(CHOOSE(float, int) a)
{
}
extern "C" __global__ void functions(CHOOSE(const float, float) *a)
{
}
typedef struct {
    int a;
} named_by_typedef;
struct hidden {
    int a;
};
__device__ void hidden(int n); // of the same name as a class
extern "C" CUSTUB_REQUIRES(n % (sizeof(named_by_typedef) + sizeof(struct hidden)) == 0)
__global__ void fine(int n, const float *a, const void *v,
                                volatile int *const *p, int (*f)(int), char text[4])
{
}
