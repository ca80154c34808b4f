#pragma once
extern "C" __global__ void from_header(int crlf, float *x)
{
    x[threadIdx.x] = crlf;
}
