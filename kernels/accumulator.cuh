// The accumulators of reductions. Each reduction is a type with:
//   value   an element, or several that join() has combined
//   local   the accumulator of a thread: start() makes it, add() adds the thread's numbered values
//   state   the accumulator that threads exchange: locate() makes it from `local` and replaces the
//           number by the index in the row; merge() combines two, in any order
//   output  the result, which result() makes from the state of all elements
// nothing() is the identity element.
#ifndef KERNELS_ACCUMULATOR_CUH
#define KERNELS_ACCUMULATOR_CUH

#include "elements/operation.cuh"
#include "rows/group.cuh"

namespace kernels
{
template <class T> struct is_small_integer {
    static constexpr bool value = !is_float<T>::value && sizeof(T) < 4;
};

// A reduction whose elements have no index: a thread keeps the state.
template <class Value, class State> struct without_index {
    using value = Value;
    using local = State;
    using state = State;
    static constexpr bool has_index = false;

    template <class F> static __device__ inline state locate(local s, F)
    {
        return s;
    }
};

// Integers are added in 64 bits, which wrap around; small ones in 32 bits first.
template <class T>
using sum_state = std::conditional_t<is_float<T>::value, wide<T>, unsigned long long>;
template <class T>
using sum_value = std::conditional_t<is_small_integer<T>::value, int, sum_state<T>>;
template <class T>
using sum_output =
    std::conditional_t<is_float<T>::value, T,
                       std::conditional_t<std::is_signed<T>::value, int64_t, uint64_t>>;

template <class T> struct sum_of : without_index<sum_value<T>, sum_state<T>> {
    using value = sum_value<T>;
    using state = sum_state<T>;
    using output = sum_output<T>;

    static __device__ inline T nothing()
    {
        return narrow<T>(0);
    }
    static __device__ inline state start()
    {
        return 0;
    }
    static __device__ inline value join(value a, value b)
    {
        return a + b;
    }
    static __device__ inline state add(state s, value x, int)
    {
        return s + (state)x;
    }
    static __device__ inline state merge(state a, state b)
    {
        return a + b;
    }
    static __device__ inline output result(state s, size_t)
    {
        if constexpr (is_float<T>::value)
            return narrow<T>(s);
        else
            return (output)s;
    }
};

template <class T> struct mean_of : sum_of<T> {
    static __device__ inline T result(wide<T> s, size_t count)
    {
        return narrow<T>(s / wide<T>(count));
    }
};

template <class T> using max_value = std::conditional_t<is_small_integer<T>::value, int, wide<T>>;

template <class T> struct max_of : without_index<max_value<T>, max_value<T>> {
    using value = max_value<T>;
    using output = T;

    static __device__ inline T nothing()
    {
        return narrow<T>(lowest<T>());
    }
    static __device__ inline value start()
    {
        return lowest<T>();
    }
    static __device__ inline value join(value a, value b)
    {
        return max::of(a, b);
    }
    static __device__ inline value add(value s, value x, int)
    {
        return max::of(s, x);
    }
    static __device__ inline value merge(value a, value b)
    {
        return max::of(a, b);
    }
    static __device__ inline output result(value s, size_t)
    {
        return narrow<T>((wide<T>)s);
    }
};

// A value and its index. The index of NaN has no meaning. That of the lowest integer is -1, since
// start() has this value without an element.
template <class V, class I> struct place {
    V value;
    I index;
};

template <class V, class I> __device__ inline place<V, I> exchange(place<V, I> p, int distance)
{
    return {exchange(p.value, distance), exchange(p.index, distance)};
}

template <class T> struct argmax_of {
    using value = max_value<T>;
    using local = place<value, int>;
    using state = place<value, long long>;
    using output = int64_t;
    static constexpr bool has_index = true;

    static __device__ inline T nothing()
    {
        return narrow<T>(lowest<T>());
    }
    static __device__ inline local start()
    {
        return {lowest<T>(), -1};
    }
    static __device__ inline value join(value a, value b)
    {
        return max::of(a, b);
    }
    static __device__ inline local add(local s, value x, int number)
    {
        const value higher = max::of(s.value, x);
        return {higher, higher != s.value ? number : s.index};
    }
    template <class F> static __device__ inline state locate(local s, F index)
    {
        return {s.value, s.index < 0 ? -1 : (long long)index(s.index)};
    }
    static __device__ inline state merge(state a, state b)
    {
        return b.value > a.value || (b.value == a.value && b.index < a.index) || a.value != a.value
                   ? b
                   : a;
    }
    static __device__ inline output result(state s, size_t)
    {
        return s.value != s.value || s.index < 0 ? 0 : s.index;
    }
};
} // namespace kernels
#endif
