#!/bin/sh
# Compilers must refuse the kernels whose file they read differently than custub.
#
#   check.sh CUSTUB INCLUDE_DIR NVCC CXX CASE.cu     with NVCC "" only the host compiler is tested
#
# The first lines of a case name the kernels:
#   // nvcc refuses: a b      by the assertions of <stem>.nvcc.cu
#   // verify refuses: a b    by the PTX
#   // host refuses: a b      by the assertions of <stem>.cpu.cpp; only checked with g++
#   // needs: cuda            includes the toolkit's headers; skipped without nvcc
set -u
custub=$1
include=$2
nvcc=$3
cxx=$4
case=$5
stem=$(basename "$case" .cu)
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$(dirname "$case")" || exit 3

option() {
    sed -n "s|^// $1: *||p" "$stem.cu" | head -n 1
}
fail() {
    echo "$stem: $*"
    exit 1
}
# The names of the kernels in the messages, sorted.
kernels() {
    grep -o "kernel '[^']*'" "$@" | sed "s/.*kernel '//; s/'//" | sort -u | tr '\n' ' ' | sed 's/ $//'
}
# hold WHO MESSAGES: WHO must refuse exactly the kernels that the case names.
hold() {
    wanted=$(option "$1 refuses")
    found=$(kernels "$2")
    [ "$found" = "$wanted" ] || fail "$1 refuses '$found', not '$wanted':
$(cat "$2")"
}

toolkit=
if [ "$nvcc" ]; then
    toolkit=$("$nvcc" --dryrun -ptx -x cu /dev/null -o /dev/null 2>&1 | sed -n 's/^#\$ TOP=//p')
    set -- --cuda-path "$toolkit"
elif [ "$(option needs)" ]; then
    echo "$stem: skipped: it needs nvcc's headers"
    exit 77
else
    set -- --no-cuda
fi
"$custub" gen "$stem.cu" -o "$scratch" "$@" --arch sm_80,sm_90 -- -I"$include" \
    >"$scratch/messages" 2>&1 || fail "custub refuses it:
$(cat "$scratch/messages")"

if [ "$nvcc" ]; then
    set -- -std=c++17 -I"$include" -gencode arch=compute_80,code=compute_80 \
        -gencode arch=compute_90,code=compute_90
    ptx=$scratch/$stem.nvcc
    "$nvcc" "$@" -fatbin --keep --keep-dir "$scratch" -Xcompiler -iquote,. -o "$scratch/built" \
        "$scratch/$stem.nvcc.cu" >"$scratch/nvcc" 2>&1 || ptx=$scratch/$stem
    hold nvcc "$scratch/nvcc"
    if [ "$ptx" = "$scratch/$stem" ]; then
        "$nvcc" "$@" -w -fatbin --keep --keep-dir "$scratch" -o "$scratch/built" "$stem.cu" ||
            fail 'nvcc refuses the source itself'
    fi
    "$custub" verify "$stem.cu" --cuda-path "$toolkit" --ptx "sm_80=$ptx.compute_80.ptx" \
        --ptx "sm_90=$ptx.compute_90.ptx" -- -I"$include" >"$scratch/verify" 2>&1
    hold verify "$scratch/verify"
fi
case $("$cxx" --version) in
*[Cc]lang*) exit 0 ;;
esac
set -- -std=c++17 -w -fsyntax-only -iquote . -I"$include"
[ ! "$toolkit" ] || set -- "$@" -isystem "$toolkit/include" -isystem "$toolkit/include/cccl"
LC_ALL=C "$cxx" "$@" "$scratch/$stem.cpu.cpp" >"$scratch/host" 2>&1
hold host "$scratch/host"
