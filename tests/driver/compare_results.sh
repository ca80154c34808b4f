#!/bin/sh
# compare_results.sh PROGRAM EXPECTED DIFFERENCES: compares the results of PROGRAM with EXPECTED, the results
# of a GPU's driver. A case may have several expected results.
#
# DIFFERENCES has every case in which the CPU driver's result differs, including those in which the GPU's
# driver crashed or did not return. On a GPU's driver these cases may give that result or an error.
set -u
program=$1
expected=$2
differences=/dev/null
[ "${CUSTUB_DRIVER:-}" != cpu ] || differences=$3

found=$("$program" 2>/dev/null)
status=$?
if [ $status -ne 0 ]; then
    echo "$found"
    exit $status
fi
echo "$found" | awk -F ': ' -v differences="$differences" '
    BEGIN {
        while ((getline line < differences) > 0) {
            if (split(line, field, ": ") < 3 || line ~ /^#/) continue
            instead[field[1]] = field[2]
            is_cpu = 1
        }
    }
    function is_among(result, rights,    right, i) {
        for (i = split(rights, right, " or "); i > 0; i--)
            if (right[i] == result) return 1
        return 0
    }
    function is_ending(result) { return result == "crash" || result == "hang" }
    NR == FNR { if ($0 !~ /^#/) wanted[$1] = $2; next }
    {
        seen[$1] = 1
        right = $1 in instead ? instead[$1] : wanted[$1]
        if (!($1 in wanted)) {
            print $1 ": " $2 ", which was never recorded"; bad++
        } else if ($1 in instead && instead[$1] == wanted[$1]) {
            print $1 ": in the list of differences, and does not differ"; bad++
        } else if (!is_among($2, right) && (is_cpu || !is_ending(right) || $2 !~ /^CUDA_ERROR_/)) {
            print $1 ": " $2 " instead of " right; bad++
        }
    }
    END {
        for (name in wanted)
            if (!(name in seen)) { print name ": did not run"; bad++ }
        for (name in instead)
            if (!(name in wanted)) { print name ": differs from what was never recorded"; bad++ }
        exit bad > 0
    }' "$expected" -
