#!/bin/sh
# A terminal shows what runs, and the line is gone at the end; a file has nothing of it.
#
#   progress.sh CUSTUB
set -u
custub=$1
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
command -v script >/dev/null || { echo "there is no program 'script', which makes a terminal" && exit 77; }
failures=0

fail() {
    echo "FAILED: $1"
    cat -v "$2"
    failures=$((failures + 1))
}

cat >right.cu <<'C'
#include <custub/kernel.h>
extern "C" CUSTUB_THREADS(n) __global__ void right(int n, float *x CUSTUB_COUNTED_BY(n)) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = 0;
}
C

erased=$(printf '\r\033\[K') # as a pattern
for command in try suggest; do
    script -qec "'$custub' $command right.cu --no-cuda --seconds 1" /dev/null </dev/null >shown 2>&1
    grep -q 'custub: running .*c++' shown || fail "$command does not say that a compiler runs" shown
    grep -q 'right: [0-9]* launches' shown || fail "$command does not count launches" shown
    tr '\n' ' ' <shown | sed "s/.*$erased//" >result
    grep -q '^right\(: [0-9]* launches, \|\.cu:\)' result || fail "$command leaves its progress" shown
    "$custub" "$command" right.cu --no-cuda --seconds 1 >plain 2>&1
    ! grep -q "running\|$(printf '\033')" plain || fail "$command writes its progress to a file" plain
done
[ $failures -eq 0 ]
