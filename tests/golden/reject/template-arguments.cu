#include <custub/kernel.h>
constexpr int WIDE = 3;
namespace math {
template <int N> struct config { static constexpr int rows = N; };
template <int... N> CUSTUB_REQUIRES(n > N) __global__ void pack(int n) {}
template <template <int> class C> CUSTUB_REQUIRES(n > C::rows) __global__ void held(int n) {}
template <class T> CUSTUB_REQUIRES(n > T::rows) __global__ void member(int n) {}
template <class T> CUSTUB_REQUIRES(n > T) __global__ void type(int n, T *x) {}
template <class T> CUSTUB_REQUIRES(n > sizeof(T)) __global__ void size(int n) {}
template <auto N> CUSTUB_REQUIRES(n > N) __global__ void value(int n) {}
template <int *P> CUSTUB_REQUIRES(n > P) __global__ void pointer(int n) {}
template <int WIDE> CUSTUB_REQUIRES(n > WIDE) __global__ void given(int n) {}
template <> __global__ void given<4>(int n) {}
template <int N> CUSTUB_BLOCK(N) __global__ void block(int *x CUSTUB_ALIGNED(N)) {}
}
CUSTUB_STUB(pack, math::pack<1, 2>);
CUSTUB_STUB(held, math::held<math::config>);
CUSTUB_STUB(member, math::member<math::config<4>>);
CUSTUB_STUB(type, math::type<int>);
CUSTUB_STUB(size, math::size<struct undefined>);
CUSTUB_STUB(value, math::value<-3>);
CUSTUB_STUB(pointer, math::pointer<nullptr>);
CUSTUB_STUB(given, math::given<4>);
CUSTUB_STUB(block, math::block<3>);
