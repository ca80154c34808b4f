#!/bin/sh
# What the command line promises: exit codes, nothing half-written, nothing written without need,
# dependency files, verification against PTX.
#
#   command_line.sh CUSTUB PROJECT_DIR
set -u
custub=$1
project=$2
scratch="$(mktemp -d)/a folder with spaces" || exit 3
trap 'rm -rf "$(dirname "$scratch")"' EXIT
mkdir "$scratch" && cd "$scratch" || exit 3
failures=0

# expect STATUS TEXT COMMAND…: the exit status, and a text that its output has ("" for any).
expect() {
    wanted=$1
    text=$2
    shift 2
    "$@" >output 2>&1
    status=$?
    if [ $status -ne "$wanted" ] || { [ "$text" ] && ! grep -qF -- "$text" output; }; then
        echo "FAILED: $*"
        echo "  wanted exit $wanted and '$text', got exit $status and:"
        sed 's/^/  /' output
        failures=$((failures + 1))
    fi
}
check() {
    what=$1
    shift
    if ! "$@"; then
        echo "FAILED: $what"
        failures=$((failures + 1))
    fi
}

include="-I$project/runtime/include"
cp "$project/kernels/saxpy.cu" "$project/kernels/scale.cu" .
echo 'extern "C" __global__ void k(unknown x) {}' >broken.cu

# Usage is 2.
expect 2 'no command' "$custub"
expect 2 'no such command' "$custub" generate saxpy.cu
expect 2 'no such option' "$custub" gen --what saxpy.cu
expect 2 'needs a value' "$custub" gen saxpy.cu -o
expect 2 'no source file' "$custub" gen
expect 2 'no architecture' "$custub" gen saxpy.cu --arch sm_80,pascal
expect 2 'no identifier' "$custub" gen saxpy.cu --prefix a-b
expect 2 'nothing to verify' "$custub" verify saxpy.cu
expect 2 'only with one source file' "$custub" gen saxpy.cu scale.cu --json -
expect 2 'cannot stand in an #include' "$custub" gen saxpy.cu --include 'a"b.h'
expect 0 'custub gen' "$custub" --help
expect 0 'clang version' "$custub" --version

# Input errors are 1, and nothing at all is written, also of the files that were fine.
expect 1 'cannot be read: No such file' "$custub" gen absent.cu -o none --no-cuda
expect 1 "unknown type name 'unknown'" "$custub" gen saxpy.cu broken.cu -o none --no-cuda -- "$include"
check 'nothing is written after an error' test ! -e none
expect 1 'has no include/cuda.h' "$custub" gen saxpy.cu --cuda-path "$scratch" -- "$include"
mkdir other && cp saxpy.cu other/
expect 1 "its outputs would be called 'saxpy'" "$custub" gen saxpy.cu other/saxpy.cu -o none --no-cuda -- "$include"

# The machine's failures are 3.
echo file >in_the_way
expect 3 'cannot be made' "$custub" gen saxpy.cu -o in_the_way/out --no-cuda -- "$include"

# Only what changed is written; the dependency file names what was read.
expect 0 '' "$custub" gen saxpy.cu -o out --depfile out/saxpy.d --no-cuda -- "$include"
for output in saxpy.custub.h saxpy.custub.c saxpy.json saxpy.cpu.cpp saxpy.d; do
    check "$output is written" test -s "out/$output"
    touch -d '2001-01-01' "out/$output"
done
check 'no temporary file is left' test "$(ls out | wc -l)" -eq 5
expect 0 '' "$custub" gen saxpy.cu -o out --depfile out/saxpy.d --no-cuda -- "$include"
check 'an unchanged output is left alone' test ! out/saxpy.custub.h -nt in_the_way
sed -i 's/float a,/float alpha,/' saxpy.cu && sed -i 's/= a \*/= alpha */' saxpy.cu
expect 0 '' "$custub" gen saxpy.cu -o out --depfile out/saxpy.d --no-cuda -- "$include"
check 'a changed output is replaced' grep -q alpha out/saxpy.custub.h
check 'the source is a dependency' grep -q 'saxpy\.cu' out/saxpy.d
check 'an included header is a dependency' grep -q 'custub/kernel\.h' out/saxpy.d
check 'no output holds a folder' sh -c '! grep -rlF "$1" out/*.h out/*.c out/*.json out/*.cpp' _ "$scratch"

# The rest of the options.
expect 0 '"name": "saxpy"' "$custub" gen saxpy.cu -o out2 --json - --no-cuda -- "$include"
check 'with --json - no JSON file is written' test ! -e out2/saxpy.json
expect 0 '' "$custub" gen saxpy.cu -o out3 --prefix my_ --no-cuda -- "$include"
check 'the prefix goes before the launch function' grep -q 'my_launch_saxpy(' out3/saxpy.custub.h
check 'the prefix goes before the struct' grep -q 'my_saxpy_kernels' out3/saxpy.custub.h
expect 0 'scale.cu: 1 kernel' "$custub" list saxpy.cu scale.cu --no-cuda -- "$include"
expect 0 '' "$custub" gen saxpy.cu -o out4 --no-cuda -- "$include" -DUNUSED

# --include: the user's own struct, held against the device's layout.
cp "$project/kernels/advance.cu" .
cat >structs.h <<'H'
typedef struct time_step { double seconds; float gravity[3]; unsigned int count; } time_step;
typedef struct particle { float position[3], velocity[3]; unsigned char fixed; } particle;
H
expect 0 '' "$custub" gen advance.cu -o out5 --include structs.h --no-cuda -- "$include"
check 'the own struct is taken' grep -q 'time_step step' out5/advance.custub.h
check 'the own struct is not defined again' sh -c '! grep -q "typedef struct time_step" out5/advance.custub.h'
echo '#include "advance.custub.h"' >use.c
expect 0 '' ${CC:-cc} -std=c11 -fsyntax-only -Iout5 -I. "$include" use.c
sed -i 's/double seconds/float seconds/' structs.h
expect 1 'time_step: size' ${CC:-cc} -std=c11 -fsyntax-only -Iout5 -I. "$include" use.c

# verify: PTX as nvcc writes it, then each difference.
sed -i 's/alpha/a/' saxpy.cu
cat >good.ptx <<'P'
.version 9.0
.target sm_80
.address_size 64
	// a comment with .entry in it
.visible .entry saxpy(
	.param .u64 saxpy_param_0,
	.param .f32 saxpy_param_1,
	.param .u64 .ptr .align 1 saxpy_param_2,
	.param .u64 saxpy_param_3
)
.maxntid 256, 1, 1
{
	mov.u32 %r1, %tid.x;
	ret;
}
.visible .entry _Z5otherv() { ret; }
P
verify() { "$custub" verify saxpy.cu --ptx sm_80="$1" --no-cuda -- "$include"; }
expect 0 '' verify good.ptx
sed 's/_2,/_2,\n.param .u32 saxpy_param_2b,/' good.ptx >bad.ptx
expect 1 '4 parameters in the source and 5 in the PTX' verify bad.ptx
sed 's/\.f32/.f64/' good.ptx >bad.ptx
expect 1 "parameter 'a' (float): offset 8, size 4, alignment 4 in the source, offset 8, size 8, alignment 8 in the PTX" verify bad.ptx
sed 's/entry saxpy/entry saxpi/' good.ptx >bad.ptx
expect 1 "kernel 'saxpy' is not in 'bad.ptx'" verify bad.ptx
expect 1 "entry 'saxpi' is no kernel" verify bad.ptx
sed 's/%tid\.x/%tid.y/' good.ptx >bad.ptx
expect 1 'uses 1 dimensions in the source and 2 in the PTX' verify bad.ptx
head -c 200 good.ptx >bad.ptx
expect 1 'was expected' verify bad.ptx
echo 'not PTX' >bad.ptx
expect 1 'this is no PTX' verify bad.ptx
expect 1 'cannot be read' verify absent.ptx
sed 's/saxpy/scale/; s/saxpy/scale/; s/\.param .u64 scale_param_0,/.param .u32 a, .param .u32 b, .param .u32 c,/; /_param_2,/d; s/256/128/' good.ptx >scale.ptx
expect 1 'launch bounds of 256 threads in the source and 128 in the PTX' \
    "$custub" verify scale.cu --ptx sm_80=scale.ptx --no-cuda -- "$include"
sed -i 's/float a,/double a,/' saxpy.cu
expect 1 'in the PTX' "$custub" gen saxpy.cu --ptx sm_80=good.ptx -o none --no-cuda -- "$include"
check 'nothing is written when the PTX differs' test ! -e none

[ $failures -eq 0 ] || { echo "$failures failed"; exit 1; }
