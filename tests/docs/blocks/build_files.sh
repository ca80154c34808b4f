# shellcheck shell=sh
# Sourced by blocks.sh: blocks of CUDA, CMake, make and Python.

# framed FILE: the block in its frame, whose line BLOCK it replaces; without a frame, the block.
framed() {
    if [ -e "$here/frames/cuda/$frame.cuda" ]; then
        awk -v block="$1" '$0 == "BLOCK" { while ((getline line < block) > 0) print line; next } { print }' \
            "$here/frames/cuda/$frame.cuda"
    else
        cat "$1"
    fi
}

# read_by_custub FILE LINE: a kernel without a body gets one.
read_by_custub() {
    framed "$1" >"$scratch/block.cu"
    ! grep . "$scratch/block.cu" | tail -n 1 | grep -q ')$' || echo '{}' >>"$scratch/block.cu"
    custub gen --prototypes "$scratch/block.cu" -o "$scratch/gen" -- "-I$folder/work" >"$scratch/messages" 2>&1 || {
        fail "$document:$2: custub refuses it"
        cat "$scratch/messages" >&2
    }
}

# make_package FOLDER: a package like the installed one, of the programs of this build.
make_package() {
    package=$1
    mkdir -p "$package"
    {
        printf 'include_guard()\nfind_package(Threads REQUIRED)\n'
        for target in custub custub_trial; do
            echo "add_executable(custub::${target#custub_} IMPORTED GLOBAL)"
            echo "set_target_properties(custub::${target#custub_} PROPERTIES IMPORTED_LOCATION $prefix/bin/$target)"
        done
        for target in runtime cpu; do
            echo "add_library(custub::$target INTERFACE IMPORTED GLOBAL)"
        done
        echo "set_target_properties(custub::runtime PROPERTIES INTERFACE_INCLUDE_DIRECTORIES $root/runtime/include)"
        echo "include($root/cmake/CustubAddKernels.cmake)"
    } >"$package/custubConfig.cmake"
    printf 'set(PACKAGE_VERSION 0.1)\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n' |
        tee "$package/custubConfigVersion.cmake" >"$package/custub_kernelsConfigVersion.cmake"
    for target in kernels moe; do
        echo "add_library(custub::$target INTERFACE IMPORTED)"
    done >"$package/custub_kernelsConfig.cmake"
}

# The targets that a block links or changes and does not make: programs of its project, or of other packages.
other_targets() {
    grep -oE '^ *target_[a-z_]*[(][A-Za-z_]+' "$1" | sed 's/.*(//' | sort -u | while read -r target; do
        tr '\n' ' ' <"$1" | grep -qE "add_[a-z_]*[(] *$target[ )]" || echo "add_executable($target main.c)"
    done
    grep -oE '[A-Za-z]+::[A-Za-z_]+' "$1" | grep -v '^custub::' | sort -u | while read -r target; do
        echo "add_library($target INTERFACE IMPORTED)"
    done
}

# configure_block FILE LINE: with empty sources of the names that it has. One build folder serves all blocks, so
# that CMake looks at the compilers once.
configure_block() {
    project=$scratch/cmake
    mkdir -p "$project/source"
    {
        grep -q '^project(' "$1" || {
            printf 'cmake_minimum_required(VERSION 3.22)\nproject(block LANGUAGES C CXX)\n'
            echo 'find_package(custub REQUIRED)'
            other_targets "$1"
        }
        cat "$1"
    } >"$project/source/CMakeLists.txt"
    grep -oE '[A-Za-z_0-9]+[.](cu|c|cpp|h|ptx)\b' "$project/source/CMakeLists.txt" | while read -r file; do
        : >"$project/source/$file"
    done
    cmake -G Ninja -S "$project/source" -B "$project/build" "-DCMAKE_PREFIX_PATH=$package" "-DCMAKE_C_COMPILER=$cc" \
        "-DCMAKE_CXX_COMPILER=$cxx" -DCUSTUB_NVCC=OFF "-Dcustub_DIR=$package" \
        "-Dcustub_kernels_DIR=$package" >"$scratch/messages" 2>&1 || {
        fail "$document:$2: CMake refuses it"
        cat "$scratch/messages" >&2
    }
}

# make_block FILE LINE: `make -n` makes the first target.
make_block() {
    command -v make >/dev/null || return
    rm -rf "$scratch/make"
    mkdir "$scratch/make"
    cat "$1" >"$scratch/make/Makefile"
    while :; do # sources that no rule makes
        make -n -B -C "$scratch/make" >"$scratch/messages" 2>&1 && break
        lacking=$(sed -n "s/.*No rule to make target '\([a-z_.]*[.]cu\)'.*/\1/p" "$scratch/messages")
        [ -n "$lacking" ] && [ ! -e "$scratch/make/$lacking" ] && : >"$scratch/make/$lacking" || break
    done
    ! grep -q '[*][*][*]' "$scratch/messages" || {
        fail "$document:$2: make refuses it"
        cat "$scratch/messages" >&2
    }
    check_commands "$scratch/messages" "$2"
}

check_python() {
    ! command -v python3 >/dev/null || python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$1" ||
        fail "$document:$2: Python refuses it"
}
