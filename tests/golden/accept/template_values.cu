// Template arguments whose values or symbols only the mangled names tell: `auto`, and nullptr.
#include <custub/kernel.h>

template <auto C> CUSTUB_REQUIRES(C + 300 > 0) __global__ void letter(int *x) { x[threadIdx.x] = C; }
CUSTUB_STUB(letter_a, letter<'a'>);
CUSTUB_STUB(letter_high, letter<'\xff'>);
CUSTUB_STUB(letter_unsigned, letter<(unsigned char)200>);
CUSTUB_STUB(letter_negative, letter<(signed char)-3>);
CUSTUB_STUB(letter_true, letter<true>);
CUSTUB_STUB(letter_largest, letter<4294967295u>);

template <decltype(nullptr) P> __global__ void null(int *x) { x[threadIdx.x] = 1; }
template <auto A, auto B> __global__ void nulls(int *x) { x[threadIdx.x] = 1; }
template <class T, T *P> __global__ void pointer(T *x) { x[threadIdx.x] = P ? 1 : 0; }
CUSTUB_STUB(null_null, null<nullptr>);
CUSTUB_STUB(nulls_null, nulls<nullptr, nullptr>);
CUSTUB_STUB(pointer_null, pointer<float, nullptr>);
