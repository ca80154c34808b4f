# shellcheck shell=sh
# Sourced. llvm14 PROGRAM: sets `program` to the PROGRAM of LLVM 14, or skips the test. Other versions format
# differently, and find other mistakes.
llvm14() {
    for program in "$1-14" "$1"; do
        ! "$program" --version 2>/dev/null | grep -q 'version 14\.' || return 0
    done
    echo "skipped: no $1 14"
    exit 77
}
