#!/bin/bash
# A Makefile does what custub_add_kernels() does, and its program finds the CPU driver.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"
# shellcheck source=tests/consumer/edits.sh
. "$(dirname "${BASH_SOURCE[0]}")/edits.sh"

unset LD_LIBRARY_PATH CUSTUB_CPU_DRIVER
make=$(command -v gmake || command -v make) || skip "there is no make"
flags=$(printf '%s\n' "${cmake_arguments[@]}" | sed -n 's/^-DCMAKE_C_FLAGS=//p')
libraries=$(cd "$prefix" && dirname "$(find . -name libcustub.a)")

fresh_project
cp -r "$consumer/make" "$project"
sed -i "s|(CUSTUB)/lib\"|(CUSTUB)/$libraries\"|" "$project/make/Makefile"
find_toolkit
edits_reach "$project/make" "$make" -C "$project/make" CUSTUB="$prefix" CFLAGS="$flags" \
    CUDA="$toolkit"
must readelf -d "$project/make/weigh"
says "libcustub.so.1"

rm "$project/make/weigh"
must "$make" -C "$project/make" CUSTUB="$prefix" CFLAGS="$flags" RUNTIME="-l:libcustub.a -ldl -lpthread" \
    CUDA="$toolkit"
must "$project/make/weigh"
says "image: cpu-"
says "result: 501"
must readelf -d "$project/make/weigh"
says_not "libcustub.so.1"

# An image that checks bounds.
if [ -n "$toolkit" ]; then
    checked() {
        "$make" -C "$project/make" CUSTUB="$prefix" CFLAGS="$flags" CUDA="$toolkit" BOUNDS_CHECKS=1
    }
    edit weigh.cu '1i // The first line.'
    must checked
    must "$project/make/weigh"
    says "image: cubin-bounds image: bounds-table"
    says "result: 501"
    [ "$(head -c 8 "$project/make/weigh.bounds.table")" = cubouns1 ] || fail "there is no table"
    must checked
    is_done
    echo "ok: an image that checks bounds"
fi

# A program on the runtime API. Without a GPU it says what is missing.
if [ -n "$toolkit" ] && [ -z "$flags" ]; then
    cp -r "$consumer/runtime_api" "$project"
    sed -i "s|(CUSTUB)/lib|(CUSTUB)/$libraries|" "$project/runtime_api/Makefile"
    must "$make" -C "$project/runtime_api" CUSTUB="$prefix" NVCC="$toolkit/bin/nvcc"
    if "$project/runtime_api/add" >"$output" 2>&1; then
        says "result: 4"
    else
        says "no CUDA driver found: install the NVIDIA driver"
    fi
    must "$make" -C "$project/runtime_api" CUSTUB="$prefix" NVCC="$toolkit/bin/nvcc"
    says "is up to date"
    echo "ok: a program on the runtime API"
fi
