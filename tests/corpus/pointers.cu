// Pointers to everything.
// kernels: to_builtin to_others
struct point {
    float x, y;
};
struct later;
union later_union;
class secret {
    int hidden;
};
template <class T> struct never_made;
extern "C" __global__ void to_builtin(bool *a, const char *b, float *c, const double *d,
                                      unsigned long long *e, void *f, const void *g,
                                      volatile int *h, const volatile short *i, __int128 *j)
{
}
extern "C" __global__ void to_others(point *a, later *b, const later_union *c, secret *d,
                                     float **e, const float *const *f, void **g, float ***h,
                                     never_made<int> *i, point **j, float (*k)[4],
                                     const point (*l)[2][3], long double *m)
{
}
