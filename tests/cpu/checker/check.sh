#!/bin/bash
# check.sh MISTAKES COMPILER_ID SOURCE...: the memory checker finds every mistake of the sources, with
# the right words and the right line, and reports nothing else. Kernels whose name begins with "global_"
# race on global memory, which is only checked for them and for right kernels. compute_sanitizer.tsv has
# one row for each mistake, and no other.
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

# the name, kind, place and words of each fault; "fault of NAME:" is in a function that the kernel calls.
# At least one of the places with "race:" must be reported; the order of the blocks decides which.
expected=$(awk '
    /^KERNEL\(/ { name = $0; sub(/^KERNEL\(/, "", name); sub(/\).*/, "", name) }
    match($0, / \/\/ (fault|race)( of [a-z_]+)?:/) {
        of = substr($0, RSTART + 4, RLENGTH - 5); kind = of
        sub(/ .*/, "", kind); sub(/^(fault|race)/, "", of); sub(/^ *of /, "", of)
        words = substr($0, RSTART + RLENGTH); sub(/^ /, "", words)
        file = FILENAME; sub(/.*\//, "", file)
        print (of == "" ? name : of) "\t" kind "\t" file ":" FNR "\t" words
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

export CUSTUB_DRIVER=cpu CUSTUB_CPU_CHECK_LOG=$log
for name in $("$program"); do
    # clang copies vectors without their alignment, and reads bit-fields before it writes them
    # (docs/CHECKER.md).
    [ "$compiler" != GNU ] && [[ $name == misaligned_vector || $name == right_bit_fields ]] && continue
    case $name in
    right_global_* | global_*) lists=1,shuffle,global ;;
    right_*) lists="1,shuffle 1,shuffle,global" ;;
    *) lists=1,shuffle ;;
    esac
    : >"$log"
    said=
    for checks in $lists; do
        said+=$(CUSTUB_CPU_CHECK=$checks "$program" "$name" 2>&1) || fail "$name" "it could not be run: $said"
    done
    mapfile -t wanted < <(grep -P "^$name\t" <<<"$expected")
    if [ ${#wanted[@]} -eq 0 ]; then
        right=$((right + 1))
        case $name in right_*) ;; *) fail "$name" "it has no line with a fault" ;; esac
        [ -s "$log" ] && fail "$name" "a false report"
        [[ $said == *": success" ]] || fail "$name" "the driver says: $said"
        continue
    fi
    faults=$((faults + 1))
    raced=unknown
    for fault in "${wanted[@]}"; do
        IFS=$'\t' read -r _ kind place words <<<"$fault"
        if [ "$kind" = race ]; then
            [ $raced = yes ] || raced=no
            grep -F "$place: kernel '$name', block (" "$log" | grep -qF "): race: $words" && raced=yes
            continue
        fi
        # A place may have several reports. One with the expected words is enough.
        grep -qF "$place: kernel '$name', block (" "$log" || fail "$name" "no report at $place"
        grep -F "$place: " "$log" | grep -qF "): $words" || fail "$name" "no '$words' at $place"
    done
    [ $raced = no ] && fail "$name" "no race is reported"
    places=$(printf '%s\n' "${wanted[@]}" | cut -f3)
    other=$(grep "kernel '" "$log" | grep -v "custub: kernel" |
        grep -vE "^custub: (${places//$'\n'/|}): ")
    [ -n "$other" ] && fail "$name" "a report on another line: $other"
    [[ $said == *CUDA_ERROR_* ]] || fail "$name" "the launch did not fail: $said"
done
echo "$faults mistakes found, nothing said of $right kernels that are right"
[ $faults -ge 120 ] && [ $right -ge 60 ] || failed=1
exit $failed
