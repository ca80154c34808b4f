// The attributes of a kernel in any order and place.
// kernels: a b c d e f g h
extern "C" {
__global__ void a(int n) {}
void __global__ b(int n) {}
__launch_bounds__(64) __global__ void c(int n) {}
void __launch_bounds__(64) __global__ d(int n) {}
__global__ __launch_bounds__(64) void e(int n) {}
__attribute__((global)) void f(int n) {}
__host__ inline int helper() { return 1; }
}
extern "C" void __global__ __launch_bounds__(64, 2) g(int n) {}
extern "C" __global__ void __launch_bounds__(32) __attribute__((used)) h(int n) {}
