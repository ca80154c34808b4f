// Kernels with C linkage in namespaces; their names stand alone.
// kernels: in_namespace in_inline in_anonymous in_nested
namespace a {
struct item {
    int x;
};
extern "C" __global__ void in_namespace(item i, const item *j) {}
inline namespace v1 {
extern "C" __global__ void in_inline(int i) {}
} // namespace v1
namespace {
extern "C" __global__ void in_anonymous(int i) {}
} // namespace
} // namespace a
namespace b::c {
extern "C" {
__global__ void in_nested(a::item i) {}
__global__ void prototype_of_nothing(int i);
}
struct item {
    double x;
};
} // namespace b::c
