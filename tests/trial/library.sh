#!/bin/sh
# What `custub try --device cuda` builds: nvcc's PTX for one architecture, the PTX that checks each access, and a
# shared library that has it. A script takes the place of custub_trial.
#
#   library.sh CUSTUB TOOLKIT
set -u
custub=$1
toolkit=$2
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
failures=0

# nvcc passes the folder's name to a shell.
folder='the $kernels'
mkdir -p installed/bin "$folder" && cp "$custub" installed/bin/
cp -rL "$(dirname "$custub")/../include" installed/
cat >installed/bin/custub_trial <<'C'
#!/bin/sh
case $* in *--probe) exit ;; esac
printf '[%s]' "$@"
C
chmod +x installed/bin/custub_trial
echo '#define ONE 1' >"$folder/one.h"
cat >"$folder/add.cu" <<'C'
#include "one.h"
#include <custub/kernel.h>
extern "C" CUSTUB_THREADS(n) __global__ void add(int n, int *x CUSTUB_COUNTED_BY(n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        asm("add.s32 %0, %0, %1;" : "+r"(x[i]) : "r"(ONE * TWO));
}
C

# tries STATUS WORDS OPTIONS…
tries() {
    expected=$1
    words=$2
    shift 2
    installed/bin/custub try "$folder/add.cu" --cuda-path "$toolkit" "$@" >found 2>&1
    status=$?
    [ $status -eq "$expected" ] && grep -qF -- "$words" found || fail "$expected: $words: $*"
}

fail() {
    echo "FAILED: $1"
    cat found
    failures=$((failures + 1))
}

tries 0 "[kept/add.trial.so][--stem][add][--unit][trial][--device][cuda]" --device cuda -o kept -- -DTWO=2
grep -q '^.target sm_80' kept/add.ptx || fail 'the default is not sm_80'
tries 0 "[--again][custub try '$folder/add.cu' --device cuda" --device cuda -o kept -- -DTWO=2 --use_fast_math \
    -gencode arch=compute_80,code=sm_80 -gencode=arch=compute_90,code=[sm_90,compute_90] -code=sm_80
grep -q '^.target sm_90' kept/add.ptx || fail 'it is not the highest architecture of the flags'
grep -q 'add_custub' kept/add.sm_90.bounds.ptx || fail 'no access is checked'
grep -q '\.asciz "ptx-bounds"' kept/add.images.S && grep -q '\.asciz "bounds-table"' kept/add.images.S ||
    fail 'the image or its table is not embedded'
nm -D kept/add.trial.so | grep -q ' D add_custub_images_trial$' || fail 'the library does not export its images'
tries 3 'identifier "TWO" is undefined' --device cuda
tries 1 'bounds cannot be checked in relocatable device code' --device cuda -- -DTWO=2 -rdc=true
[ $failures -eq 0 ]
