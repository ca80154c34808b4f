// Alignment above the natural one, of structs and of members, up to 256 bytes and in every spelling.
// kernels: aligned
struct alignas(16) sixteen {
    float x;
};
struct __align__(32) thirty_two {
    char c;
};
struct __attribute__((aligned(128))) line {
    int v[3];
};
struct alignas(256) page {
    char c[257];
};
struct member {
    char a;
    alignas(8) char b;
    int c __attribute__((aligned(32)));
};
struct around {
    char a;
    sixteen b;
    thirty_two c[2];
};
typedef int aligned_int __attribute__((aligned(16)));
extern "C" __global__ void aligned(char a, sixteen b, char c, thirty_two d, char e, line f, char g,
                                   page h, char i, member j, char k, around l, const line *m)
{
}
