#!/bin/bash
# The kernel library as a separate project, outside of custub's sources. It is built against an installed
# custub, tested, installed, and found by a program. One type is enough: custub's own build has others.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"

source=$(printf '%s\n' "${cmake_arguments[@]}" | sed -n 's/^-DCUSTUB_SOURCE=//p')
unset CUSTUB_DRIVER

fresh_project
cp -r "$source/kernels" "$project"
must "$cmake" -G Ninja -S "$project/kernels" -B "$project/build" -DCMAKE_PREFIX_PATH="$prefix" \
    "${cmake_arguments[@]}" -DCUSTUB_KERNEL_TYPES=i8 -DCUSTUB_KERNEL_ARCHITECTURES=90-virtual
must build
must "$(dirname "$cmake")/ctest" --test-dir "$project/build" -R _cpu --no-tests=error --output-on-failure
is_up_to_date
must "$cmake" --install "$project/build" --prefix "$work/installed kernels"
echo "ok: built, tested and installed"

# The program of tests/build/kernel_library, on what was installed. The prefix may have a library, too.
rm -rf "$project/kernels" "$project/build"
cp "$source"/tests/build/kernel_library/activation/* "$project"
must "$cmake" -G Ninja -S "$project" -B "$project/build" "${cmake_arguments[@]}" -DTYPE=i8 -DELEMENT=int8_t \
    "-DCMAKE_PREFIX_PATH=$work/installed kernels;$prefix"
must build
must "$project/build/activation"
says "relu: 0 0 1 2"
echo "ok: found"
