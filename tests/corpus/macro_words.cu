// kernels: words
// Macros with the names that the assertions have for types, constants and members; and with those
// of C++'s types.
struct pair {
    double first;
    int tail[2];
};
enum level { low, high };

extern "C" __global__ void words(float *__restrict__ x, double *y, pair p, level *at, long n)
{
    x[n] = static_cast<float>(p.first + y[n] + at[n]);
}

#define T float
#define U 3
#define T0 0.5f
#define U0 1
#define n 4
#define p 5
#define is 6
#define bare 7
#define same 8
#define other 9
#define types 10
#define type 11
#define value 12
#define is_enumeration 13
#define double float
#define long int
#define true 1
#define bool char
