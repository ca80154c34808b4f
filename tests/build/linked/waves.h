// Declarations for all sources of the program.
#ifdef SEPARATE
extern __device__ float offset_of(int step); // in offset.cu
#else
inline __host__ __device__ float offset_of(int step)
{
    return step * 0.25f;
}
#endif
