#!/bin/bash
# sanitizer.sh TEST_BOUNDS [ROW...]: runs each planted mistake with the plain kernels under
# compute-sanitizer memcheck, all rows or the given ones. Prints a line for each: the row, and the tool's
# first report or "nothing"; last, how many it found.
#
# SANITIZER_JOBS says how many run at a time (default: 8).
set -u
one() {
    local output
    output=$(CUSTUB_DRIVER=cuda CUSTUB_BOUNDS_CHECKS=0 timeout 120 compute-sanitizer --tool memcheck \
        --report-api-errors no --print-limit 10 "$1" --bare "$2" 2>&1)
    if [ $? -eq 124 ]; then
        echo "$2: does not end"
    elif ! grep -q '^========= ERROR SUMMARY' <<<"$output"; then
        echo "$2: not run: $(tail -n 1 <<<"$output")"
    else
        output=$(grep -E '^=========  *(Invalid|Misaligned|Address|Warp|Error)|^========= (Invalid|Address)' \
            <<<"$output" | head -n 1 | sed -E 's/^=+ *//')
        echo "$2: ${output:-nothing}"
    fi
}
if [ "${1:-}" = --one ]; then
    one "$2" "$3"
    exit
fi

program=$1
shift
if ! command -v compute-sanitizer >/dev/null; then
    echo 'skipped: there is no compute-sanitizer on the PATH'
    exit 77
fi
[ $# -gt 0 ] || mapfile -t rows < <("$program" --list)
[ $# -eq 0 ] || rows=("$@")
results=$(printf '%s\n' "${rows[@]}" | xargs -P "${SANITIZER_JOBS:-8}" -n 1 bash "$0" --one "$program" | sort)
echo "$results"
echo "found: $(grep -c -v -E ': (nothing|not run|does not end)' <<<"$results") of ${#rows[@]}"
! grep -q ': not run' <<<"$results"
