#pragma once
struct from_header_struct {
    int a;
};
extern "C" __global__ void from_header(from_header_struct a, const from_header_struct *b)
{
}
