// What clang itself refuses in a CUSTUB_STUB, in custub's words.
#include <custub/kernel.h>
namespace math {
__global__ void scale(float *y) {}
__device__ int number;
void (*changing)(float *) = scale;
constexpr void (*nothing)(float *) = nullptr;
struct record { int x; };
}
CUSTUB_STUB(a, math::number);
CUSTUB_STUB(b, 2.0f);
CUSTUB_STUB(c, math::record);
CUSTUB_STUB(d, math::nothing);
CUSTUB_STUB(e, math::changing);
CUSTUB_STUB(f, (void (*)(int *))math::scale);
