
// Begins with an empty line; includes, once more, what must not come twice.
#pragma once
#include "image_headers.cuh"
#include "image_headers_once.cuh"
inline __device__ unsigned next_lane()
{
    return lane_by_index() + 1;
}
