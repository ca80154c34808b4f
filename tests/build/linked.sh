#!/bin/bash
# custub_add_stubs(): programs and libraries take the kernels that nvcc compiled into them, with the static
# and the shared CUDA runtime, compiled whole and separately. Without a GPU they say what is missing.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/linked" && pwd)

for nvcc in "$(command -v nvcc || true)" "${CUDA_PATH:-}/bin/nvcc" /usr/local/cuda/bin/nvcc; do
    [ -x "$nvcc" ] && break
done
[ -x "$nvcc" ] || skip "there is no nvcc"

build_linked() { # [cmake --build arguments...]
    "$cmake" --build "$project/build" "$@"
}

configure_linked() { # <CMake's generator>
    "$cmake" -G "$1" -S "$project/linked" -B "$project/build" -DCMAKE_PREFIX_PATH="$prefix" \
        -DCMAKE_CUDA_COMPILER="$nvcc" "${cmake_arguments[@]}"
}

rm -rf "$work"
mkdir -p "$project"
cp -r "$sources" "$project"

must configure_linked Ninja
must build_linked
must build_linked
says "ninja: no work to do."
compgen -G "$project/build/custub-cache/*.pch" >/dev/null || fail "the toolkit's headers are not precompiled"
for program in Static_OFF Static_ON Shared_OFF Shared_ON with_libraries with_objects with_archive profile; do
    if "$project/build/$program" >"$output" 2>&1; then
        says_not "FAILED"
    else
        says "no CUDA driver found: install the NVIDIA driver"
    fi
    CUSTUB_DRIVER=cpu must_fail "$project/build/$program"
    says ".cu: its kernels were compiled into the program by nvcc, for GPUs alone"
    echo "ok: $program"
done
must readelf -dW "$project/build/Static_ON"
says_not "cudart"
must readelf -dW "$project/build/Shared_ON"
says "cudart"
must nm -D "$project/build/Static_ON"
says_not "waves_custub"
must nm -D "$project/build/libwaves_shared.so"
says "waves_custub_linked_waves_waves_shared"
grep -q '"file": .*/waves.nvcc.cu"' "$project/build/compile_commands.json" ||
    fail "compile_commands.json lacks the file that is compiled"
! grep -q '"file": .*/waves.cu"' "$project/build/compile_commands.json" || fail "the source is compiled twice"
echo "ok: what the programs are linked with"

# Properties that are set for the source before the call also apply to the compiled file and the generator.
# The generator reads the source again after a change, and nvcc compiles it.
later
sed -i 's/^custub_add_stubs(waves_static SOURCES/set_source_files_properties(waves.cu PROPERTIES COMPILE_DEFINITIONS \
COUNT_TYPE=long)\n&/' "$project/linked/CMakeLists.txt"
sed -i 's/scale(int n/scale(COUNT_TYPE n/; 1i #ifndef COUNT_TYPE\n#define COUNT_TYPE int\n#endif' \
    "$project/linked/waves.cu"
must build_linked --target waves_static
grep -q "launch_scale(.*" "$project/build/custub/waves_static/include/waves.custub.h" ||
    fail "there is no launch_scale()"
grep -q "const custub_launch \*launch, long n," "$project/build/custub/waves_static/include/waves.custub.h" ||
    fail "the generator did not see the source's definition"
must build_linked --target waves_static
says "ninja: no work to do."
echo "ok: changes"

rm -rf "$project/build"
must configure_linked "Unix Makefiles"
must build_linked --target with_archive
must configure_linked "Unix Makefiles"
must build_linked --target with_archive
says_not "custub: reading"
says_not "Building CUDA"
echo "ok: make"

# nvcc passes the name of a folder to a shell.
mkdir "$project/dol\$lar"
cp "$sources"/waves.* "$project/dol\$lar"
cat >"$project/dol\$lar/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(dollar LANGUAGES CXX CUDA)
find_package(custub REQUIRED)
add_library(waves OBJECT waves.cu)
custub_add_stubs(waves)
END
must "$cmake" -G Ninja -S "$project/dol\$lar" -B "$project/built" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_CUDA_COMPILER="$nvcc" "${cmake_arguments[@]}"
must "$cmake" --build "$project/built"
echo "ok: a folder called 'dol\$lar'"

refuses() { # <line> <what is said>
    cp "$sources/CMakeLists.txt" "$project/linked/CMakeLists.txt"
    echo "$1" >>"$project/linked/CMakeLists.txt"
    must_fail configure_linked "Unix Makefiles"
    says "$2"
}
refuses "custub_add_stubs(nothing)" "no such target; call add_executable() or add_library() before"
refuses "custub_add_stubs(with_archive)" "the target has no .cu file"
refuses "custub_add_stubs(waves_static SOURCES waves.cu)" "'waves.cu' is not a source of the target, whose .cu files are: "
refuses "custub_add_stubs(waves_static PREFIX 9)" "PREFIX '9' is not the start of an identifier"
echo "ok: refusals"
