#!/bin/sh
# What gen_expr_cases prints compiles without a warning as C11 and as C++17.
#
#   compile_cases.sh GEN_EXPR_CASES PROJECT CC CXX [CC CXX]…
set -u
cases=$1
project=$2
shift 2
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
"$cases" >"$scratch/cases.c" || exit 1
failed=0

compiles() { # <compiler> <options>...
    "$@" -fsyntax-only -Werror -Wall -Wextra -Wpedantic -Wconversion -Wno-unused-const-variable \
        "-I$project/runtime/include" "-I$project/tests/gen/contract" "-I$project/tests/gen/emit/expressions" \
        "$scratch/cases.c" || failed=1
}

while [ $# -ge 2 ]; do
    compiles "$1" -std=c11
    compiles "$2" -x c++ -std=c++17
    shift 2
done
exit $failed
