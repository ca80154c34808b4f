#!/bin/sh
# Checks that custub_view() compiles and is right for every pointer type that has a view, and does
# not compile for others: as C11 and as C++17, with the build's compiler and with those that are
# installed.
#
#   view_of_pointer.sh CC CXX INCLUDE_DIR SOURCE
set -u
include=$3
source=$4
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    cat "$scratch/messages"
    failures=$((failures + 1))
}

# compile COMPILER... : with every warning an error
compile() {
    "$@" -O1 -Wall -Wextra -Wpedantic -Wconversion -Wno-unused-function -Werror "-I$include" \
        -o "$scratch/program" >"$scratch/messages" 2>&1
}

# check COMPILER LANGUAGE STANDARD. Often cc and gcc are one compiler, which is run once.
seen=
check() {
    program=$(command -v "$1") || return 0
    program=$2:$(readlink -f "$program")
    case " $seen " in *" $program "*) return 0 ;; esac
    seen="$seen $program"
    echo "$*"
    if ! compile "$1" -x "$2" "-std=$3" "$source"; then
        fail "$*: does not compile"
    elif ! "$scratch/program" >"$scratch/messages" 2>&1; then
        fail "$*: the views are wrong"
    fi
    for argument in p c v f n x; do
        if compile "$1" -x "$2" "-std=$3" -fsyntax-only "-DREFUSED=(void)custub_view($argument, 1)" "$source"; then
            fail "$*: custub_view($argument, 1) compiles"
        fi
    done
}

for compiler in "$1" gcc clang; do
    check "$compiler" c c11
done
for compiler in "$2" g++ clang++; do
    check "$compiler" c++ c++17
done
compile "$2" -x c++ -std=c++17 -DIN_BLOCK "$source" || fail 'in a block of extern "C"'
exit $((failures > 0))
