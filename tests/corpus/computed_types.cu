// Types that an expression or a trait names.
// kernels: computed
struct config {
    using real = double;
    static constexpr bool wide = true;
    short id;
};
template <bool B, class T, class F> struct choose {
    using type = T;
};
template <class T, class F> struct choose<false, T, F> {
    using type = F;
};
template <bool B, class T, class F> using choose_t = typename choose<B, T, F>::type;
__device__ int number;
extern "C" __global__ void computed(char a, decltype(1 + 2.0f) b, config::real c,
                                    choose_t<config::wide, long long, char> d,
                                    typename choose<false, int, short>::type e,
                                    decltype(config::id) f, decltype(number) *g,
                                    decltype(sizeof(int)) h)
{
}
