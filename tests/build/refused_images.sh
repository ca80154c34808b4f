#!/bin/bash
# Code that the host compiler refuses does not fail the build. Kernels that need it are not in the CPU
# images; the build, the load and a launch say which and why. All other kernels run.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/refused" && pwd)

# <kernel> <reason>: its launch is refused; the error record says why, and nothing is printed.
refused() {
    must "$project/build/refused" "$1"
    says "absent: the host compiler refuses $2"
    says "status: $1: the kernel cannot run on the CPU: the host compiler refuses $2"
    says_not "custub:"
}

# No kernel of whole.cu can run, so its load is refused.
whole_refused() {
    must "$project/build/refused" fine
    says "not loaded: CUSTUB_ERROR_NO_IMAGE: whole.cu: no image for "
    says ": kernel 'first' cannot run on the CPU, nor can 1 other: the host compiler refuses the file: "
    says_not "custub:"
    must "$project/build/refused" second
    says "status: the kernel is not loaded"
}

runs() { # <kernel> <result>
    must "$project/build/refused" "$1"
    says "result: $2"
    says_not "status:"
}

stays_out() { # <kernel> <reason>: the build's note
    says "kernel '$1' stays out of the CPU image: the host compiler refuses $2"
}

check_kernels() {
    runs fine "$1"
    runs also_fine "8 8 8 8"
    runs beside_host_code "5 5 5 5"
    refused unknown "it: "
    refused calls_marked "it: "
    refused calls_guarded "it: "
    refused calls_elsewhere "it: 'elsewhere' is not defined in this file"
    refused of_a_macro "it: "
    refused another_constant "it: static"
    refused another_type "it: static"
    whole_refused
}

# <generator> <compiler>
builds() {
    rm -rf "$project"
    mkdir -p "$project"
    cp "$sources"/* "$project"
    must "$cmake" -G "$1" -S "$project" -B "$project/build" -DCMAKE_PREFIX_PATH="$prefix" \
        "${cmake_arguments[@]}" -DCUSTUB_NVCC=OFF -DCUSTUB_CXX_COMPILER="$2"
    must "$cmake" --build "$project/build" --parallel 2
    stays_out unknown "it: "
    stays_out calls_guarded "it: "
    stays_out first 'the file: '
    says "the host compiler refuses parts of parts.cu"
    says "the host compiler refuses parts of whole.cu"
    says_not "host_code.cu: kernels"
    says "out of the CPU image for the memory checker: first, second;"
    log="$project/build/custub/refused_kernels/images/parts.cpu.so.log"
    says "its messages are in $log"
    grep -q known_to_no_compiler "$log" || fail "the log says nothing"
    check_kernels "5 6 7 8"
    export CUSTUB_CPU_CHECK=1
    check_kernels "5 6 7 8"
    unset CUSTUB_CPU_CHECK
    must "$cmake" --build "$project/build"
    says_not "c++:"

    later
    echo '#define OFFSET 6' >"$project/parts.cuh"
    must "$cmake" --build "$project/build"
    says "c++: parts.cpu.so"
    runs fine "6 7 8 9"

    later
    echo '#define known_to_no_compiler(...) ((void)0)' >>"$project/parts.cuh"
    sed -i '/^#error/d' "$project/whole.cu"
    must "$cmake" --build "$project/build"
    says_not "refuses parts of whole.cu"
    [ ! -e "$project/build/custub/refused_kernels/images/whole.cpu.so.log" ] ||
        fail "the log of an attempt that failed before is still there"
    runs unknown "4 0 0 0"
    runs second "4 0 0 0"
    refused calls_guarded "it: "
    echo "ok: $1 with $2"
}

builds Ninja g++
for compiler in clang++ clang++-14; do
    if command -v "$compiler" >/dev/null; then
        builds "Unix Makefiles" "$compiler"
        break
    fi
done
