#!/bin/sh
# Trials on a GPU, with a recording driver in place of one: what a launch reports, ends or leaves behind becomes the
# finding that it should.
#
#   recorded.sh CUSTUB CUSTUB_TRIAL KERNELS [COMPILER…]
#
# KERNELS is the library of recorded_kernels.c, whose kernels are named here.
set -u
custub=$1
trial=$2
kernels=$3
shift 3
names='right reads_beyond crashes hangs waits_for_bad_read by_shape changes reorders leaves_one'
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3

echo '#include <custub/kernel.h>' >recorded.cu
printf '.version 8.0\n.target sm_80\n.address_size 64\n.file 1 "recorded.cu"\n' >recorded.ptx
for name in $names; do
    echo "extern \"C\" CUSTUB_THREADS(n) __global__ void $name(int n, const int *__restrict__ x CUSTUB_COUNTED_BY(n)," \
        'int *__restrict__ y CUSTUB_COUNTED_BY(n)) {}' >>recorded.cu
    cat >>recorded.ptx <<C
.visible .entry $name(.param .u32 ${name}_param_0, .param .u64 ${name}_param_1, .param .u64 ${name}_param_2)
{
    .reg .b32 %r<2>;
    .reg .b64 %rd<5>;
    .loc 1 7 0
    ld.param.u64 %rd1, [${name}_param_1];
    ld.param.u64 %rd2, [${name}_param_2];
    cvta.to.global.u64 %rd3, %rd1;
    cvta.to.global.u64 %rd4, %rd2;
    ld.global.u32 %r1, [%rd3];
    st.global.u32 [%rd4], %r1;
    ret;
}
C
done
{
    "$custub" gen recorded.cu --unit trial --export --no-cuda --image ptx-bounds=recorded.sm_80.bounds.ptx \
        --image bounds-table=recorded.bounds.table &&
        "$custub" bounds recorded.cu --ptx sm_80=recorded.ptx --no-cuda &&
        "$@" -shared -fPIC -I"$(dirname "$custub")/../include" recorded.custub.c recorded.images.S -o recorded.so
} >messages 2>&1 || {
    cat messages
    exit 1
}

failures=0
# tries KERNEL STATUS [OPTIONS…]: the output is in `found`.
tries() {
    kernel=$1
    expected=$2
    shift 2
    # LD_PRELOAD ends at a blank
    RECORDED_LIBRARY=$scratch/recorded.so LD_LIBRARY_PATH=$(dirname "$kernels") LD_PRELOAD=$(basename "$kernels") \
        "$trial" recorded.so --stem recorded --unit trial --device cuda "$kernel" "$@" >found 2>&1
    status=$?
    [ $status -eq "$expected" ] || fail "exit status $status, not $expected"
}

fail() {
    echo "FAILED: $kernel: $1"
    cat found
    failures=$((failures + 1))
}

# says WORDS…: a line of `found` has them.
says() {
    grep -q "$1" found || fail "it does not say: $1"
}

tries right 0 --launches 200
says '^right: [0-9]* launches, 0 findings$'
tries reads_beyond 1 --launches 40
says "recorded.cu:7: kernel 'reads_beyond', block (0,0,0), thread (0,0,0): beyond the contract: reads x\[1\], the con"
says '    launch: n = 1, '
says '    to do: raise the count of this pointer'
says "    again: custub_trial 'recorded.so' --stem recorded --unit trial --device cuda reads_beyond --seed"
says '^reads_beyond: [0-9]* launches, 1 finding$'
tries reads_beyond 1 --launches 40 --programs .
says '    program: ./reads_beyond.1.c'
grep -q 'CUSTUB_DRIVER=cuda CUSTUB_BOUNDS_CHECKS=1 ./reads_beyond.1$' reads_beyond.1.c &&
    ! grep -q CUSTUB_CPU reads_beyond.1.c || fail 'the program is not for a GPU'
tries crashes 1 --launches 40
says "kernel 'crashes': .*(719)"
says '    launch: n = 3, '
says '^crashes: [0-9]* launches, 1 finding$'
tries by_shape 1 --launches 40
says "the result depends on the shape: y\[0\] is "
tries changes 1 --launches 40
says "the result depends on the order of the blocks or the threads: y\[0\] is [0-9]*, and [0-9]* in another launch"
! grep -q 'on the shape' found || fail 'what changes is taken for what depends on the shape'
tries reorders 0 --launches 40
says "^note: .*the order of the results depends on the order of the blocks or the threads"
tries leaves_one 1 --launches 200
says "no launch of [0-9]* touched the last 1 of the elements of 'y'"
tries hangs 0 --launches 30 --seconds 15
says '^hangs: [0-9]* launches, 0 findings; [1-9][0-9]* more did not end in time$'
tries waits_for_bad_read 1 --launches 1 --seed 2
says 'beyond the contract: reads x\[[0-9]*\]'
[ $failures -eq 0 ]
