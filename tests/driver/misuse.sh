#!/bin/sh
# misuse.sh PROGRAM EXPECTED: the results of PROGRAM against those that a GPU's driver gave, which
# EXPECTED holds. Where that driver crashed or did not return, any error will do.
set -u
program=$1
expected=$2

if [ ! -f "$expected" ]; then
    echo "skipped: there is no record of what a GPU's driver answers"
    exit 77
fi
found=$("$program" 2>/dev/null)
status=$?
if [ $status -ne 0 ]; then
    echo "$found"
    exit $status
fi
echo "$found" | awk -F ': ' '
    NR == FNR { if ($0 !~ /^#/) wanted[$1] = $2; next }
    {
        seen[$1] = 1
        if (!($1 in wanted)) {
            print $1 ": " $2 ", which was never recorded"; bad++
        } else if (wanted[$1] == "crash" || wanted[$1] == "hang") {
            if ($2 !~ /^CUDA_ERROR_/) { print $1 ": " $2 " instead of an error"; bad++ }
        } else if (wanted[$1] != $2) {
            print $1 ": " $2 " instead of " wanted[$1]; bad++
        }
    }
    END {
        for (name in wanted)
            if (!(name in seen)) { print name ": did not run"; bad++ }
        exit bad > 0
    }' "$expected" -
