#!/bin/bash
# check.sh MISTAKES SOURCE COMPILER_ID: every mistake of mistakes.cu is found by the memory checker, with
# the right words on the right line and nothing else, and of a right kernel nothing is said.
set -u
program=$1 source=$2 compiler=$3
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0 faults=0 right=0

fail() {
    echo "$1: $2"
    sed 's/^/    /' "$log"
    failed=1
}

# name, line, words of each fault; the function in_a_function calls stands before it
expected=$(awk '
    /^KERNEL\(/ { name = $0; sub(/^KERNEL\(/, "", name); sub(/\).*/, "", name) }
    /^__device__ int fetch/ { name = "in_a_function" }
    / \/\/ fault:/ { words = $0; sub(/.*\/\/ fault: ?/, "", words); print name "\t" NR "\t" words }
' "$source")

export CUSTUB_DRIVER=cpu CUSTUB_CPU_CHECK=1 CUSTUB_CPU_CHECK_LOG=$log
for name in $("$program"); do
    # A vector that clang copies loses its alignment (docs/CHECKER.md).
    [ "$name" = misaligned_vector ] && [ "$compiler" != GNU ] && continue
    : >"$log"
    said=$("$program" "$name" 2>&1) || fail "$name" "it could not be run: $said"
    mapfile -t wanted < <(grep -P "^$name\t" <<<"$expected")
    if [ ${#wanted[@]} -eq 0 ]; then
        right=$((right + 1))
        case $name in right_*) ;; *) fail "$name" "it has no line with a fault" ;; esac
        [ -s "$log" ] && fail "$name" "a false report"
        [[ $said == *": success" ]] || fail "$name" "the driver says: $said"
        continue
    fi
    faults=$((faults + 1))
    for fault in "${wanted[@]}"; do
        IFS=$'\t' read -r _ line words <<<"$fault"
        # Of one kind with several words, any will do.
        grep -qF "mistakes.cu:$line: kernel '$name', block (" "$log" ||
            fail "$name" "no report on line $line"
        grep -F "mistakes.cu:$line: " "$log" | grep -qF "): $words" ||
            fail "$name" "no '$words' on line $line"
    done
    lines=$(printf '%s\n' "${wanted[@]}" | cut -f2)
    other=$(grep "kernel '" "$log" | grep -v "custub: kernel" |
        grep -vE "^custub: mistakes.cu:(${lines//$'\n'/|}): ")
    [ -n "$other" ] && fail "$name" "a report on another line: $other"
    [[ $said == *CUDA_ERROR_* ]] || fail "$name" "the launch did not fail: $said"
done
echo "$faults mistakes found, nothing said of $right kernels that are right"
[ $faults -ge 25 ] && [ $right -ge 5 ] || failed=1
exit $failed
