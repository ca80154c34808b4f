// Names that C, the headers or the emitted code have a use for.
// kernels: keywords locals types launch_keywords names_load restrict
struct names_kernels {
    int x;
};
extern "C" __global__ void keywords(int restrict, int _Atomic_, int errno_, int custub_call_begin,
                                    float *alignof_, int stdin_, int complex)
{
}
extern "C" __global__ void locals(int kernels, int launch, int call, int arguments, int needs,
                                  float *status, float *error, int i, int kernels_)
{
}
extern "C" __global__ void types(int uint_least16_t, int CUdeviceptr, int custub_f32_view, float *p,
                                 names_kernels names_kernels_)
{
}
extern "C" __global__ void launch_keywords(int launch_keywords, int launch_types)
{
}
extern "C" __global__ void names_load(int names_load, int names_unload, float *names_kernels)
{
}
extern "C" __global__ void restrict(int a)
{
}
