// Kernels that macros make.
// kernels: add_float add_double sub_float mul_int by_alias multi_line
#define KERNEL extern "C" __global__ void
#define PARAMS(T) const int n, const T *__restrict__ x, T *__restrict__ y
#define BINARY(T, name, op)                                                                        \
    KERNEL name##_##T(PARAMS(T))                                                                   \
    {                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        if (i < n)                                                                                 \
            y[i] = y[i] op x[i];                                                                   \
    }
#define BOTH(name, op) BINARY(float, name, op) BINARY(double, name, op)
BOTH(add, +) BINARY(float, sub, -)
BINARY(int, mul, *)
#define N count
#define FLOAT_POINTER float *
KERNEL by_alias(int N, FLOAT_POINTER values) {}
#define multi(name)                                                                                \
    KERNEL name(int a,                                                                             \
                float b)                                                                           \
    {                                                                                              \
    }
multi(multi_line)
