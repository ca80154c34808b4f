// Packed structs, by attribute and by pragma; by value they lie at any byte.
// kernels: packed_structs
struct __attribute__((packed)) tight {
    char a;
    int b;
    double c;
};
#pragma pack(push, 2)
struct pair_packed {
    char a;
    int b;
    double c;
};
#pragma pack(pop)
struct __attribute__((packed, aligned(4))) both {
    char a;
    short b;
    int c;
};
struct partly {
    char a;
    int b __attribute__((packed));
    tight inner;
};
extern "C" __global__ void packed_structs(char a, tight b, char c, pair_packed d, char e, both f,
                                          char g, partly h, const tight *i)
{
}
