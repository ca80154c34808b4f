// What the reductions keep of the elements that they have seen. Each is a type with these parts:
//   part    some elements as one value; join() combines two
//   near    what a thread keeps; add() takes a part and its number
//   state   the same with the index in the row in place of the number, which locate() converts;
//           merge() combines two, in any order
//   output  result() makes it of the state of all elements
// nothing() is an element that changes nothing.
#ifndef KERNELS_ACCUMULATOR_CUH
#define KERNELS_ACCUMULATOR_CUH

#include "row.cuh"

namespace kernels
{
template <class T> struct is_small_integer {
    static constexpr bool value = !is_float<T>::value && sizeof(T) < 4;
};

// A reduction whose elements have no index: a thread keeps the state.
template <class Part, class State> struct without_index {
    using part = Part;
    using near = State;
    using state = State;
    static constexpr bool has_index = false;

    template <class F> static __device__ inline state locate(near s, F)
    {
        return s;
    }
};

// Integers are added in 64 bits, which wrap around; small ones in 32 bits first.
template <class T>
using sum_state = std::conditional_t<is_float<T>::value, wide<T>, unsigned long long>;
template <class T>
using sum_part = std::conditional_t<is_small_integer<T>::value, int, sum_state<T>>;
template <class T>
using sum_output =
    std::conditional_t<is_float<T>::value, T,
                       std::conditional_t<std::is_signed<T>::value, int64_t, uint64_t>>;

template <class T> struct sum_of : without_index<sum_part<T>, sum_state<T>> {
    using part = sum_part<T>;
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
    static __device__ inline part join(part a, part b)
    {
        return a + b;
    }
    static __device__ inline state add(state s, part x, int)
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

template <class T> using max_part = std::conditional_t<is_small_integer<T>::value, int, wide<T>>;

template <class T> struct max_of : without_index<max_part<T>, max_part<T>> {
    using part = max_part<T>;
    using output = T;

    static __device__ inline T nothing()
    {
        return narrow<T>(lowest<T>());
    }
    static __device__ inline part start()
    {
        return lowest<T>();
    }
    static __device__ inline part join(part a, part b)
    {
        return max::of(a, b);
    }
    static __device__ inline part add(part s, part x, int)
    {
        return max::of(s, x);
    }
    static __device__ inline part merge(part a, part b)
    {
        return max::of(a, b);
    }
    static __device__ inline output result(part s, size_t)
    {
        return narrow<T>((wide<T>)s);
    }
};

// The index is any if the value is NaN, and -1 if it is the lowest integer, which start() has.
template <class V, class I> struct place {
    V value;
    I index;
};

template <class V, class I> __device__ inline place<V, I> exchange(place<V, I> p, int distance)
{
    return {exchange(p.value, distance), exchange(p.index, distance)};
}

template <class T> struct argmax_of {
    using part = max_part<T>;
    using near = place<part, int>;
    using state = place<part, long long>;
    using output = int64_t;
    static constexpr bool has_index = true;

    static __device__ inline T nothing()
    {
        return narrow<T>(lowest<T>());
    }
    static __device__ inline near start()
    {
        return {lowest<T>(), -1};
    }
    static __device__ inline part join(part a, part b)
    {
        return max::of(a, b);
    }
    static __device__ inline near add(near s, part x, int number)
    {
        const part higher = max::of(s.value, x);
        return {higher, higher != s.value ? number : s.index};
    }
    template <class F> static __device__ inline state locate(near s, F index)
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
