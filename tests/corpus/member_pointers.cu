// Pointers to members, and the type of nullptr.
// kernels: member_pointers
struct thing {
    int x;
    __device__ int f(int);
};
extern "C" __global__ void member_pointers(char a, int thing::*b, char c,
                                           int (thing::*d)(int), char e, decltype(nullptr) f)
{
}
