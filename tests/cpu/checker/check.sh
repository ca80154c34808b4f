#!/bin/bash
# check.sh MISTAKES COMPILER_ID SOURCE...: the memory checker finds every mistake of the sources, with
# the right words and the right line, and reports nothing else. compute_sanitizer.tsv has one row for
# each mistake, and no other.
set -u
program=$1 compiler=$2
shift 2
# shellcheck source=tests/cpu/checker/libdw.sh
. ./libdw.sh "$program"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0 faults=0 right=0

fail() {
    echo "$1: $2"
    sed 's/^/    /' "$log"
    failed=1
}

# the name, place and words of each fault; "fault of NAME:" is in a function that the kernel calls
expected=$(awk '
    /^KERNEL\(/ { name = $0; sub(/^KERNEL\(/, "", name); sub(/\).*/, "", name) }
    match($0, / \/\/ fault( of [a-z_]+)?:/) {
        of = substr($0, RSTART + 10, RLENGTH - 11); sub(/^ *of /, "", of)
        words = substr($0, RSTART + RLENGTH); sub(/^ /, "", words)
        file = FILENAME; sub(/.*\//, "", file)
        print (of == "" ? name : of) "\t" file ":" FNR "\t" words
    }
' "$@")

rows=$(cut -f1 compute_sanitizer.tsv | sort)
kernels=$(sed -n 's/^KERNEL(\([a-z0-9_]*\)).*/\1/p' ./*.cu | sort)
for name in $(cut -f1 <<<"$expected" | sort -u); do
    grep -qx "$name" <<<"$rows" || fail "$name" "compute_sanitizer.tsv has no row for it"
done
for name in $(comm -23 <(echo "$rows") <(echo "$kernels")) $(uniq -d <<<"$rows"); do
    fail "$name" "a row of compute_sanitizer.tsv without a kernel, or the second one"
done

export CUSTUB_DRIVER=cpu CUSTUB_CPU_CHECK=1,shuffle CUSTUB_CPU_CHECK_LOG=$log
for name in $("$program"); do
    # clang copies vectors without their alignment, and reads bit-fields before it writes them
    # (docs/CHECKER.md).
    [ "$compiler" != GNU ] && [[ $name == misaligned_vector || $name == right_bit_fields ]] && continue
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
        IFS=$'\t' read -r _ place words <<<"$fault"
        # A place may have several reports. One with the expected words is enough.
        grep -qF "$place: kernel '$name', block (" "$log" || fail "$name" "no report at $place"
        grep -F "$place: " "$log" | grep -qF "): $words" || fail "$name" "no '$words' at $place"
    done
    places=$(printf '%s\n' "${wanted[@]}" | cut -f2)
    other=$(grep "kernel '" "$log" | grep -v "custub: kernel" |
        grep -vE "^custub: (${places//$'\n'/|}): ")
    [ -n "$other" ] && fail "$name" "a report on another line: $other"
    [[ $said == *CUDA_ERROR_* ]] || fail "$name" "the launch did not fail: $said"
done
echo "$faults mistakes found, nothing said of $right kernels that are right"
[ $faults -ge 120 ] && [ $right -ge 60 ] || failed=1
exit $failed
