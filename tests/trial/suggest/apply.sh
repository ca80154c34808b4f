#!/bin/sh
# apply.sh CUSTUB SOURCE WORK: `custub suggest --apply` prints a patch of apply.cu. The patched file has the contracts,
# a trial of it finds nothing, and a second patch is empty. SOURCE is this folder.
set -u
custub=$1 source=$2 work=$3

fail() {
    echo "apply.sh: $1" >&2
    exit 1
}

command -v patch >/dev/null || { echo "skipped: there is no patch(1)"; exit 77; }
rm -rf "$work"
mkdir -p "$work" && cp "$source/apply.cu" "$work" && cd "$work" || exit 1

suggest() { # OUT
    "$custub" suggest apply.cu --apply --seconds 600 --launches 60 --no-cuda >"$1" 2>messages ||
        { cat messages; fail "exit status $?"; }
}

suggest first.patch
cat first.patch
grep -q '^ *x CUSTUB_COUNTED_BY(n) *tried' messages || fail "the evidence is missing"
grep -q '^[^+]' first.patch || fail "there is no patch"
for kernel in marked copied made; do
    grep -q "note: kernel '$kernel' is left out of the patch: .*\[contract-unplaced\]" messages ||
        { cat messages; fail "kernel '$kernel' is not named"; }
    ! grep -q "^[+].*[ (]$kernel(" first.patch || fail "kernel '$kernel' was edited"
done
patch -p0 -s <first.patch || fail "the patch cannot be applied"
grep -v CUSTUB_ apply.cu | grep -q '#include <custub/kernel.h>' || fail "the header is not included"
for line in 'extern "C" CUSTUB_THREADS(n) __global__ void add(int n,' \
    'const float \*__restrict__ x CUSTUB_COUNTED_BY(n), // {' \
    'float \*__restrict__ y CUSTUB_COUNTED_BY(n) /\* ; \*/)' \
    '^CUSTUB_THREADS(n) __global__ void negate(int n, float x\[\] CUSTUB_COUNTED_BY(n))' \
    'CUSTUB_THREADS(n) CUSTUB_REQUIRES(1 <= heads) __global__ void last('; do
    grep -q "$line" apply.cu || { cat apply.cu; fail "'$line' is missing"; }
done

"$custub" gen apply.cu -o . --no-cuda || fail "the generator refuses the patched file"
"$custub" try apply.cu add negate last --launches 200 --seconds 60 --no-cuda || fail "the trial finds something"
suggest second.patch
[ ! -s second.patch ] || { cat second.patch; fail "a second patch is not empty"; }
echo "ok: the patch is right"
