#include "waves.h"

#ifdef SEPARATE
__device__ float offset_of(int step)
{
    return step * 0.25f;
}
#endif
