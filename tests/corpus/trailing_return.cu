// Return types behind the parameters, from a typedef, from an expression.
// kernels: trailing aliased deduced empty_list
typedef void nothing;
extern "C" __global__ auto trailing(int a) -> void
{
}
extern "C" __global__ nothing aliased(int a)
{
}
extern "C" __global__ auto deduced(float *a) -> decltype(void())
{
}
extern "C" __global__ void empty_list(void)
{
}
