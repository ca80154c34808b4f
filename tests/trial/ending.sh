#!/bin/sh
# When `custub try` is ended by a signal, and when its program is killed, the processes that launch end too, and no
# file stays.
#
#   ending.sh CUSTUB
set -u
custub=$1
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/files" && cd "$scratch" || exit 3
[ -r /proc/self/cmdline ] || { echo 'skipped: the system has no /proc'; exit 77; }
export TMPDIR="$scratch/files"
echo "$TMPDIR" >pattern
failures=0

cat >clean.cu <<'C'
#include <custub/kernel.h>
extern "C" CUSTUB_THREADS(n) __global__ void clean(int n, float *x CUSTUB_COUNTED_BY(n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i;
}
C

# The processes of the trial: those that were started with a file of its folder.
processes() {
    grep -l -f pattern /proc/[0-9]*/cmdline 2>/dev/null | sed 's:^/proc/\([0-9]*\)/.*:\1:'
}

# The process that has no parent among them.
first_of() {
    for process in $1; do
        parent=$(sed 's/.*) [A-Z] \([0-9]*\) .*/\1/' "/proc/$process/stat" 2>/dev/null) || continue
        case " $(echo $1) " in
            *" $parent "*) ;;
            *) echo "$process" ;;
        esac
    done
}

wait_for() {
    for _ in $(seq 300); do
        "$@" && return 0
        sleep 0.1
    done
    return 1
}

is_launching() { [ "$(processes | wc -l)" -ge 2 ] && ls files/*/*/log.0 >/dev/null 2>&1; }
is_empty() { [ -z "$(processes)" ]; }

for whom in custub program; do
    "$custub" try clean.cu --no-cuda --seconds 100 >output 2>&1 &
    command=$!
    wait_for is_launching || { echo "FAILED: no launches"; cat output; failures=1; }
    if [ $whom = custub ]; then
        kill -TERM $command
    else
        kill -KILL "$(first_of "$(processes)")"
    fi
    wait_for is_empty || { echo "FAILED: processes are left after $whom was ended"; failures=1; kill $(processes); }
    wait $command
    [ -z "$(ls files)" ] || { echo "FAILED: files are left after $whom was ended: $(ls files)"; failures=1; }
done
exit $failures
