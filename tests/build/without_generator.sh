#!/bin/bash
# Without libclang, the runtime and the CPU driver can be built. A project then names a generator, as a cross
# build does.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"

source=$(printf '%s\n' "${cmake_arguments[@]}" | sed -n 's/^-DCUSTUB_SOURCE=//p')
generator="$prefix/bin/custub"
fresh_project
must "$cmake" -G Ninja -S "$source" -B "$work/custub" "${cmake_arguments[@]}" -DCUSTUB_WERROR=ON -DCUSTUB_GENERATOR=OFF \
    -DLIBCLANG_ROOT=/nowhere
must "$cmake" --build "$work/custub"
prefix="$work/custub alone"
must "$cmake" --install "$work/custub" --prefix "$prefix"
[ ! -e "$prefix/bin/custub" ] || fail "a generator was installed"

must_fail configure
says "no generator that runs here, since this is a cross build, or custub was built with CUSTUB_GENERATOR=OFF; set CUSTUB_EXECUTABLE to the path of one"
must configure -DCUSTUB_EXECUTABLE="$generator" -DCMAKE_SYSTEM_NAME=Linux \
    -DCMAKE_SYSTEM_PROCESSOR="$(uname -m)"
must build
must "$project/build/weigh"
says "result: 200"
is_up_to_date

sed -i 's/^custub_add_kernels.*/custub_add_jit_kernels(weigh_kernels SOURCE ..\/app\/weigh.cu BOUNDS_CHECKS)/' \
    "$project/installed/CMakeLists.txt"
must_fail configure -DCUSTUB_EXECUTABLE="$generator"
says "custub_add_jit_kernels(weigh_kernels): BOUNDS_CHECKS, but this custub was built with CUSTUB_GENERATOR=OFF"

# The kernel library says what it lacks.
for types in 'f32;x7' ''; do
    must_fail "$cmake" "$work/custub" -DCUSTUB_KERNELS=ON "-DCUSTUB_KERNEL_TYPES=$types"
    says "CUSTUB_KERNEL_TYPES is '$types'; give all, or some of"
done
must_fail "$cmake" "$work/custub" -DCUSTUB_KERNELS=ON "-DCUSTUB_KERNEL_TYPES=f32;i8"
says "custub_add_kernels(custub_kernels): no generator that runs here"
