// Structs without a name, which a typedef names.
// kernels: by_typedef by_chain members
typedef struct {
    int n;
    float *data;
} view_t;
typedef struct tagged {
    char c;
    long l;
} tagged_t;
typedef const view_t *view_pointer;
typedef union {
    float f;
    int i;
} either_t;
struct with_members {
    struct {
        int a;
        double b;
    } named;
    struct {
        int a;
    } list[2];
};
extern "C" __global__ void by_typedef(view_t a, struct tagged b, tagged_t c, either_t d)
{
}
extern "C" __global__ void by_chain(view_pointer a, view_t *b, either_t *c)
{
}
extern "C" __global__ void members(char a, with_members b, const with_members *c)
{
}
