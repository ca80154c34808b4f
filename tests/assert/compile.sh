#!/bin/bash
# nvcc makes the same PTX from <stem>.nvcc.cu as from the source, in any folder and with any includes.
#
#   compile.sh CUSTUB INCLUDE_DIR NVCC CMAKE CUSTUB_RUN_NVCC
set -u
custub=$1
include=$2
nvcc=$3
cmake=$4
script=$5
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
[ "$nvcc" ] || {
    echo "skipped: there is no nvcc"
    exit 77
}

fail() {
    echo "FAILED: $*"
    exit 1
}

# A folder whose name a shell would split or change, and a header with the name of a system header.
folder="$scratch/this one, (with a comma)"
mkdir -p "$folder/near" "$scratch/out"
echo 'struct shape { int rows, columns; };' >"$folder/near/shape.cuh"
echo 'enum { OWN_HEADER = 3 };' >"$folder/math.h"
cat >"$folder/places.cu" <<'END'
#pragma once
#include <custub/kernel.h>
#include <math.h>
#include "math.h"
#include "near/shape.cuh"
#define rows height  // after the fields of that name
#define everywhere(x) no macro of the kernel
namespace {
extern "C" __global__ void unnamed(float *x CUSTUB_COUNTED_BY(OWN_HEADER)) { x[0] = sqrtf(x[1]); }
}
namespace outer {
__device__ float level = 2;
enum kind { ONE };
__managed__ float sum;
__device__ __managed__ int table[4];
__managed__ kind chosen;
extern "C" __global__ void inside(shape s, const shape *t) {}
}
__device__ static void helper(int *x) { *x = 1; }
extern "C" __global__ void (everywhere)(int *x) { helper(x); }
#if __CUDA_ARCH__ >= 900
extern "C" __global__ void newest(int *x, double y) {}
#else
extern "C" __global__ void oldest(int *x, shape s) {}
#endif
END
"$custub" gen "$folder/places.cu" -o "$scratch/out" --arch sm_80,sm_90 -- -I"$include" \
    >"$scratch/messages" 2>&1 || fail "custub refuses it: $(cat "$scratch/messages")"

# <name> <input> <nvcc's options...>: the PTX of both architectures.
compile() {
    name=$1 input=$2
    shift 2
    "$cmake" -P "$script" -- "$scratch/$name.fatbin" "$scratch/$name.d" "$folder/places.cu" "$input" \
        "$nvcc" -I"$include" -gencode arch=compute_80,code=compute_80 \
        -gencode arch=compute_90,code=compute_90 "$@" >"$scratch/messages" 2>&1 ||
        fail "nvcc refuses $name with $*: $(cat "$scratch/messages")"
}
# Prints the entries with their parameters, the functions and the variables.
symbols() {
    sed -n '/^\.visible \.entry/,/)/p; /^\.visible \.global/p; /^\.func/p' "$scratch/$1.sm_$2.ptx" |
        sed 's/_ZN[0-9]*[_0-9a-zA-Z]*places_\(nvcc_\)\?cu_[0-9a-f]*//' # named after the file
}

for options in --Werror=all-warnings -rdc=true "-std=c++14 -lineinfo" "-std=c++20 -G"; do
    # shellcheck disable=SC2086
    compile built "$scratch/out/places.nvcc.cu" $options
    grep -q "warning" "$scratch/messages" && fail "nvcc warns: $(cat "$scratch/messages")"
    # shellcheck disable=SC2086
    compile source "$folder/places.cu" ${options#--Werror=all-warnings}
    for architecture in 80 90; do
        [ "$(symbols source $architecture)" ] || fail "no symbols are found"
        symbols source $architecture | grep -q 'entry unnamed' || fail "a kernel is missing"
        [ "$(symbols source $architecture)" = "$(symbols built $architecture)" ] ||
            fail "$options: other symbols: $(diff <(symbols source $architecture) <(symbols built $architecture))"
    done
    "$custub" verify "$folder/places.cu" --ptx "sm_80=$scratch/built.sm_80.ptx" \
        --ptx "sm_90=$scratch/built.sm_90.ptx" -- -I"$include" || fail "verify refuses it with $options"
    if [[ $options == *-lineinfo ]]; then
        grep -q '\.file.*places\.cu"' "$scratch/built.sm_90.ptx" || fail "the lines are not the source's"
    fi
done
for file in 'places\.cu' 'math\.h' 'near/shape\.cuh' 'custub/kernel\.h'; do
    grep -q "$file" "$scratch/built.d" || fail "$file is not in the dependency file"
done
grep -q "comma)/places\.cu" "$scratch/built.d" || fail "the source is not in the dependency file"

# Classes with padding and unusual layouts, compiled without optimization.
cat >"$folder/spaced.cu" <<'END'
#include <custub/kernel.h>
struct spaced { char c; alignas(16) int i; };
#define UNROLL #pragma unroll 2
__device__ auto sum(const spaced *x)
{
    int s = 0;
    UNROLL
    for (int i = 0; i < 4; i++) s += x[i].i;
    return s;
}
extern "C" __global__ void k(const spaced *x, decltype(sum(nullptr)) *y) { y[threadIdx.x] = sum(x); }
END
# After the source, all words of the assertions are macros, even keywords.
sed -n 's/^#undef \(.*\)/#define \1 1 1/p' "$include/custub/assertion.h" >>"$folder/spaced.cu"
"$custub" gen "$folder/spaced.cu" -o "$scratch/out" --arch sm_80 -- -I"$include" >"$scratch/messages" 2>&1 ||
    fail "custub refuses a macro of a pragma: $(cat "$scratch/messages")"
grep -q placed_ "$scratch/out/spaced.nvcc.cu" || fail "no offsets are compared"
for options in '-Xcicc -O0' '-Xcicc -O1' ''; do
    # shellcheck disable=SC2086
    (cd "$folder" && "$nvcc" -ptx -arch=sm_80 $options -I"$include" -I. "$scratch/out/spaced.nvcc.cu" \
        -o "$scratch/spaced.ptx" >"$scratch/messages" 2>&1) || fail "nvcc: $(cat "$scratch/messages")"
    "$custub" verify "$folder/spaced.cu" --ptx "sm_80=$scratch/spaced.ptx" -- -I"$include" ||
        fail "verify refuses PTX that nvcc makes with '$options'"
done
echo "ok"
