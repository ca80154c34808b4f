/* nvcc compiles this in place of pointers.cu: the source, and behind it what custub read of it, for nvcc to confirm.
 * Written by custub; edits are lost. */
#include "pointers.cu"

#pragma nv_diagnostic push
#pragma nv_diag_suppress 1427
#include <custub/assertion.h>
#undef x
#undef y
#undef hidden
#undef builtin
#undef other

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800))

// void builtin(bool *b, char *c, const signed char *sc, unsigned char *uc, const short *s, unsigned short *us, int *i, unsigned int *ui, long *l, unsigned long *ul, long long *ll, const unsigned long long *ull, float *f, const double *d)
custub_assert::types<> custub_assert_0(void (*)(bool *, char *, const signed char *, unsigned char *, const short *, unsigned short *, int *, unsigned int *, long *, unsigned long *, long long *, const unsigned long long *, float *, const double *));
custub_assert::other custub_assert_0(...);
static_assert(!custub_assert::same<decltype(custub_assert_0(&::builtin)), custub_assert::other>::value, "kernel 'builtin': custub read 'void builtin(bool *b, char *c, const signed char *sc, unsigned char *uc, const short *s, unsigned short *us, int *i, unsigned int *ui, long *l, unsigned long *ul, long long *ll, const unsigned long long *ull, float *f, const double *d)', and this compiler does not; write it without conditions on the compiler");

// void other(void *bytes, const void *read, point *points, const point *fixed, later *unknown, secret *secrets, float **rows, const float *const *read_rows, int (*)(int) function, int *array, int (*)[4] matrix, volatile int *flag, float *__restrict r, const float *__restrict q)
template <class custub_T2, class custub_T3, class custub_T4, class custub_T5, class custub_T8, class custub_T10> custub_assert::types<custub_T2, custub_T3, custub_T4, custub_T5, custub_T8, custub_T10> custub_assert_1(void (*)(void *, const void *, custub_T2 *, const custub_T3 *, custub_T4 *, custub_T5 *, float * *, const float *const  *, custub_T8 *, int *, custub_T10 *, volatile int *, float *, const float *));
custub_assert::other custub_assert_1(...);
static_assert(!custub_assert::same<decltype(custub_assert_1(&::other)), custub_assert::other>::value, "kernel 'other': custub read 'void other(void *bytes, const void *read, point *points, const point *fixed, later *unknown, secret *secrets, float **rows, const float *const *read_rows, int (*)(int) function, int *array, int (*)[4] matrix, volatile int *flag, float *__restrict r, const float *__restrict q)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_1 {};
template <class custub_T2, class custub_T3, class custub_T4, class custub_T5, class custub_T8, class custub_T10>
struct custub_assert_types_1<custub_assert::types<custub_T2, custub_T3, custub_T4, custub_T5, custub_T8, custub_T10>> {
    static_assert(sizeof(custub_T2) == 8 && alignof(custub_T2) == 4, "kernel 'other', parameter 'points': custub read 'point' as 8 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, x) == 0 && custub_assert::is<decltype(custub_T2::x), float>::value, "kernel 'other', parameter 'points': custub read 'point::x' as float at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T2, y) == 4 && custub_assert::is<decltype(custub_T2::y), float>::value, "kernel 'other', parameter 'points': custub read 'point::y' as float at byte 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T5) == 4 && alignof(custub_T5) == 4, "kernel 'other', parameter 'secrets': custub read 'secret' as 4 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T10) == 16 && alignof(custub_T10) == 4, "kernel 'other', parameter 'matrix': custub read 'int[4]' as 16 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
#ifndef __CUDACC_DEBUG__
    static __device__ __attribute__((used)) void placed_custub_T10(custub_T10 *p)
    {
        if ((char *)(p + 1) - (char *)p != sizeof(custub_T10))
            asm("// custub: misplaced 1 10");
        if ((char *)(p + 1) == (char *)p)
            asm("// custub: unoptimized");
    }
#endif
};
template struct custub_assert_types_1<decltype(custub_assert_1(&::other))>;
#endif
#pragma nv_diagnostic pop
