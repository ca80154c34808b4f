// Default arguments, on the prototype and on the definition.
// kernels: defaults apart
struct options {
    int a = 3;
    float b = 1.0f;
};
extern "C" __global__ void defaults(int a, float b = 2.0f, const float *c = nullptr, options d = {})
{
}
extern "C" __global__ void apart(int a, int b = 4);
extern "C" __global__ void apart(int a, int b)
{
}
