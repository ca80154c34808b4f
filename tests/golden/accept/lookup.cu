// A name in a contract means what C++ finds for it where the contract stands.
#include <custub/kernel.h>

constexpr int N = 1;
constexpr int M = 2;
struct item { char c[1]; };
namespace other {
constexpr int O = 3;
enum kind { FIRST = 4, SECOND };
enum class level { LOW = 6 };
struct limits {
    static constexpr int TOP = 7;
    enum { BOTTOM = 8 };
};
} // namespace other
namespace alias = other;

namespace outer {
constexpr int N = 11;
struct item { char c[12]; };
inline namespace v1 {
constexpr int I = 13;
}
namespace {
constexpr int U = 14;
}
using other::O;
using other::SECOND;
namespace inner {
constexpr int M = 15;
using namespace other;
extern "C" CUSTUB_REQUIRES(n != N) CUSTUB_REQUIRES(n != ::N) CUSTUB_REQUIRES(n != M)
CUSTUB_REQUIRES(n != I) CUSTUB_REQUIRES(n != U) CUSTUB_REQUIRES(n != O)
CUSTUB_REQUIRES(n != SECOND) CUSTUB_REQUIRES(n != FIRST) CUSTUB_REQUIRES(n != level::LOW)
CUSTUB_REQUIRES(n != alias::limits::TOP) CUSTUB_REQUIRES(n != limits::BOTTOM)
CUSTUB_REQUIRES(n != outer::N) CUSTUB_REQUIRES(n != outer::I) CUSTUB_REQUIRES(n != inner::M)
CUSTUB_REQUIRES(n != sizeof(item)) CUSTUB_REQUIRES(n != sizeof(::item))
CUSTUB_REQUIRES(n != other::kind::FIRST)
__global__ void within(int n) {}
extern "C" CUSTUB_REQUIRES(M > 0) __global__ void shadowing(int M) {}
extern "C" __global__ void elsewhere(int n) {}
} // namespace inner
} // namespace outer
using namespace outer::inner;
extern "C" CUSTUB_REQUIRES(n != N) CUSTUB_REQUIRES(n != outer::O) CUSTUB_REQUIRES(n != FIRST)
__global__ void outside(int n) {}
extern "C" CUSTUB_REQUIRES(n != N) __global__ void CUSTUB_CONTRACT_OF(elsewhere)(int n);
// What comes later is not meant.
constexpr int LATE = 21;
namespace first {
constexpr int N = 22;
extern "C" CUSTUB_REQUIRES(n != LATE) CUSTUB_REQUIRES(n != N) __global__ void early(int n);
constexpr int LATE = 23;
enum { UNSEEN = 24 };
extern "C" __global__ void early(int n) {}
extern "C" CUSTUB_REQUIRES(n != LATE) CUSTUB_REQUIRES(n != UNSEEN) __global__ void late(int n) {}
} // namespace first
