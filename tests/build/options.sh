#!/bin/bash
# Kernels get the options, definitions and include directories of real projects: in a project with only C++,
# in static, shared and object libraries, for several configurations of one build folder, and in a Debug
# build that a debugger steps through.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/options" && pwd)

configure_options() { # <build folder> <CMake's generator> [cmake arguments...]
    local folder=$1 generator=$2
    shift 2
    rm -rf "$folder"
    "$cmake" -G "$generator" -S "$sources" -B "$folder" -DCMAKE_PREFIX_PATH="$prefix" \
        "${cmake_arguments[@]}" "$@"
}

runs() { # <program> <result>
    CUSTUB_DRIVER=cpu must "$1"
    says "result: $2"
}

rm -rf "$work"
mkdir -p "$work"
for type in SHARED OBJECT; do
    must configure_options "$work/$type" Ninja -DLIBRARY_TYPE=$type -DCMAKE_BUILD_TYPE=Release
    must "$cmake" --build "$work/$type"
    runs "$work/$type/grow" 127 # 3 + 100 + 20 + 4
    must "$cmake" --build "$work/$type"
    says "ninja: no work to do."
    if ls "$work/$type"/custub/kernels/images/*.ptx >"$output" 2>/dev/null; then
        grep -q '\.loc' "$work/$type"/custub/kernels/images/grow.sm_90.ptx ||
            fail "nvcc did not get -lineinfo"
    fi
    echo "ok: $type"
done
# Static libraries, in folders with odd names. nvcc passes words to a shell; its fatbinary fails if the build
# folder's name has a comma.
for name in "a+b föld (1) %" "com,ma"; do
    odd="$work/$name"
    mkdir "$odd"
    cp -r "$sources"/* "$odd"
    (
        sources=$odd
        [ "$name" != "com,ma" ] || cmake_arguments+=(-DCUSTUB_NVCC=OFF)
        must configure_options "$odd/build" Ninja -DLIBRARY_TYPE=STATIC -DCMAKE_BUILD_TYPE=Release
    )
    must "$cmake" --build "$odd/build"
    runs "$odd/build/grow" 127
    must "$cmake" --build "$odd/build"
    says "ninja: no work to do."
    echo "ok: a folder called '$name'"
done

# nvcc's preprocessor fails if the build folder's name has a dollar, and CMake does not escape it for Ninja: a
# second build would compile all again.
cp -r "$sources" "$work/dol\$lar"
(
    sources="$work/dol\$lar"
    must configure_options "$work/built" Ninja -DLIBRARY_TYPE=STATIC -DCMAKE_BUILD_TYPE=Release
)
must "$cmake" --build "$work/built"
runs "$work/built/grow" 127
echo "ok: sources in a folder called 'dol\$lar'"

must_fail configure_options "$work/two types" Ninja "-DLIBRARY_TYPE=STATIC;OBJECT"
says "STATIC and OBJECT at once; choose one"

must configure_options "$work/multi" "Ninja Multi-Config"
for config in Debug Release Debug; do
    must "$cmake" --build "$work/multi" --config $config
    [ $config = Debug ] && result=116 || result=127 # 2 + 100 + 10 + 4
    runs "$work/multi/$config/grow" $result
done
echo "ok: configurations"

if command -v gdb >/dev/null && CUSTUB_DRIVER=cpu gdb -batch -ex 'set breakpoint pending on' \
    -ex 'break grow.cu:15' -ex run -ex 'print step' -ex 'next' -ex 'print x[0]' \
    "$work/multi/Debug/grow" </dev/null >"$output" 2>&1; then
    says 'if (i < step.n)'
    says '{n = 1, by = 100}'
    says 'x[i] = more(in_units(x[i]) + step.by); // a debugger stops here'
    says '$2 = 1'
    echo "ok: a debugger steps through a kernel"
fi
