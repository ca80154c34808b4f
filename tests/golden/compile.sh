#!/bin/sh
# Every expected header compiles without a warning as C11 and as C++17, its description as C11.
#
#   compile.sh INCLUDE_DIR CC CXX [CC CXX]…
set -u
include=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
flags="-fsyntax-only -Werror -Wall -Wextra -Wpedantic -Wconversion -Wshadow"
accept=-I$here/accept # of the headers that --include names
failed=0
checked=0
while [ $# -ge 2 ]; do
    # gcc allows casts of C in blocks of extern "C", clang warns of them.
    cast=-Wold-style-cast
    if "$2" --version | grep -q clang; then cast=; fi
    for expected in "$here"/accept/*.expected; do
        for header in "$expected"/*.custub.h; do
            echo "#include \"$header\"" >"$scratch/unit.c"
            # shellcheck disable=SC2086
            "$1" -std=c11 $flags -I"$include" "$accept" "$scratch/unit.c" || failed=1
            # shellcheck disable=SC2086
            "$2" -x c++ -std=c++17 $flags $cast -I"$include" "$accept" "$scratch/unit.c" || failed=1
            # shellcheck disable=SC2086
            "$1" -std=c11 $flags -I"$include" "$accept" "${header%.h}.c" || failed=1
            checked=$((checked + 1))
        done
    done
    shift 2
done
echo "$checked headers"
[ "$checked" -gt 0 ] && [ "$failed" -eq 0 ]
