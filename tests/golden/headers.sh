#!/bin/sh
# The generator skips bodies in system headers, and skips nvcc's own includes if a file does not seem to need
# them. The output must be the same as without this.
#
#   headers.sh CUSTUB
set -u
custub=$1
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
failures=0

# A toolkit in which each header declares something of its own.
mkdir -p toolkit/include/crt own
echo '#define CUDA_VERSION 13000' >toolkit/include/cuda.h
echo '#define __host__ __attribute__((host))' >toolkit/include/crt/host_defines.h
for type in char uchar short ushort int uint long ulong longlong ulonglong float double; do
    for n in 1 2 3 4; do echo "struct $type$n { unsigned x, y, z; };"; done
done >toolkit/include/vector_types.h
echo 'struct dim3 { unsigned x, y, z; };' >>toolkit/include/vector_types.h
cat >toolkit/include/cuda_runtime_api.h <<'H'
#define RUNTIME_VERSION 13000
struct runtime_pitch { int row, column; };
enum { runtime_rows = 7 };
H

# expect WANTED FILE ARGUMENTS…: a line of the JSON, without leading blanks.
expect() {
    wanted=$1
    file=$2
    shift 2
    if ! "$custub" gen "$file" -o out --json - --cuda-path toolkit -- "$@" >json 2>messages ||
        ! grep -qF -- "$wanted" json; then
        echo "FAILED: $file $*: wanted $wanted, got:"
        head -n 5 messages json
        failures=$((failures + 1))
    fi
}
reads() {
    "$custub" gen "$1" -o out --depfile "$1.d" --cuda-path toolkit 2>messages && grep -q "$2" "$1.d"
}

cat >own/row.h <<'H'
#pragma GCC system_header
static __device__ unsigned row() { return threadIdx.y; }
H
cat >marked.cu <<'C'
#include "row.h"
extern "C" __global__ void marked(unsigned *x) { x[threadIdx.x] = row(); }
C
expect '"dimensions": 2' marked.cu -Iown
expect '"dimensions": 2' marked.cu -isystem own
sed 's|row.h|own/row.h|' marked.cu >beside.cu
expect '"dimensions": 2' beside.cu

cat >own/lines.cu <<'C'
# 1 "other.h" 1 3
static __device__ unsigned row() { return threadIdx.y; }
# 3 "own/lines.cu" 2
extern "C" __global__ void lines(unsigned *x) { x[threadIdx.x] = row(); }
C
expect '"dimensions": 2' own/lines.cu -Iown

# The whole toolkit is read only if clang misses a name, or a contract or a condition needs one.
echo 'extern "C" __global__ void plain(float *x) { x[threadIdx.x] = 0; }' >plain.cu
reads plain.cu 'toolkit/include/cuda.h' || {
    echo 'FAILED: cuda.h, whose version is read, is not a dependency'
    failures=$((failures + 1))
}
cat >missing.cu <<'C'
extern "C" __global__ void missing(runtime_pitch pitch, float *x) { x[threadIdx.x] = 0; }
C
cat >contract.cu <<'C'
extern "C" __global__ void contract(float *x __attribute__((annotate("custub.sized_by:sizeof(runtime_pitch)"))))
{ x[threadIdx.x] = 0; }
C
cat >condition.cu <<'C'
#if RUNTIME_VERSION >= 12000
#define TYPE double
#else
#define TYPE float
#endif
extern "C" __global__ void condition(TYPE x) {}
C
cat >joined.cu <<'C'
#if 1 && \
    RUNTIME_VERSION >= 12000
extern "C" __global__ void joined(double x) {}
#else
extern "C" __global__ void joined(float x) {}
#endif
C
cat >body.cu <<'C'
extern "C" __global__ void body(int *x) { x[threadIdx.x] = runtime_rows * threadIdx.y; }
C
expect '"name": "plain"' plain.cu
expect '"name": "missing"' missing.cu
expect 'sizeof(runtime_pitch)' contract.cu
expect '"type": "double"' condition.cu
expect '"type": "double"' joined.cu
expect '"dimensions": 2' body.cu
for file in missing contract condition joined body; do
    reads $file.cu cuda_runtime_api.h || { echo "FAILED: $file.cu was read without"; failures=1; }
done
if reads plain.cu cuda_runtime_api.h; then
    echo 'FAILED: plain.cu was read with the headers that it does not need'
    failures=$((failures + 1))
fi

# The headers are read again for every architecture, after the earlier units are gone.
if valgrind -q "$custub" --version >/dev/null 2>&1; then # fails for a custub with AddressSanitizer
    # one of them has code that is an error only for clang
    echo 'extern "C" static int spoken;' >toolkit/include/spoken.h
    printf '#include <spoken.h>\n' | cat - plain.cu >twice.cu
    valgrind -q --undef-value-errors=no --trace-children=yes "$custub" gen twice.cu -o out \
        --arch sm_80,sm_90 --cuda-path toolkit --cache cache >messages 2>&1
    if [ ! -e out/twice.custub.h ] || ! ls cache/*.pch >/dev/null || grep -q 'Invalid' messages; then
        echo 'FAILED: twice.cu was read with what was freed, or not at all:'
        head -n 20 messages
        failures=$((failures + 1))
    fi
fi

[ "$failures" -eq 0 ] || { echo "$failures failed"; exit 1; }
