#!/bin/bash
# compute_sanitizer.sh MISTAKES [compute-sanitizer [NAME...]]: what compute-sanitizer's tools report for
# each kernel on this machine's GPU, and what the driver reports without them. Prints rows for
# docs/CHECKER.md.
set -u
program=$1 sanitizer=${2:-compute-sanitizer}
names=${*:3}
export CUSTUB_DRIVER=cuda
unset CUSTUB_CPU_CHECK CUSTUB_CPU_CHECK_LOG

# The tool's first report, in its own words, without the numbers of this run.
first_report() {
    local tool=$1 name=$2 output status
    output=$(timeout 40 "$sanitizer" --tool "$tool" --report-api-errors no --print-limit 20 "$program" "$name" 2>&1)
    status=$?
    [ $status -eq 124 ] && { echo "hangs"; return; }
    # The tool also lists loads and launches that the driver refuses. Those are not mistakes of the kernel.
    output=$(grep -E '^========= +(Invalid|Uninitialized|Error: |Warning: |Barrier error|Race reported|Malloc/Free|Address |ERROR SUMMARY|RACECHECK SUMMARY)' <<<"$output" |
        grep -v "SUMMARY" | head -1 | sed -E 's/^========= +//; s/0x[0-9a-f]+/…/g; s/\|/\//g')
    echo "${output:-–}"
}

echo "| kernel | driver alone | memcheck | initcheck | racecheck | synccheck |"
echo "|---|---|---|---|---|---|"
for name in ${names:-$("$program")}; do
    said=$(timeout 20 "$program" "$name" 2>&1) || said="$name: hangs, or could not be run"
    case $said in
    *CUDA_ERROR_*) said=$(grep -o 'CUDA_ERROR_[A-Z_]*' <<<"$said" | head -1) ;;
    *": success") said=success ;;
    *) said=${said#*: } ;;
    esac
    printf '| `%s` | %s |' "$name" "$said"
    for tool in memcheck initcheck racecheck synccheck; do
        printf ' %s |' "$(first_report $tool "$name")"
    done
    echo
done
