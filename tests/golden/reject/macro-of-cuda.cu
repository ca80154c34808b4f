// custub: -- -DT=float -D x=4 -Dy=y -Dz -Uz -DA=1
#include <custub/kernel.h>
extern "C" __global__ void scale(int n, float *data CUSTUB_COUNTED_BY(n)) {}
