#!/bin/bash
# The generator understands nvcc's flags as nvcc does, in any order and from any place. The assertions that
# nvcc compiles confirm it.
#
#   flags.sh CUSTUB INCLUDE_DIR NVCC
set -u
custub=$1
include=$2
nvcc=$3
[ "$nvcc" ] || {
    echo "skipped: there is no nvcc"
    exit 77
}
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS
toolkit=$("$nvcc" --dryrun -ptx -x cu /dev/null -o /dev/null 2>&1 | sed -n 's/^#\$ TOP=//p')
failures=0

mkdir one three "with space"
for folder in one three "with space"; do
    echo "struct found { char bytes[${#folder}]; };" >"$folder/found.h"
    echo "#undef INCLUDED" >"$folder/$folder.h"
    echo "#define INCLUDED ${#folder}0" >>"$folder/$folder.h"
done
cat >k.cu <<'C'
#if __has_include(<found.h>)
#include <found.h>
#else
struct found { char bytes[40]; };
#endif
#ifndef X
#define X 50
#endif
#ifndef TEXT
#define TEXT ""
#endif
#ifndef INCLUDED
#define INCLUDED 60
#endif
#ifdef __CUDACC_RDC__
typedef int rdc;
#else
typedef double rdc;
#endif
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
typedef int per_thread;
#else
typedef double per_thread;
#endif
#if __INCLUDE_LEVEL__ == 1 /* in k.nvcc.cu */
typedef int level;
#else
typedef double level;
#endif
struct sizes {
    level l;
    found f;
    char x[X], text[sizeof(TEXT)], included[INCLUDED], dialect[__cplusplus / 100 % 100];
    rdc r;
    per_thread p;
};
extern "C" __global__ void k(sizes s) {}
C

# same <flags...>: the generator reads k.cu as nvcc does. Both see the environment.
same() {
    what="$* [${NVCC_PREPEND_FLAGS-}] [${NVCC_APPEND_FLAGS-}]"
    "$custub" gen k.cu --cuda-path "$toolkit" -- -arch=sm_80 -I"$include" "$@" >messages 2>&1 &&
        "$nvcc" -arch=sm_80 -ptx -Xcompiler -iquote,. -I"$include" "$@" k.nvcc.cu -o k.ptx >messages 2>&1 && return
    echo "FAILED: $what: $(cat messages)"
    failures=$((failures + 1))
}

same -DX=1
same -DX=1 -Xcompiler -DX=2
same -Xcompiler -DX=2 -UX
same -DX=1 -Xcompiler=-UX
same -DX=1 -Xcompiler "-DX=2 -UX"
same -DX=1 --compiler-options -DX=2,-DX=3 -DX=4
same -Xcompiler -DX=2 -Xcompiler -DX=3
same -Ione -Xcompiler -Ithree
same -Ione -Xcompiler -isystem,three
same -isystem one -Xcompiler "-isystem three"
same -Xcompiler -idirafter,one -isystem three
same -Ione -Ithree -include one.h -Xcompiler -include,three.h
same -rdc=true -rdc=false
same -default-stream=per-thread -default-stream=legacy
NVCC_APPEND_FLAGS='-DX=2' same -DX=1
NVCC_PREPEND_FLAGS='-DX=2' same
NVCC_PREPEND_FLAGS='-DX=2' NVCC_APPEND_FLAGS='-UX' same -DX=1
NVCC_APPEND_FLAGS='-Xcompiler -DX=2' same -DX=1
NVCC_APPEND_FLAGS='-DTEXT="two words" -DX=7' same
NVCC_APPEND_FLAGS='-DTEXT="a,b" -DX=7,INCLUDED=8' same
NVCC_APPEND_FLAGS="-DTEXT=\"it's\"" NVCC_PREPEND_FLAGS="-DX=sizeof('a')" same
NVCC_APPEND_FLAGS='-I"with space"' same
NVCC_APPEND_FLAGS='-Xcompiler -I"with space"' same
NVCC_PREPEND_FLAGS='-std=c++14 -rdc=true' same
NVCC_PREPEND_FLAGS='-ccbin g++ -Wno-deprecated-gpu-targets' same
[ $failures -eq 0 ] && echo ok
exit $((failures > 0))
