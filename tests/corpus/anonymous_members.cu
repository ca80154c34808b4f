// Anonymous structs and unions whose members belong to the struct around them.
// kernels: members
struct split {
    int tag;
    union {
        double d;
        struct {
            unsigned low, high;
        };
    };
    struct {
        char a;
        short b;
    };
};
extern "C" __global__ void members(char a, split b, const split *c)
{
}
