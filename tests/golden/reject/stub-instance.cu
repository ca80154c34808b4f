#include <custub/kernel.h>
namespace math {
template <class T> struct traits { static_assert(sizeof(T) <= 8, "too large"); static constexpr int rows = 4; };
template <class T, int N> __global__ void tiled(T *x) { static_assert(N % 4 == 0, "N"); *x = N; }
template <class T> __global__ void checked(T *x) { *x = T(traits<T>::rows); }
}
struct large { double values[4]; large() = default; large(int); };
CUSTUB_STUB(tiled_4, math::tiled<float, 4>);
CUSTUB_STUB(tiled_5, math::tiled<float, 5>);
CUSTUB_STUB(checked, math::checked<large>);
#define STUB_OF(T) CUSTUB_STUB(tiled_##T, math::tiled<T, 6>); CUSTUB_STUB(fine_##T, math::tiled<T, 8>)
STUB_OF(double);
