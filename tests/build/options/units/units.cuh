#pragma once
template <typename T>
concept number = requires(T x) { x * x; };

template <number T> __device__ T in_units(T x)
{
    return UNIT * x;
}
