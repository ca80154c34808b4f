/* Counts the strengths of the edges of two pictures, each on a stream of its own. */
#include "edges.custub.h"

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH  500
#define HEIGHT 333
#define COUNT  (WIDTH * HEIGHT)
#define BINS   16

static void check(CUresult result, const char *call)
{
    if (result != CUDA_SUCCESS) {
        fprintf(stderr, "%s: %d\n", call, (int)result);
        exit(1);
    }
}

#define CHECK(call) check(call, #call)

static void check_custub(const custub_error *error)
{
    if (custub_failed(error)) {
        fprintf(stderr, "%s\n", error->message);
        exit(1);
    }
}

typedef struct picture {
    CUstream stream;
    CUdeviceptr pixels, gray, edges, bins;
    unsigned counts[BINS];
} picture;

static void launch(const edges_kernels *kernels, picture *p)
{
    custub_error error = custub_error_none();
    custub_launch launch = custub_launch_in(p->stream);
    custub_f32_view gray = custub_f32_view_of(p->gray, COUNT);
    custub_f32_view edges = custub_f32_view_of(p->edges, COUNT);
    custub_u32_view bins = custub_u32_view_of(p->bins, BINS);

    launch_luminance(kernels, &launch, COUNT, custub_uchar4_view_of(p->pixels, COUNT), gray,
                     &error);
    launch_gradient(kernels, &launch, WIDTH, HEIGHT, gray, edges, &error);
    launch_histogram(kernels, &launch, COUNT, 1.0f / 16, edges, bins, &error);
    check_custub(&error);
}

static void begin(const edges_kernels *kernels, picture *p, const unsigned *pixels)
{
    CHECK(cuStreamCreate(&p->stream, CU_STREAM_NON_BLOCKING));
    CHECK(cuMemAlloc(&p->pixels, COUNT * sizeof(unsigned)));
    CHECK(cuMemAlloc(&p->gray, COUNT * sizeof(float)));
    CHECK(cuMemAlloc(&p->edges, COUNT * sizeof(float)));
    CHECK(cuMemAlloc(&p->bins, sizeof(p->counts)));
    CHECK(cuMemcpyHtoDAsync(p->pixels, pixels, COUNT * sizeof(unsigned), p->stream));
    CHECK(cuMemsetD32Async(p->bins, 0, BINS, p->stream));
    launch(kernels, p);
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

int main(void)
{
    static unsigned pixels[COUNT];
    custub_error error = custub_error_none();
    picture pictures[2];
    CUcontext context;
    CUdevice device;

    for (int i = 0; i < COUNT; i++) /* squares of 20 pixels, white and black */
        pixels[i] = ((i % WIDTH / 20 + i / WIDTH / 20) % 2) ? 0xffffffu : 0;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    edges_kernels kernels = edges_load(&error);
    check_custub(&error);
    for (int i = 0; i < 2; i++)
        begin(&kernels, &pictures[i], pixels);
    for (int i = 0; i < 2; i++)
        end(&pictures[i]);
    edges_unload(&kernels, &error);
    check_custub(&error);
    CHECK(cuDevicePrimaryCtxRelease(device));
    return 0;
}
