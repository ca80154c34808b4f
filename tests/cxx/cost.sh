#!/bin/sh
# A launch through the C++ overload takes at most one instruction more than one through the function of C, as
# callgrind counts them, at -O2: a record of errors of its own begins with one store. Skipped without valgrind.
#
#   cost.sh INCLUDE_DIR GENERATED_DIR CC CXX [CC CXX]…
set -u
here=$(cd "$(dirname "$0")" && pwd)
include=$1
generated=$2
shift 2
command -v valgrind >/dev/null || {
    echo 'skipped: no valgrind'
    exit 77
}
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
failed=0

# executed PROGRAM KIND TIMES: the instructions of a run.
executed() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$scratch/$1" "$2" "$3" 2>"$scratch/counts" || {
        cat "$scratch/counts" >&2
        exit 1
    }
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$scratch/counts"
}

# for_each PROGRAM KIND: the instructions of 1000 launches.
for_each() {
    echo $(($(executed "$1" "$2" 2000) - $(executed "$1" "$2" 1000)))
}

while [ $# -ge 2 ]; do
    for part in program c; do
        "$1" -O2 -std=c11 "-I$include" "-I$generated" -c "$here/cost_$part.c" -o "$scratch/$part.o" || exit 1
    done
    "$2" -O2 -std=c++17 "-I$include" "-I$generated" -c "$here/cost_cxx.cpp" -o "$scratch/cxx.o" || exit 1
    for part in c cxx; do
        "$2" -o "$scratch/with_$part" "$scratch/program.o" "$scratch/$part.o" || exit 1
    done
    for kind in stream given; do
        c=$(for_each with_c $kind)
        cxx=$(for_each with_cxx $kind)
        echo "$2, launches by $kind: $c instructions of 1000 in C, $cxx in C++"
        if [ -z "$c" ] || [ "$c" -le 0 ] || [ "$cxx" -gt $((c + 1000)) ]; then
            echo "FAILED: C++ takes more than one instruction more"
            failed=1
        fi
    done
    shift 2
done
exit $failed
