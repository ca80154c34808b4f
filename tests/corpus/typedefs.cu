// Chains of typedefs and aliases down to a builtin type, a pointer, an array and a struct.
// kernels: chains
struct pair_s {
    int a, b;
};
typedef unsigned int word;
typedef word index_t;
using length = const index_t;
typedef float *floats;
typedef const floats const_floats;
typedef floats *rows;
typedef float quad[4];
typedef quad quads[2];
typedef pair_s pair_alias;
using pairs = const pair_alias *;
template <class T> using pointer_to = T *;
extern "C" __global__ void chains(index_t a, length b, floats c, const_floats d, rows e, quad f,
                                  quads g, pair_alias h, pairs i, pointer_to<const quad> j)
{
}
