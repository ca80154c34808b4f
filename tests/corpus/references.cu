// References, which are addresses.
// kernels: references
struct point {
    float x, y;
};
extern "C" __global__ void references(char a, const int &b, float &c, const point &d, point &e,
                                      float (&f)[4], const float *const &g)
{
}
