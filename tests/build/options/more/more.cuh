#pragma once
__device__ inline float more(float x)
{
    return x + OFFSET + sizeof(TEXT);
}
