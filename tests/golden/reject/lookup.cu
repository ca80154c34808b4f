// Names in contracts that mean something else than an integer constant, or several.
#include <custub/kernel.h>

template <int T> struct Cfg {
    static constexpr int V = 2 * T;
    enum { W = T };
};
template <> struct Cfg<4> {
    static constexpr int V = 5;
    enum { W = 6 };
};
template struct Cfg<8>;
constexpr int N = 1;
constexpr int M = 2;
constexpr int P = 3;
struct limits { static constexpr int TOP = 4; };
namespace a {
constexpr int A = 5;
constexpr int N = 6;
} // namespace a
using namespace a;
namespace b {
void M();
struct limits {};
struct P {};
extern "C" CUSTUB_REQUIRES(n > M) CUSTUB_REQUIRES(n > limits::TOP) CUSTUB_REQUIRES(n > P)
__global__ void hidden(int n) {}
} // namespace b
extern "C" CUSTUB_REQUIRES(n > sizeof(Cfg)) __global__ void of_template(int n) {}
extern "C" CUSTUB_REQUIRES(n > N) CUSTUB_REQUIRES(n > A) __global__ void ambiguous(int n) {}
namespace first {
extern "C" CUSTUB_REQUIRES(n > 1) __global__ void moved(int n);
}
namespace second {
extern "C" __global__ void moved(int n) {}
}
using four = Cfg<4>;
struct holder : Cfg<3> {};
struct left {
    enum { SIDE = 1 };
};
struct right {
    enum { SIDE = 2 };
};
struct both : left, right {};
extern "C" CUSTUB_REQUIRES(n > four::V) CUSTUB_REQUIRES(n > holder::V)
CUSTUB_REQUIRES(n > both::SIDE) __global__ void of_instance(int n) {}
