// More operands at once, more operations and more parentheses than an expression may have.
#include <custub/kernel.h>
// clang-format off
extern "C" CUSTUB_REQUIRES(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n+(n))))))))))))))))))))))))))))))))) __global__ void operands(int n) {}
extern "C" CUSTUB_REQUIRES(n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n+n) __global__ void operations(int n) {}
extern "C" CUSTUB_REQUIRES((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((n)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))) __global__ void parentheses(int n) {}
