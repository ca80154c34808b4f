// Beside __host__ and __device__, which may differ, a definition is what was declared.
template <class T> struct sum {
    static __device__ T get();
    __device__ T add(T a) const;
};
template <> float sum<float>::get() { return 0.0f; }
template <> unsigned sum<float>::get(int) { return 0; }
template <> unknown sum<double>::get() { return 0; }
template <class T> T sum<T>::add(int *a) const { return *a; }
template <class T> __device__ T twice(T x);
template <> float twice<float>(double *x) { return *x; }

extern "C" __global__ void kernel(float *x) {}
