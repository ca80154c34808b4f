#!/bin/bash
# custub without its CPU driver builds and installs, and its users are told what is missing. One argument
# names custub's source folder.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"

unset LD_LIBRARY_PATH CUSTUB_CPU_DRIVER
source=$(printf '%s\n' "${cmake_arguments[@]}" | sed -n 's/^-DCUSTUB_SOURCE=//p')
fresh_project
must "$cmake" -G Ninja -S "$source" -B "$work/custub" "${cmake_arguments[@]}" -DCUSTUB_WERROR=ON -DCUSTUB_CPU_DRIVER=OFF
must "$cmake" --build "$work/custub"
prefix="$work/a place for custub"
must "$cmake" --install "$work/custub" --prefix "$prefix"
find "$prefix" "$work/custub" >"$output"
says_not "libcustub_cpu"
[ ! -e "$prefix/include/custub/cpu_image.h" ] || fail "headers of CPU images were installed"

# A program without an image of its kernels.
cat >"$project/installed/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(consumer LANGUAGES C)
find_package(custub 0.1 REQUIRED)
add_executable(open open.c)
target_link_libraries(open PRIVATE custub::runtime)
END
cat >"$project/installed/open.c" <<'END'
#include <custub/custub.h>
#include <stdio.h>

int main(void)
{
    custub_error error = custub_error_none();

    if (custub_driver_open(CUSTUB_DRIVER_CPU, &error) == CUSTUB_OK)
        return 1;
    printf("%s\n", error.message);
    return 0;
}
END
for shared in ON OFF; do
    must configure -DCUSTUB_SHARED_RUNTIME=$shared
    must build
    must "$project/build/open"
    says "this custub was built with CUSTUB_CPU_DRIVER=OFF"
done

# Kernels with CPU, which asks for a CPU image.
cp "$consumer/installed/CMakeLists.txt" "$project/installed"
rm -rf "$project/build"
must_fail configure -DCUSTUB_NVCC=OFF
says "custub_add_kernels(weigh_kernels) cannot build an image"
says "this custub was built without its CPU driver (CUSTUB_CPU_DRIVER=OFF): kernels get no CPU images"
if configure >"$output" 2>&1; then # there is an nvcc
    says "kernels get no CPU images"
    must build
    find "$project/build" >"$output"
    says_not ".cpu.so"
    says_not ".check.so"
fi
