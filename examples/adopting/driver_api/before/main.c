/* Counts the strengths of the edges of two pictures, each on a stream of its own.
 *
 *   nvcc -fatbin -o edges.fatbin edges.cu
 *   cc -o edges main.c -lcuda */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH  500
#define HEIGHT 333
#define COUNT  (WIDTH * HEIGHT)
#define BINS   16
#define BLOCK  256

static void check(CUresult result, const char *call)
{
    if (result != CUDA_SUCCESS) {
        fprintf(stderr, "%s: %d\n", call, (int)result);
        exit(1);
    }
}

#define CHECK(call) check(call, #call)

typedef struct picture {
    CUstream stream;
    CUdeviceptr pixels, gray, edges, bins;
    unsigned counts[BINS];
} picture;

static CUfunction luminance, gradient, histogram;

static void load(CUmodule *module, const char *image)
{
    CHECK(cuModuleLoad(module, image));
    CHECK(cuModuleGetFunction(&luminance, *module, "luminance"));
    CHECK(cuModuleGetFunction(&gradient, *module, "gradient"));
    CHECK(cuModuleGetFunction(&histogram, *module, "histogram"));
}

static void launch(picture *p)
{
    int count = COUNT, width = WIDTH, height = HEIGHT;
    float scale = 1.0f / 16;
    void *of_luminance[] = {&count, &p->pixels, &p->gray};
    void *of_gradient[] = {&width, &height, &p->gray, &p->edges};
    void *of_histogram[] = {&count, &scale, &p->edges, &p->bins};

    CHECK(cuLaunchKernel(luminance, (COUNT + BLOCK - 1) / BLOCK, 1, 1, BLOCK, 1, 1, 0, p->stream,
                         of_luminance, NULL));
    CHECK(cuLaunchKernel(gradient, (WIDTH + 15) / 16, (HEIGHT + 15) / 16, 1, 16, 16, 1, 0,
                         p->stream, of_gradient, NULL));
    CHECK(cuLaunchKernel(histogram, COUNT / BLOCK, 1, 1, BLOCK, 1, 1, 0, p->stream, of_histogram,
                         NULL));
}

static void begin(picture *p, const unsigned *pixels)
{
    CHECK(cuStreamCreate(&p->stream, CU_STREAM_NON_BLOCKING));
    CHECK(cuMemAlloc(&p->pixels, COUNT * sizeof(unsigned)));
    CHECK(cuMemAlloc(&p->gray, COUNT * sizeof(float)));
    CHECK(cuMemAlloc(&p->edges, COUNT * sizeof(float)));
    CHECK(cuMemAlloc(&p->bins, sizeof(p->counts)));
    CHECK(cuMemcpyHtoDAsync(p->pixels, pixels, COUNT * sizeof(unsigned), p->stream));
    CHECK(cuMemsetD32Async(p->bins, 0, BINS, p->stream));
    launch(p);
    CHECK(cuMemcpyDtoHAsync(p->counts, p->bins, sizeof(p->counts), p->stream));
}

static void end(picture *p)
{
    unsigned sum = 0;

    CHECK(cuStreamSynchronize(p->stream));
    for (int i = 0; i < BINS; i++)
        sum += p->counts[i];
    printf("%u of %d pixels, %u on an edge\n", sum, COUNT, sum - p->counts[0]);
    CHECK(cuMemFree(p->pixels));
    CHECK(cuMemFree(p->gray));
    CHECK(cuMemFree(p->edges));
    CHECK(cuMemFree(p->bins));
    CHECK(cuStreamDestroy(p->stream));
}

int main(int argc, char **argv)
{
    static unsigned pixels[COUNT];
    picture pictures[2];
    CUcontext context;
    CUmodule module;
    CUdevice device;

    for (int i = 0; i < COUNT; i++) /* squares of 20 pixels, white and black */
        pixels[i] = ((i % WIDTH / 20 + i / WIDTH / 20) % 2) ? 0xffffffu : 0;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    load(&module, argc > 1 ? argv[1] : "edges.fatbin");
    for (int i = 0; i < 2; i++)
        begin(&pictures[i], pixels);
    for (int i = 0; i < 2; i++)
        end(&pictures[i]);
    CHECK(cuModuleUnload(module));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
