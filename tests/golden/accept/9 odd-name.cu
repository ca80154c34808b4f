// A file name that is no identifier, and texts that try to break out of comments and strings.
#include <custub/kernel.h>
#define WEIRD "*/ \" ??/ %s \\"
struct text {
    char s[sizeof(WEIRD)];
};
extern "C" CUSTUB_THREADS(sizeof(text) /* */ + 0) __global__ void odd(text t, float *x CUSTUB_COUNTED_BY(sizeof(text)))
{
}
