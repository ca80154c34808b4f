// Arguments that are a template's defaults: libclang leaves them out of a type's name or does not, as
// its version goes. They are in the names here, whichever it is.
namespace grid {
enum class order { rows, columns };
template <int N> struct extent {
    int unused;
};
template <class T, int N, int Bytes = int(sizeof(T)) * N> struct alignas(Bytes) storage {
    T item[N];
};
template <class T, class E = extent<1>, class S = storage<T, 4>> struct tile {
    S items;
    E shape;
};
template <class T, order O = order::columns, bool B = true, char C = '<', unsigned U = 5>
struct matrix {
    T item;
};
template <class T, class U = T *> struct list {
    struct node {
        T item;
        U next;
    };
    template <class K = unsigned> struct table {
        K key;
    };
};
} // namespace grid
extern "C" __global__ void by_value(grid::tile<float> a, grid::matrix<int> b,
                                    grid::matrix<int, grid::order::rows, false, 'x', 7> c,
                                    grid::list<int>::node d, grid::list<char>::table<> e)
{
}
extern "C" __global__ void behind(const grid::tile<grid::matrix<double>> *a, grid::tile<int> **b,
                                  grid::list<grid::tile<short>>::node *c)
{
}

// Addresses, templates and characters.
__device__ int variable;
__device__ int array[4];
__device__ void function(int) {}
namespace grid {
struct cell {
    int width, height;
    __device__ void move() {}
};
__device__ int variable;
template <class T> struct box {
    T item;
};
template <class... T> struct boxes {
    int unused;
};
template <int *P = &variable, int *A = array, void (*F)(int) = function, int *N = nullptr>
struct pointers {
    int item;
};
template <int &R = ::variable, int cell::*M = &cell::height, void (cell::*F)() = &cell::move,
          auto V = &::variable>
struct others {
    int item;
};
template <template <class> class C = box, class T = int> struct shelf {
    C<T> item;
};
template <template <class...> class C = boxes, class... T> struct pack {
    C<T...> item;
};
template <wchar_t W = L'\\', char16_t A = u'\u1234', char32_t B = U'z', signed char C = -3,
          char D = '\n'>
struct characters {
    int item;
};
} // namespace grid
extern "C" __global__ void addresses(grid::pointers<> a, grid::others<> b) {}
extern "C" __global__ void templates(grid::shelf<> a, grid::pack<> b, grid::characters<> c) {}
