// Structs of the same name in different scopes.
// kernels: same
struct point {
    int x;
};
namespace a {
struct point {
    float x, y;
};
} // namespace a
struct a_point {
    char c;
};
struct outer {
    struct point {
        double x;
    } p;
};
extern "C" __global__ void same(point a, a::point b, a_point c, outer d, outer::point e)
{
}
