// sizeof of template arguments that are arrays, references, pointers and wide integers.
#include <custub/kernel.h>
typedef float row[4];
namespace std2 { struct vector { int a[3]; }; }
using namespace std2;
template <class T> CUSTUB_THREADS(n) __global__ void sized(char *x CUSTUB_SIZED_BY(n * sizeof(T)), int n) { x[blockIdx.x * blockDim.x + threadIdx.x] = sizeof(T); }
CUSTUB_STUB(s_array, sized<float[4]>);
CUSTUB_STUB(s_ref, sized<double &>);
CUSTUB_STUB(s_parr, sized<int (*)[4]>);
CUSTUB_STUB(s_i128, sized<__int128>);
CUSTUB_STUB(s_u128, sized<unsigned __int128>);
CUSTUB_STUB(s_fn, sized<int (*)(float)>);
CUSTUB_STUB(s_vec, sized<vector>);
CUSTUB_STUB(s_vecarr, sized<vector[2][3]>);
CUSTUB_STUB(s_cref, sized<const vector &>);
CUSTUB_STUB(s_mem, sized<int vector::*>);
