// Types that live in class templates.
// kernels: nested
template <class T> struct matrix {
    struct view {
        T *data;
        int rows, columns;
    };
    enum class order : char { row, column };
    using element = T;
    template <int N> struct tile {
        T v[N];
        char n;
    };
};
extern "C" __global__ void nested(char a, matrix<float>::view b, matrix<double>::order c,
                                  matrix<short>::element d, matrix<float>::tile<3> e,
                                  const matrix<float>::view *f, matrix<double>::view g)
{
}
