#!/bin/sh
# A unit with two generated headers that launches kernels of both compiles without a warning when the
# compiler optimizes. gcc merges launch functions that differ only in the type of their loaded kernels. It
# then warns if one type is larger than the other and a function accesses a part of it by its type.
#
#   one_unit.sh CUSTUB INCLUDE_DIR CC CXX [CC CXX]…
set -u
custub=$1
include=$2
shift 2
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
flags="-O2 -Werror -Wall -Wextra -Wpedantic -Wconversion -Wshadow -o unit.o"
failed=0

cat >few.cu <<'C'
extern "C" __global__ void few_fill(float *x, int n) { if (threadIdx.x < n) x[threadIdx.x] = 0; }
enum class colour : unsigned char { red, green };
extern "C" __global__ void few_paint(colour c, colour *d) { *d = c; }
extern "C" __global__ void few_copy(float *__restrict__ x, float *__restrict__ y) { x[0] = y[0]; }
extern "C" __global__ void few_move(float4 *x, float4 by) { x[threadIdx.x].x += by.x; }
C
sed 's/few/many/' few.cu >many.cu
for i in 1 2 3; do
    echo "extern \"C\" __global__ void many_more_$i(float *x) { x[threadIdx.x] = $i; }"
done >>many.cu
"$custub" gen few.cu many.cu -o . --no-cuda || exit 1

cat >unit.c <<'C'
#include FIRST
#include SECOND

#include <custub/prepared.h>

#define LAUNCHES(stem)                                                                             \
    launch_##stem##_fill(&stem, NULL, x, 4, error);                                                \
    launch_##stem##_copy(&stem, NULL, x, x, error);                                                \
    launch_##stem##_copy_args(&stem, NULL, &stem##_arguments, error);                              \
    launch_##stem##_paint(&stem, NULL, stem##_green, bytes, error);                                \
    launch_##stem##_move(&stem, NULL, four, by, error);                                            \
    prepared = prepare_##stem##_fill(&stem, NULL, x, 4, error);                                    \
    custub_prepared_set(prepared, stem##_fill_param_n, &argument, error);                          \
    custub_prepared_destroy(prepared);                                                             \
    stem##_unload(&stem, error);

static few_kernels few;

void launches(custub_f32_view x, custub_error *error);
void launches(custub_f32_view x, custub_error *error)
{
    many_kernels many = many_load(error);
    custub_prepared *prepared;
    custub_argument argument = custub_argument_i32(3);
    custub_u8_view bytes = custub_u8_view_of(x.ptr, x.count);
    custub_float4 by = custub_float4_of(1, 2, 3, 4);
    const many_copy_args many_arguments = {x, x};
    const few_copy_args few_arguments = {x, x};
    custub_float4_view four = custub_float4_view_of(x.ptr, x.count / 4);

    few = few_load(error);
    LAUNCHES(many)
    LAUNCHES(few)
}
C
compiles() { # <compiler and flags…>
    "$@" -DFIRST='"few.custub.h"' -DSECOND='"many.custub.h"' -I"$include" -c unit.c || failed=1
    "$@" -DFIRST='"many.custub.h"' -DSECOND='"few.custub.h"' -I"$include" -c unit.c || failed=1
}
while [ $# -ge 2 ]; do
    # shellcheck disable=SC2086
    compiles "$1" -std=c11 $flags
    # shellcheck disable=SC2086
    compiles "$2" -x c++ -std=c++17 $flags
    shift 2
done
exit "$failed"
