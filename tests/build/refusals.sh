#!/bin/bash
# The errors of custub_add_kernels() and their messages.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"

# <message> <arguments of custub_add_kernels>
refuses() {
    {
        echo 'cmake_minimum_required(VERSION 3.22)'
        echo 'project(refused LANGUAGES C)'
        echo 'find_package(custub REQUIRED)'
        echo "custub_add_kernels($2)"
    } >"$project/installed/CMakeLists.txt"
    rm -rf "$project/build"
    must_fail configure "${@:3}"
    says "$1"
    echo "ok: $1"
}

fresh_project
mkdir "$project/app/other"
cp "$project/app/weigh.cu" "$project/app/other/weigh.cu"
cp "$project/app/weigh.cu" "$project/app/a-b.cu"
cp "$project/app/weigh.cu" "$project/app/a_b.cu"
cp "$project/app/weigh.cu" "$project/app/weigh.cpp"

refuses "'../app/other/weigh.cu' makes the name 'weigh', as another source does" \
    "k SOURCES ../app/weigh.cu ../app/other/weigh.cu CPU"
refuses "'../app/a_b.cu' makes the name 'a_b', as another source does" \
    "k SOURCES ../app/a-b.cu ../app/a_b.cu CPU"
refuses "'../app/weigh.cpp' is not a .cu file" "k SOURCES ../app/weigh.cpp CPU"
refuses "no SOURCES" "k CPU"
refuses "unknown argument 'ARCH;80'" "k CPU ARCH 80"
refuses "'turing' is not an architecture" "k SOURCES ../app/weigh.cu CPU ARCHITECTURES turing"
refuses "PREFIX '1st' is not the start of an identifier" "k SOURCES ../app/weigh.cu CPU PREFIX 1st"
refuses "custub_add_kernels(k) cannot build an image; install the CUDA toolkit, or ask for an image" \
    "k SOURCES ../app/weigh.cu" -DCUSTUB_NVCC=OFF
refuses "does not work" "k SOURCES ../app/weigh.cu" -DCUSTUB_NVCC=/bin/false
