#!/bin/sh
# The header of every case compiles without a warning as C++17, and as C11 with its description, which includes it
# before all else.
#
#   compile.sh CUSTUB INCLUDE_DIR CC CXX [CC CXX]…
set -u
custub=$1
include=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../common/accepted.sh"
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
flags="-fsyntax-only -Werror -Wall -Wextra -Wpedantic -Wconversion -Wshadow"
own=-I$here/accept # of the headers that --include names
failed=0
checked=0

# compiles HEADER CC CXX [CC CXX]…
compiles() {
    header=$1
    shift
    echo "#include \"$header\"" >"$scratch/unit.c"
    while [ $# -ge 2 ]; do
        # gcc allows casts of C in blocks of extern "C", clang warns of them.
        cast=-Wold-style-cast
        if "$2" --version | grep -q clang; then cast=; fi
        # shellcheck disable=SC2086
        "$1" -std=c11 $flags -I"$include" "$own" "${header%.h}.c" &&
            "$2" -x c++ -std=c++17 $flags $cast -I"$include" "$own" "$scratch/unit.c" || return 1
        shift 2
    done
}

for case in "$here"/accept/*.cu; do
    out=$scratch/out/$(basename "$case" .cu)
    sh "$here/generate.sh" "$custub" "$include" "$case" "$out" >"$scratch/messages" 2>&1 || {
        cat "$scratch/messages"
        failed=1
        continue
    }
    checked=$((checked + 1))
    name=golden/$(basename "$out")
    was_accepted "$name" "$out" && continue
    for header in "$out"/*.custub.h; do
        if compiles "$header" "$@"; then accept "$name" "$out"; else failed=1; fi
    done
done
echo "$checked headers"
[ "$checked" -gt 0 ] && [ "$failed" -eq 0 ]
