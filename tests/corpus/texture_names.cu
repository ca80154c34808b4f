// Texture and surface objects without an include.
// kernels: textures
extern "C" __global__ void textures(char a, cudaTextureObject_t b, cudaSurfaceObject_t c)
{
}
