#!/bin/sh
# The kernel library on a GPU under compute-sanitizer: each of its four tools over each type.
#
#   sanitize.sh FOLDER [TYPE]...     FOLDER has test_kernels and test_moe...; default: f32 f16
#
# Fails on every report but those that KNOWN matches. SANITIZE_LOGS names a folder that keeps what the
# tools print, SANITIZE_JOBS says how many run at a time (default: as many as there are processors),
# SANITIZE_SECONDS how long each may take.
set -eu

# Reports about right code: one extended regular expression a line, matched against a report in one line
# ("TOOL: first line | second line | ..."). The comments say why the code is right:
# - NCCL's kernels wait for flags beside the data, and send whole slots, also their unused rows.
KNOWN='ncclDevKernel'

# reports TOOL LOG: prints the reports that KNOWN does not match, and how often each occurs: a fault is
# reported for each thread or address.
reports() {
    # A report's lines are "=========" and text. A line without text ends it.
    awk -v tool="$1" '
        function flush() { if (report != "") print tool ": " report; report = "" }
        /^=========/ {
            line = $0
            sub(/^=========[ \t]*/, "", line)
            if (line == "" || line ~ /^(COMPUTE-SANITIZER|ERROR SUMMARY|RACECHECK SUMMARY)/) flush()
            else report = report == "" ? line : report " | " line
        }
        END { flush() }' "$2" | { grep -vE -e "${KNOWN:-^$}" || true; } |
        sed 's/ | by thread.*//; s/ | Saved host.*//
            s/ \[[0-9]* hazards\].*//; s/+*0x[0-9a-f]*//g' | sort | uniq -c | sort -rn | head -n 20
}

# --one TOOL PROGRAM TYPE: one run; prints what is wrong, and one line about it.
one() {
    log=$logs/$2_$3_$1.txt
    begin=$(date +%s)
    status=0
    case $2 in
    test_kernels) set -- "$1" "$2" "$3" --device cuda --type "$3" --seed 1 --bare ;;
    test_moe_ranks)
        # Ranks wait for each other in kernels. The tools wait for these before they load another one.
        export CUDA_MODULE_LOADING=EAGER
        set -- "$1" "$2" "$3" '*small_layers'
        ;;
    *) set -- "$1" "$2" "$3" ;;
    esac
    tool=$1 program=$2 type=$3
    shift 3
    # custub asks the driver about addresses that may be invalid.
    [ "$tool" != memcheck ] || options='--report-api-errors no'
    # shellcheck disable=SC2086 # two words
    CUSTUB_DRIVER=cuda CUSTUB_BARE=1 timeout "${SANITIZE_SECONDS:-900}" \
        compute-sanitizer --tool "$tool" ${options:-} --max-connections 100 --print-limit 1000 \
        --error-exitcode 99 "$folder/$program" "$@" >"$log" 2>&1 || status=$?
    found=$(reports "$tool" "$log")
    [ -z "$found" ] || printf '%s\n' "$found"
    case $status in
    0) ;;
    77) echo 'skipped:' && tail -n 1 "$log" && return ;;
    99) [ -n "$found" ] || status=0 ;;
    *) tail -n 5 "$log" ;;
    esac
    echo "$program $type, $tool: status $status, $(($(date +%s) - begin)) s:" \
        "$(grep -E 'SUMMARY' "$log" | tail -n 1)"
    [ "$status" -eq 0 ] && [ -z "$found" ]
}

if [ "$1" = --one ]; then
    shift
    one "$@"
    exit
fi

folder=$1
shift
[ $# -gt 0 ] || set -- f32 f16
if ! command -v compute-sanitizer >/dev/null; then
    echo 'skipped: there is no compute-sanitizer on the PATH'
    exit 77
fi
logs=${SANITIZE_LOGS:-$(mktemp -d)}
export folder logs
for tool in memcheck racecheck initcheck synccheck; do
    for program in "$folder"/test_moe*; do
        [ ! -x "$program" ] || echo "$tool ${program##*/} all"
    done
    for type; do
        echo "$tool test_kernels $type"
    done
done | xargs -P "${SANITIZE_JOBS:-$(nproc)}" -n 3 sh "$0" --one && failed=0 || failed=1
[ -n "${SANITIZE_LOGS:-}" ] || rm -r "$logs"
[ "$failed" -eq 0 ] && echo 'no faults' || echo 'faults: above'
exit "$failed"
