// Textures and surfaces have C types of their own, and other integers with their names do not.
#include "../../../runtime/include/custub/kernel.h"

typedef unsigned long long CUtexObject_v1; // as cuda.h has them
typedef CUtexObject_v1 CUtexObject;
typedef CUtexObject texture_of_mine;
using surface_of_mine = cudaSurfaceObject_t;
typedef cudaTextureObject_t planes[4];
namespace own {
typedef unsigned long long cudaTextureObject_t;
}
struct images {
    CUtexObject source[2];
    planes more;
    const cudaSurfaceObject_t target;
};

extern "C" __global__ void by_value(cudaTextureObject_t a, const cudaSurfaceObject_t b, CUtexObject c,
                                    texture_of_mine d, surface_of_mine e)
{
}
extern "C" __global__ void others(own::cudaTextureObject_t a, unsigned long long b, size_t c)
{
}
extern "C" __global__ CUSTUB_REQUIRES(a != 0 && b.target != 0) void
inside(cudaTextureObject_t a, images b, const cudaTextureObject_t *c, images *d)
{
}
