// Linkage blocks, nested in one another, around includes and prototypes.
// says: 1 kernel without C linkage
// kernels: in_block in_inner_block from_block of_prototype
extern "C" {
__global__ void in_block(int a) {}
extern "C" {
__global__ void in_inner_block(int a) {}
}
extern "C++" {
template <class T> struct box {
    T value;
};
__global__ void mangled(int a) {}
}
__global__ void of_prototype(box<int> a);
#include "linkage_blocks.cuh"
}
__global__ void of_prototype(box<int> a) {}
