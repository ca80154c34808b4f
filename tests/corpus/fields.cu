// Fields of every kind: pointers, references, functions, const, enumerations, vectors.
// kernels: fields
enum class mode : short { off };
struct all_fields {
    const int fixed;
    volatile float changing;
    float *p;
    const double *const q;
    void *v;
    void (*function)(int);
    int &reference;
    mode m;
    float3 f3;
    float4 f4;
    bool flags[3];
    long double *behind;
    wchar_t w;
    size_t n;
    float (*rows)[4];
    char32_t c32;
    mutable int changing_too;
};
extern "C" __global__ void fields(char a, all_fields b, const all_fields *c)
{
}
