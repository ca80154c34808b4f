#!/bin/sh
# launched.sh CUSTUB: a kernel that is written for blocks of 160 threads gets them, because the program launches it so.
set -u
custub=$1
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3

cat >tiles.cu <<'C'
#define WIDTH 160
namespace tiles {
__global__ void reverse(const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float tile[WIDTH];
    const int first = blockIdx.x * WIDTH;

    tile[threadIdx.x] = x[first + threadIdx.x];
    __syncthreads();
    y[first + threadIdx.x] = tile[WIDTH - 1 - threadIdx.x];
}
}
#ifdef LAUNCHED
void run(int tiles, const float *x, float *y, int threads)
{
    dim3 block(WIDTH), later;

    later.x = 2 * WIDTH;
    tiles::reverse<<<tiles, later>>>(x, y);
    tiles::reverse<<<tiles, threads>>>(x, y);
    tiles::reverse<<<tiles, dim3(8, 20)>>>(x, y);
    if (tiles > 0)
        tiles::reverse<<<tiles, block, 0>>>(x, y);
}
#endif
C

fail() {
    echo "FAILED: $1"
    cat found
    exit 1
}

"$custub" suggest tiles.cu --no-cuda --seconds 600 --launches 60 -- -DLAUNCHED >found 2>&1
grep -q "kernel 'tiles_reverse': a whole contract" found && grep -q 'CUSTUB_BLOCK(160)' found &&
    grep -q 'x CUSTUB_COUNTED_BY(gridDim.x \* blockDim.x)' found || fail 'the block of the launch is not tried'
"$custub" suggest tiles.cu --no-cuda --seconds 600 --launches 60 >found 2>&1
! grep -q 'CUSTUB_BLOCK(160)' found || fail 'the block comes from elsewhere'
