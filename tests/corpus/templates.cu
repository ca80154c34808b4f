// Instances of class templates, whose names become C names.
// kernels: instances behind
enum class mode { off, on };
template <class T, int N> struct Array {
    T data[N];
};
template <class A, class B = A> struct Pair {
    A first;
    B second;
};
template <class T, bool B, char C, mode M, int I> struct Tagged {
    T value;
};
template <class... T> struct Tuple;
template <> struct Tuple<> {
};
template <class H, class... T> struct Tuple<H, T...> {
    H head;
    Tuple<T...> tail;
};
template <template <class, int> class C> struct Holder {
    C<short, 3> list;
};
extern "C" __global__ void instances(char a, Array<float, 4> b, Array<Array<char, 3>, 2> c,
                                     Pair<int> d, Pair<char, double> e,
                                     Tagged<int, true, 'x', mode::on, -3> f,
                                     Tuple<int, char, double> g, Holder<Array> h)
{
}
extern "C" __global__ void behind(Array<float, 4> *a, const Pair<const float *, unsigned> *b)
{
}
