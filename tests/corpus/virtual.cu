// A class with virtual functions: nvcc passes its bytes, the table's address among them.
// kernels: polymorphic
struct shape {
    int n;
    __device__ virtual int sides() const { return n; }
};
struct square : shape {
    char c;
    __device__ int sides() const override { return 4; }
};
extern "C" __global__ void polymorphic(char a, square b, shape *c)
{
}
