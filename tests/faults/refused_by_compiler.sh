#!/bin/sh
# The C compiler refuses some faults, because the launch function has the kernel's types. Each of these
# lines must not compile, in C with -Werror and in C++. The right one must.
#
#   refused_by_compiler.sh CC CXX INCLUDE_DIR GENERATED_DIR
set -u
cc=$1
cxx=$2
include=$3
generated=$4
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
failures=0

# compiles WANTED(0 or 1) DESCRIPTION STATEMENT
compiles() {
    cat >"$scratch/unit.c" <<C
#include <custub/buffer.h>
#include "saxpy.custub.h"
#include "advance.custub.h"
void unit(const saxpy_kernels *k, const advance_kernels *a, size_t n, custub_f32_view x, custub_f32_view y,
          custub_f64_view d, custub_i32_view i, CUdeviceptr p, float *h, advance_time_step s,
          advance_particle_view v, custub_f32_buffer b, custub_error *e);
void unit(const saxpy_kernels *k, const advance_kernels *a, size_t n, custub_f32_view x, custub_f32_view y,
          custub_f64_view d, custub_i32_view i, CUdeviceptr p, float *h, advance_time_step s,
          advance_particle_view v, custub_f32_buffer b, custub_error *e)
{
    (void)k, (void)a, (void)n, (void)x, (void)y, (void)d, (void)i, (void)p, (void)h, (void)s, (void)v;
    (void)b, (void)e;
    $3
}
C
    for compiler in "$cc -std=c11" "$cxx -x c++ -std=c++17"; do
        # shellcheck disable=SC2086
        if $compiler -Werror -fsyntax-only -I"$include" -I"$generated" "$scratch/unit.c" \
            >"$scratch/messages" 2>&1; then
            status=0
        else
            status=1
        fi
        if [ $status -ne "$1" ]; then
            echo "FAILED: $2 ($compiler): wanted status $1, got $status"
            cat "$scratch/messages"
            failures=$((failures + 1))
        fi
    done
}

compiles 0 'the right launch' 'launch_saxpy(k, NULL, n, 2, x, y, e);'
compiles 0 'the right launch of structs' 'launch_advance(a, NULL, s, v, e);'
compiles 0 'a buffer and a slice of it' 'launch_saxpy(k, NULL, n, 2, b.view, custub_f32_slice(b.view, 0, n, e), e);'
compiles 0 'freeing a buffer' 'custub_f32_buffer_destroy(&b, e);'
compiles 1 'scalar and pointer swapped' 'launch_saxpy(k, NULL, x, 2, n, y, e);'
compiles 1 'one argument missing' 'launch_saxpy(k, NULL, n, 2, x, e);'
compiles 1 'one argument too many' 'launch_saxpy(k, NULL, n, 2, x, y, y, e);'
compiles 1 'a buffer of doubles for floats' 'launch_saxpy(k, NULL, n, 2, d, y, e);'
compiles 1 'a buffer of ints for floats' 'launch_saxpy(k, NULL, n, 2, x, i, e);'
compiles 1 'a bare address for a buffer' 'launch_saxpy(k, NULL, n, 2, p, y, e);'
compiles 1 'a host pointer for a buffer' 'launch_saxpy(k, NULL, n, 2, h, y, e);'
compiles 1 'a buffer that owns for a view' 'launch_saxpy(k, NULL, n, 2, b, y, e);'
compiles 1 'freeing a view' 'custub_f32_buffer_destroy(&x, e);'
compiles 1 'no error record' 'launch_saxpy(k, NULL, n, 2, x, y);'
compiles 1 'the kernels of another file' 'launch_saxpy(a, NULL, n, 2, x, y, e);'
compiles 1 'a struct for a view' 'launch_advance(a, NULL, v, s, e);'

[ $failures -eq 0 ] && echo '4 right calls compile, 12 wrong ones do not, in C and C++'
