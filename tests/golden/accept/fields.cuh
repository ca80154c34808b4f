// Structs with pointers, as another file declares them.
struct scale_params {
    float *planes[4] CUSTUB_COUNTED_BY(height * pitch);
    int height, pitch;
};

struct vendors {
    const double *in;
    double *out[2];
    void *host;
    int n;
};

template <class T> struct span {
    T *data;
    unsigned count;
};

extern "C" __global__ void vendored(vendors v, span<float> s, int limit) {}
