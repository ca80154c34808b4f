#!/bin/bash
# RELOCATABLE: the sources of a target are linked, only for the CPU driver and also with nvcc.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"

rm -rf "$work"
mkdir -p "$project"
cp -r "$(dirname "${BASH_SOURCE[0]}")/relocatable" "$project/installed"

must configure -DCUSTUB_NVCC=OFF -DARCHITECTURE=90
must build
must "$project/build/linked"
says "image: linked-cpu-"
says_not "fatbin"
says "result: 42"
is_up_to_date
echo "ok: without nvcc"

later
sed -i 's/x + 2/x + 3/' "$project/installed/callee.cu"
must build
says_not "c++: caller.cpu.o"
must "$project/build/linked"
says "result: 43"
is_up_to_date
echo "ok: a source that changes is linked again"

sed -i 's/int answer(int x)/int another(int x)/' "$project/installed/callee.cu"
must_fail build
says "answer"
sed -i 's/int another(int x)/int answer(int x)/' "$project/installed/callee.cu"
echo "ok: a function that is in no source stops the build"

for nvcc in "$(command -v nvcc || true)" "${CUDA_PATH:-}/bin/nvcc" /usr/local/cuda/bin/nvcc; do
    [ -x "$nvcc" ] && break
done
[ -x "$nvcc" ] || exit 0

rm -rf "$project/build"
must_fail configure -DCUSTUB_NVCC="$nvcc" -DARCHITECTURE=90-virtual
says "RELOCATABLE links machine code, and there is none for the architecture '90'"
rm -rf "$project/build"
must configure -DCUSTUB_NVCC="$nvcc" -DARCHITECTURE=90
must build
must "$project/build/linked"
says "image: linked-fatbin image: linked-cpu-"
says "result: 43"
is_up_to_date
echo "ok: with nvcc"
