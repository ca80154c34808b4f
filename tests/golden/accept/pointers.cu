// Pointers to everything that a buffer can hold.
#include <stdint.h>

struct point {
    float x, y;
};
struct later;
class secret {
    int hidden;
};

extern "C" __global__ void builtin(bool *b, char *c, const signed char *sc, unsigned char *uc,
                                   const short *s, unsigned short *us, int *i, unsigned int *ui,
                                   long *l, unsigned long *ul, long long *ll,
                                   const unsigned long long *ull, float *f, const double *d)
{
}

extern "C" __global__ void other(void *bytes, const void *read, point *points, const point *fixed,
                                 later *unknown, secret *secrets, float **rows,
                                 const float *const *read_rows, int (*function)(int), int array[8],
                                 int matrix[][4], volatile int *flag, float *__restrict__ r,
                                 const float *__restrict q)
{
}
