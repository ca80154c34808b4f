// Fields whose names C or a header has a use for.
// kernels: names
struct odd_fields {
    int restrict, restrict_, complex;
    float size_t_, linux_, NULL_;
    int custub_i, launch_, kernels, bytes;
    int typeof_;
};
struct restrict_ {
    int alignas_, unix_;
};
extern "C" __global__ void names(odd_fields a, restrict_ b, odd_fields *c)
{
}
