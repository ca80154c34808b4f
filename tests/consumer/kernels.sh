#!/bin/bash
# The kernel library as a separate project, outside of custub's sources. It is built against an installed
# custub without nvcc and, if there is a toolkit, with it; tested, installed, and found by a program.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"

source=$(printf '%s\n' "${cmake_arguments[@]}" | sed -n 's/^-DCUSTUB_SOURCE=//p')
unset CUSTUB_DRIVER
find_toolkit

# <types> [cmake arguments...]
library() {
    fresh_project
    cp -r "$source/kernels" "$project"
    must "$cmake" -G Ninja -S "$project/kernels" -B "$project/build" -DCMAKE_PREFIX_PATH="$prefix" \
        "${cmake_arguments[@]}" -DCUSTUB_KERNEL_TYPES="$1" -DCUSTUB_KERNEL_ARCHITECTURES=90-virtual "${@:2}"
    must build
    must "$(dirname "$cmake")/ctest" --test-dir "$project/build" -R _cpu --no-tests=error --output-on-failure
    is_up_to_date
    must "$cmake" --install "$project/build" --prefix "$work/installed kernels"
}

# The program of tests/build/kernel_library, on what was installed.
finds() { # <component>...
    rm -rf "$project/kernels" "$project/build"
    cp "$source"/tests/build/kernel_library/activation/* "$source"/examples/moe/*.[ch] "$project"
    must "$cmake" -G Ninja -S "$project" -B "$project/build" "${cmake_arguments[@]}" \
        "-DCMAKE_PREFIX_PATH=$prefix;$work/installed kernels"
    must build
    must "$project/build/activation"
    says "relu: 0 0 1 2"
}

if [ -n "$toolkit" ]; then
    library i8 -DCUSTUB_NVCC=OFF
    echo "ok: without nvcc"
fi
library f32
finds
if [ -n "$toolkit" ]; then
    [ -x "$project/build/ranks" ] || fail "there is no custub::moe_ranks"
    must nm "$work/installed kernels"/lib*/libcustub_{kernels,moe}.a
    says_not nccl
fi
echo "ok: installed"
