#!/bin/bash
# Two libraries of one program both have a scale.cu with the same signatures. Each must run its own
# kernels: static and shared, with any visibility, in a program that uses the runtime too, and if the
# users of a shared library include its generated header (EXPORT).
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/libraries" && pwd)

# The symbols of its kernels that a shared library exports.
exports() {
    nm -D --defined-only "$1" | grep -c ' scale_custub_' || true
}

rm -rf "$work"
mkdir -p "$work"
cp -r "$sources" "$project"
must "$cmake" -G Ninja -S "$project" -B "$project/build" -DCMAKE_PREFIX_PATH="$prefix" \
    "${cmake_arguments[@]}" -DCUSTUB_NVCC=OFF -DCUSTUB_CHECK_IMAGES=OFF
must build

# Two shared libraries contain a custub that is built with the sanitizer.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_odr_violation=0
for program in {STATIC,SHARED}_{default,hidden}{,_runtime} mixed alike exported; do
    must "$project/build/$program"
    says "first: 2 second: 3"
    echo "ok: $program"
done

for visibility in default hidden; do
    library=$project/build/libSHARED_${visibility}_first.so
    [ "$(exports "$library")" -eq 0 ] || fail "$library exports the tables of its kernels"
done
[ "$(exports "$project/build/libexporting_first.so")" -eq 2 ] || fail "EXPORT exports nothing"
must "$project/build/names" "$project/build/libexporting_first.so" \
    "$project/build/libexporting_second.so"
says "scale_custub_library_libraries_first_exported: scale.cu"
says "scale_custub_library_libraries_second_exported: scale.cu"
echo "ok: what is exported"
