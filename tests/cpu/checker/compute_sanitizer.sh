#!/bin/bash
# compute_sanitizer.sh MISTAKES [compute-sanitizer [NAME...]]: prints rows of compute_sanitizer.tsv: a
# kernel, what the driver of this machine's GPU reports without a tool, and the first report of
# compute-sanitizer's tools, in the order below.
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

for name in ${names:-$("$program")}; do
    said=$(timeout 20 "$program" "$name" 2>&1) || said="$name: hangs, or could not be run"
    case $said in
    *CUDA_ERROR_*) said=$(grep -o 'CUDA_ERROR_[A-Z_]*' <<<"$said" | head -1) ;;
    *": success") said=success ;;
    *) said=${said#*: } ;;
    esac
    found=nothing
    for tool in memcheck initcheck racecheck synccheck; do
        report=$(first_report $tool "$name")
        case $report in
        –) continue ;;
        hangs) found="does not end" ;;
        *) found="$tool: $report" ;;
        esac
        break
    done
    printf '%s\t%s\t%s\n' "$name" "${said#CUDA_ERROR_}" "$found"
done
