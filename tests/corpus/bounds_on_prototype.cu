// Bounds that stand on the prototype alone, or on both.
// kernels: on_prototype on_both on_definition
extern "C" __global__ void __launch_bounds__(64) on_prototype(int a);
extern "C" __global__ void on_prototype(int a)
{
}
extern "C" __global__ void __launch_bounds__(96) on_both(int a);
extern "C" __global__ void __launch_bounds__(96) on_both(int a)
{
}
extern "C" __global__ void on_definition(int a);
extern "C" __global__ void __launch_bounds__(128) on_definition(int a)
{
}
