// Constants of bases and of aliases of classes, and of enumeration types.
// custub: --arch sm_80,sm_90
#include <custub/kernel.h>
struct base {
    static constexpr int B = 1, HIDDEN = 2;
    enum { E = 3 };
};
struct other {
    static constexpr int O = 4;
};
namespace space {
struct derived : base, other {
    static constexpr int HIDDEN = 5;
};
using alias = derived;
} // namespace space
struct last : space::alias {};
typedef last name;
enum plain { LOW = -6, HIGH = 7 };
enum class scoped : unsigned char { TOP = 200 };
constexpr plain low = LOW;
constexpr scoped top = scoped::TOP;
using same = scoped;
extern "C" CUSTUB_REQUIRES(n != space::derived::B) CUSTUB_REQUIRES(n != space::derived::HIDDEN)
CUSTUB_REQUIRES(n != space::alias::E) CUSTUB_REQUIRES(n != last::O) CUSTUB_REQUIRES(n != name::B)
CUSTUB_REQUIRES(n != name::HIDDEN) CUSTUB_REQUIRES(n != low) CUSTUB_REQUIRES(n != top)
CUSTUB_REQUIRES(n != same::TOP) CUSTUB_REQUIRES(n != base::HIDDEN)
CUSTUB_REQUIRES(n != sizeof(name)) CUSTUB_REQUIRES(n != sizeof(space::alias))
__global__ void members(int n) {}
