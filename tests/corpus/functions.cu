// Pointers to functions, by pointer, by typedef and as a function type that decays.
// kernels: functions
typedef float unary(float);
typedef float (*binary)(float, float);
using callback = void (*)(void *, int);
extern "C" __global__ void functions(char a, unary *b, binary c, callback d, unary e,
                                     int f(int, float), void (*g[3])(int), binary *h,
                                     void (*i)(void (*)(int)))
{
}
