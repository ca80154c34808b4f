// Bit-fields, some of them without a name or of no width.
// kernels: bits
struct flags {
    unsigned a : 3;
    unsigned : 0;
    int b : 5, : 4;
    bool c : 1;
};
struct long_bits {
    unsigned long long a : 40, b : 24;
    char c;
};
extern "C" __global__ void bits(char a, flags b, char c, long_bits d, const flags *e)
{
}
