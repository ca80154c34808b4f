#!/bin/bash
# Meson does what custub_add_kernels() does, and builds all images again after an edit.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"
# shellcheck source=tests/consumer/edits.sh
. "$(dirname "${BASH_SOURCE[0]}")/edits.sh"

unset LD_LIBRARY_PATH CUSTUB_CPU_DRIVER
meson=$(command -v meson) || skip "there is no meson"
flags=$(printf '%s\n' "${cmake_arguments[@]}" | sed -n 's/^-DCMAKE_C_FLAGS=//p')
libraries=$(cd "$prefix" && dirname "$(find . -name libcustub.a)")
find_toolkit

fresh_project
cp -r "$consumer/meson" "$project"
build=$project/meson/build
CFLAGS=$flags must "$meson" setup "$build" "$project/meson" "-Dcustub=$prefix" \
    "-Dcustub_libraries=$prefix/$libraries" "-Dcuda=$toolkit"
edits_reach "$build" ninja -C "$build"
