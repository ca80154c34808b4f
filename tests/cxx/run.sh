#!/bin/sh
# Builds a C++ program with every compiler that is given and every standard that it has, without a warning, and runs
# it on the CPU driver. Nothing is left allocated.
#
#   run.sh PROGRAM.cpp INCLUDE_DIR GENERATED_DIR KERNELS_LIBRARY RUNTIME_LIBRARY FLAGS CXX…
set -u
source=$1
include=$2
generated=$3
kernels=$4
runtime=$5
flags=$6 # words
shift 6
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
export CUSTUB_DRIVER=cpu CUSTUB_LEAKS=1
failed=0

# run CXX STANDARD
run() {
    # gcc allows casts of C in blocks of extern "C", clang warns of them.
    cast=-Wold-style-cast
    if "$1" --version | grep -q clang; then cast=; fi
    # shellcheck disable=SC2086
    if ! "$1" "-std=$2" -O1 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror $cast "-I$include" "-I$generated" \
        $flags -o "$scratch/program" "$source" "$kernels" "$runtime" -ldl -lpthread -lm >"$scratch/messages" 2>&1; then
        echo "FAILED: $1 $2 does not compile it"
        failed=1
    elif ! "$scratch/program" >"$scratch/messages" 2>&1; then
        echo "FAILED: $1 $2"
        failed=1
    elif grep -q 'custub: ' "$scratch/messages"; then
        echo "FAILED: $1 $2 leaves memory allocated"
        failed=1
    else
        echo "$1 $2"
    fi
    cat "$scratch/messages"
}

for cxx in "$@"; do
    for standard in c++17 c++20 c++23; do
        echo 'int x;' >"$scratch/empty.cpp"
        if "$cxx" "-std=$standard" -fsyntax-only "$scratch/empty.cpp" 2>"$scratch/messages"; then
            run "$cxx" "$standard"
        fi
    done
done
exit $failed
