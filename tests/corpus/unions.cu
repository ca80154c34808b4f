// Unions by value, in structs, in arrays.
// kernels: unions
union number {
    char c;
    double d;
    float v[3];
};
struct tagged_number {
    char tag;
    number value;
    number more[2];
};
extern "C" __global__ void unions(char a, number b, char c, tagged_number d, number *e)
{
}
