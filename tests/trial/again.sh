#!/bin/sh
# The command that a trial prints finds the same again: with the options and the flags that the file is read with,
# in a folder whose name has a blank. A trial of few launches that found nothing warns. And launches that do not end
# are not waited for much longer than the trial may take.
#
#   again.sh CUSTUB
set -u
custub=$1
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/my kernels" "$scratch/more headers" && cd "$scratch" || exit 3
PATH=$(dirname "$custub"):$PATH
failures=0

fail() {
    echo "FAILED: $1"
    cat "$2"
    failures=$((failures + 1))
}

echo '#define EXTRA 1' >'more headers/extra.h'
cat >'my kernels/beyond.cu' <<'C'
#include <custub/kernel.h>
#include <extra.h>
__global__ void beyond(int n, float *x CUSTUB_COUNTED_BY(n)) { x[n - 1 + EXTRA * FACTOR] = NAME; }
extern "C" __global__ void untouched(int n, float *x CUSTUB_COUNTED_BY(n)) {}
extern "C" CUSTUB_REQUIRES(n * n % 999983 == 522773 && m == 1) __global__ void rare(int n, int m, float *x CUSTUB_COUNTED_BY(n * m)) { if (n * m) x[n * m - 1] = 0; }
C

# repeat: runs the first command in the file `found`.
repeat() {
    command=$(sed -n 's/^    again: //p' found | head -n 1)
    eval "$command" >repeated 2>&1
    [ $? -eq 1 ] || fail "another exit status: $command" repeated
    grep -v '^    again\|finding' found >expected
    grep -v '^    again\|finding' repeated | diff expected - >difference || fail "not the same: $command" difference
}

custub try 'my kernels/beyond.cu' beyond --no-cuda --seed 7 --launches 40 -- '-Imore headers' \
    -DFACTOR='(1 + 0)' "-DNAME='x'" >found 2>&1
grep -q "kernel 'beyond', .*beyond the contract: write.*'x'" found || fail 'the mistake is not found' found
repeat
custub try 'my kernels/beyond.cu' untouched --no-cuda --seed 5 --launches 60 -- '-Imore headers' >found 2>&1
grep -q 'no launch of [0-9]* touched' found || fail 'the pointer is not found' found
grep -q 'again: .* --seed 5 --launches 60' found || fail 'other launches are repeated' found
repeat

mkdir 'a build'
cat >'a build/compile_commands.json' <<C
[{"directory": "$scratch", "file": "my kernels/beyond.cu",
  "arguments": ["clang++", "-Imore headers", "-DFACTOR=1", "-DNAME=2", "-c", "my kernels/beyond.cu"]}]
C
custub try 'my kernels/beyond.cu' beyond --no-cuda -p 'a build' --launches 40 >found 2>&1
grep -q "again: .* -p 'a build' .*" found || fail 'the database is not repeated' found
repeat

custub try 'my kernels/beyond.cu' rare --no-cuda --launches 40 -- '-Imore headers' >found 2>&1
grep -q 'warning: few launches.*were not made: no legal launch was found; what stands against it: ' found ||
    fail 'no warning of launches that are not legal' found
custub try 'my kernels/beyond.cu' rare --no-cuda --launches 4 -- '-Imore headers' >found 2>&1
! grep -q warning found || fail 'a warning of what was asked for' found
echo 'extern "C" __global__ void right(float *x) { x[0] = 0; }' |
    sed 's/float \*x/& CUSTUB_COUNTED_BY(1)/; s/^/#include <custub\/kernel.h>\n/' >right.cu
custub try right.cu --no-cuda --seconds 0.0001 >found 2>&1
grep -q 'warning: few launches.*each takes long' found || fail 'no warning of a short time' found
custub try right.cu --no-cuda --launches 1 >found 2>&1
grep -q '^right: 1 launch, 0 findings' found || fail 'one launch is not 1 launch' found
custub suggest right.cu --no-cuda --seconds 0.0001 >found 2>&1
grep -q '^1 kernel: 0 whole' found && grep -q 'time was over; --seconds gives more' found ||
    fail 'a suggestion does not say what to do if the time is over' found

# Half of the launches do not end, also while a launch with the mistake is made smaller.
cat >endless.cu <<'C'
#include <custub/kernel.h>
extern "C" CUSTUB_THREADS(1) __global__ void endless(int n, volatile float *x CUSTUB_COUNTED_BY(n + 1))
{
    while (n % 2 == 0)
        x[0] = 0;
    x[n + 1] = 0;
}
C
custub try endless.cu --no-cuda --seconds 0.5 -o kept >found 2>&1
begin=$(date +%s)
custub_trial kept/endless.trial.so --stem endless --unit trial --seconds 0.5 >found 2>&1
[ $(($(date +%s) - begin)) -lt 8 ] || fail 'a trial of half a second takes 8 seconds or more' found
grep -q '^endless: .* 1 finding' found || fail 'the mistake is not found' found

# A launch that failed changes nothing for those that follow it.
cat >state.cu <<'C'
#include <custub/kernel.h>
static __device__ int is_dirty;
extern "C" CUSTUB_THREADS(1) CUSTUB_BLOCK(1) __global__ void state(int n, float *x CUSTUB_COUNTED_BY(n)) {
    if (blockIdx.x > 0) return;
    if (is_dirty) x[-1] = 0;
    is_dirty = 1;
    x[n] = 0;
}
C
custub try state.cu --no-cuda --launches 20 >found 2>&1
grep -q "0 bytes after the end of 'x'" found && grep -q 'state: .* 1 finding$' found || fail 'a variable was kept' found
[ $failures -eq 0 ]
