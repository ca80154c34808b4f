#!/bin/bash
# A Makefile does what custub_add_kernels() does, and its program finds the CPU driver.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"

unset LD_LIBRARY_PATH CUSTUB_CPU_DRIVER
make=$(command -v gmake || command -v make) || skip "there is no make"
flags=$(printf '%s\n' "${cmake_arguments[@]}" | sed -n 's/^-DCMAKE_C_FLAGS=//p')
libraries=$(cd "$prefix" && dirname "$(find . -name libcustub.a)")

fresh_project
cp -r "$consumer/make" "$project"
sed -i "s|(CUSTUB)/lib\"|(CUSTUB)/$libraries\"|" "$project/make/Makefile"
must "$make" -C "$project/make" CUSTUB="$prefix" CFLAGS="$flags"
must "$project/make/weigh"
says "image: cpu-"
says "result: 200"
must readelf -d "$project/make/weigh"
says "libcustub.so.1"
must "$make" -C "$project/make" CUSTUB="$prefix" CFLAGS="$flags"
says "is up to date"
# The generator has nothing to write, and yet the image is of another body.
sleep 1
touch "$project/app/weigh.cu"
must "$make" -C "$project/make" CUSTUB="$prefix" CFLAGS="$flags"
says "-o weigh.cpu.so"
must "$make" -C "$project/make" CUSTUB="$prefix" CFLAGS="$flags"
says "is up to date"

rm "$project/make/weigh"
must "$make" -C "$project/make" CUSTUB="$prefix" CFLAGS="$flags" RUNTIME="-l:libcustub.a -ldl -lpthread"
must "$project/make/weigh"
says "image: cpu-"
says "result: 200"
must readelf -d "$project/make/weigh"
says_not "libcustub.so.1"

# A program on the runtime API. Without a GPU it says what is missing.
for nvcc in "$(command -v nvcc || true)" "${CUDA_PATH:-}/bin/nvcc" /usr/local/cuda/bin/nvcc; do
    [ -x "$nvcc" ] && break
done
if [ -x "$nvcc" ] && [ -z "$flags" ]; then
    cp -r "$consumer/runtime_api" "$project"
    sed -i "s|(CUSTUB)/lib|(CUSTUB)/$libraries|" "$project/runtime_api/Makefile"
    must "$make" -C "$project/runtime_api" CUSTUB="$prefix" NVCC="$nvcc"
    if "$project/runtime_api/add" >"$output" 2>&1; then
        says "result: 4"
    else
        says "no CUDA driver found: install the NVIDIA driver"
    fi
    must "$make" -C "$project/runtime_api" CUSTUB="$prefix" NVCC="$nvcc"
    says "is up to date"
    echo "ok: a program on the runtime API"
fi
