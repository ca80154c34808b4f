#!/bin/bash
# The programs of docs/ADOPTING.md after their move, as projects that find an installed custub: the one on the
# driver API runs on the CPU driver, the one on the runtime API is built.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"

find_toolkit
[ -n "$toolkit" ] || skip "there is no CUDA toolkit, which has cuda.h"
fresh_project
cp -r "$consumer/../../examples/adopting" "$project"

builds() { # <folder>
    must "$cmake" -G Ninja -S "$project/adopting/$1/after" -B "$project/$1" -DCMAKE_PREFIX_PATH="$prefix" \
        -DCUDAToolkit_ROOT="$toolkit" -DCMAKE_CUDA_COMPILER="$toolkit/bin/nvcc" -DCUSTUB_TRIAL_SECONDS=1 \
        "${cmake_arguments[@]}"
    must "$cmake" --build "$project/$1"
}

builds driver_api
mkdir "$work/cpu"
ln -s "$(find "$prefix" -name libcustub_cpu.so.1)" "$work/cpu/libcuda.so.1"
LD_LIBRARY_PATH=$work/cpu CUSTUB_CPU_CHECK=1 must "$project/driver_api/edges"
says "166500 of 166500 pixels, 15608 on an edge"
must "$(dirname "$cmake")/ctest" --test-dir "$project/driver_api" --output-on-failure
says "edges_kernels.histogram"
echo "ok: the driver API"

before=$project/adopting/runtime_api/before
must "$toolkit/bin/nvcc" -arch=sm_90 -o "$work/before" "$before/main.cu" "$before/sparse.cu"
# A source may launch its own kernels, as most do. Its tests have no <stem>_load_linked().
cat >>"$project/adopting/runtime_api/after/sparse.cu" <<'END'
#include "sparse.custub.h"
#include <custub/custub.h>

bool is_loadable()
{
    custub_error error = custub_error_none();
    sparse_kernels kernels = sparse_load_linked(&error);

    sparse_unload(&kernels, &error);
    return !custub_failed(&error);
}
END
builds runtime_api
compgen -G "$project/runtime_api/custub/sparse_tests/images/*.check.so" >/dev/null || fail "there is no CPU image"
! compgen -G "$project/runtime_api/custub/sparse_tests/images/*.fatbin" || fail "there is an image for GPUs"
must "$(dirname "$cmake")/ctest" --test-dir "$project/runtime_api" --output-on-failure
says "sparse_tests.sum_squares"
echo "ok: the runtime API"
