#!/bin/bash
# A Makefile with pkg-config and one rule for all kernels, by `custub build`: edits of a source and of a
# header reach the program, and a refused source leaves no library. Without nvcc, and with it if there is a
# toolkit.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"

unset LD_LIBRARY_PATH CUSTUB_CPU_DRIVER
make=$(command -v gmake || command -v make) || skip "there is no make"
flags=$(printf '%s\n' "${cmake_arguments[@]}" | sed -n 's/^-DCMAKE_C_FLAGS=//p')
command -v pkg-config >/dev/null || skip "there is no pkg-config"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name custub.pc)")
export PKG_CONFIG_PATH
find_toolkit

makes() {
    must "$make" -C "$project/one_rule" CFLAGS="$flags" OPTIONS="$options"
}

gives() { # <result>
    must env CUSTUB_DRIVER=cpu "$project/one_rule/program"
    says "result: $1"
    must env CUSTUB_DRIVER=cpu CUSTUB_CPU_CHECK=1 "$project/one_rule/program"
    says "result: $1"
}

edit() { # <file> <sed's command>
    later
    sed -i "$2" "$project/$1"
    later
}

builds() {
    fresh_project
    cp -r "$consumer/one_rule" "$project"
    cd "$project/one_rule"
    edit one_rule/shift.cu 's/BY(n)/BY(unknown)/'
    must_fail "$make" OPTIONS="$options"
    says "unknown"
    [ ! -e out/libkernels.a ] || fail "a refused source leaves a library"
    edit one_rule/shift.cu 's/BY(unknown)/BY(n)/'
    makes
    gives "11 21 31"
    makes
    says "is up to date"
    cp -p out/shift.custub.h before.h
    touch -r main.o before.o
    edit one_rule/step.h 's/1/2/'
    makes
    gives "12 22 32"
    [ ! out/shift.custub.h -nt before.h ] || fail "a header that stays the same is touched"
    [ ! main.o -nt before.o ] || fail "an edit of a body compiles the program again"
    mv step.h renamed.h
    edit one_rule/shift.cu 's/step[.]h/renamed.h/'
    makes
    gives "12 22 32"
    edit one_rule/scale.cu 's/COUNTED_BY(n)/COUNTED_BY(2 * n)/'
    makes
    must_fail env CUSTUB_DRIVER=cpu ./program
    says "the kernel needs 2 * n = 6 floats"
    makes
    says "is up to date"
    edit one_rule/scale.cu 's/COUNTED_BY(2 \* n)/COUNTED_BY(n)/'
    CC=false must_fail "$make" OPTIONS="$options" out/libkernels.a
    says "its command was: false"
    cd "$work"
}

options="--no-cuda -j 1"
builds
[ ! -e "$project/one_rule/out/images/scale.fatbin" ] || fail "nvcc was run"
edit one_rule/scale.cu 's/a;$/a + __builtin_that_only_nvcc_has(1);/'
makes
says "stays out"
echo "ok: without nvcc"
if [ -n "$toolkit" ]; then
    options="--cuda-path $toolkit"
    edit one_rule/scale.cu 's/a + .*;$/a;/'
    rm -r "$project/one_rule/out"
    makes
    [ -e "$project/one_rule/out/images/scale.fatbin" ] || fail "nvcc was not run"
    gives "12 22 32"
    echo "ok: with nvcc"
fi
