#!/bin/bash
# Two libraries of one program both have a scale.cu with the same signatures. Each must run its own
# kernels: static and shared, with any visibility, in a program that uses the runtime too, and if the
# users of a shared library include its generated header (EXPORT). Both libraries may have the same source,
# and two sources may share the kernels of one header. All of this is tested with the shared runtime and
# with the static one. Plug-ins share the state of the shared runtime; with the static one each has its own.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/libraries" && pwd)

# Counts the symbols of its kernels that a shared library exports.
exports() {
    nm -D --defined-only "$1" | grep -c ' scale_custub_' || true
}

# True if a file exports the runtime's functions; only the shared runtime may.
exports_runtime() {
    grep -q ' custub_' <(nm -D --defined-only "$1")
}

plug_ins() { # shared|apart
    local one=$project/build/libplug_in_first.so two=$project/build/libplug_in_second.so
    for host in host host_runtime; do
        must "$project/build/$host" "$one" "$two" 2 3 "$1"
        must "$project/build/$host" "$two" "$one" 3 2 "$1"
    done
    echo "ok: plug-ins with $1 state"
}

try() { # shared|static
    local program visibility library
    for program in {STATIC,SHARED}_{default,hidden}{,_runtime} mixed alike exported; do
        must "$project/build/$program"
        says "first: 2 second: 3"
        echo "ok: $program, $1 runtime"
    done
    must "$project/build/same"
    says "first: 2 second: 2"
    for program in one_header one_header_linked; do
        must "$project/build/$program"
        says "first: 4 second: 5"
    done
    for visibility in default hidden; do
        library=$project/build/libSHARED_${visibility}_first.so
        [ "$(exports "$library")" -eq 0 ] || fail "$library exports the tables of its kernels"
        ! exports_runtime "$library" || fail "$library exports the runtime"
    done
    [ "$(exports "$project/build/libexporting_first.so")" -eq 2 ] || fail "EXPORT exports nothing"
    must "$project/build/names" "$project/build/libexporting_first.so" \
        "$project/build/libexporting_second.so"
    says "scale_custub_library_libraries_first_exported: scale.cu"
    says "scale_custub_library_libraries_second_exported: scale.cu"
    echo "ok: what is exported, $1 runtime"
}

needs_shared_runtime() {
    grep -q 'NEEDED.*libcustub\.so\.1' <(readelf -d "$1")
}

rm -rf "$work"
mkdir -p "$work"
cp -r "$sources" "$project"
unset LD_LIBRARY_PATH CUSTUB_CPU_DRIVER
must "$cmake" -G Ninja -S "$project" -B "$project/build" -DCMAKE_PREFIX_PATH="$prefix" \
    "${cmake_arguments[@]}" -DCUSTUB_NVCC=OFF -DCUSTUB_CHECK_IMAGES=OFF
must build
needs_shared_runtime "$project/build/STATIC_default" || fail "the shared runtime is not the default"
try shared
plug_ins shared

must "$cmake" -S "$project" -B "$project/build" -DCUSTUB_SHARED_RUNTIME=OFF
must build
! needs_shared_runtime "$project/build/STATIC_default" || fail "the shared runtime is still linked"
# Two shared libraries contain a custub that is built with the sanitizer.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_odr_violation=0
try static
plug_ins apart
