// An entry that goes by another name than the function.
// kernels: renamed
extern "C" __global__ void renamed(int a) __asm__("other_entry");
extern "C" __global__ void renamed(int a)
{
}
