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

suggest() { # FILE OUT
    "$custub" suggest "$1" --apply --seconds 600 --launches 60 --no-cuda >"$2" 2>messages ||
        { cat messages; fail "exit status $?"; }
}

suggest apply.cu first.patch
cat first.patch
grep -q '^ *x CUSTUB_COUNTED_BY(n) *tried' messages || fail "the evidence is missing"
grep -q '^[^+]' first.patch || fail "there is no patch"
for kernel in enclosed marked copied made; do
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
suggest apply.cu second.patch
[ ! -s second.patch ] || { cat second.patch; fail "a second patch is not empty"; }

# The header comes before a kernel with which the file begins, and all lines end as the file's do. The macro has
# two lines, and stays as it is.
printf '%s\r\n' 'extern "C" __global__ void begin(int n, float *x)' '{' '    if (threadIdx.x < n) x[threadIdx.x] = 1;' '}' \
    '#define KERNEL \' '    extern "C" __global__' \
    'KERNEL void made(int n, float *x) { if (threadIdx.x < n) x[threadIdx.x] = 1; }' >begin.cu
suggest begin.cu begin.patch
patch -p0 -s --binary <begin.patch || { cat begin.patch; fail "the patch of begin.cu cannot be applied"; }
[ "$(head -n 1 begin.cu)" = "$(printf '#include <custub/kernel.h>\r')" ] || { cat begin.cu; fail "begin.cu begins otherwise"; }
grep -q "^    extern \"C\" __global__$(printf '\r')$" begin.cu || { cat begin.cu; fail "the macro of begin.cu was edited"; }
"$custub" gen begin.cu -o . --no-cuda || fail "the generator refuses the patched begin.cu"

# An edit during the trial, here by the compiler: a patch could add what it has added.
printf '#!/bin/sh\necho >>edited.cu\nexec %s "$@"\n' "${CC:-cc}" >editing-cc && chmod +x editing-cc
echo 'extern "C" __global__ void edited(int n, float *x) { if (threadIdx.x < n) x[threadIdx.x] = 1; }' >edited.cu
CC=./editing-cc "$custub" suggest edited.cu --apply --launches 20 --no-cuda >edited.patch 2>messages
[ $? -eq 1 ] && [ ! -s edited.patch ] && grep -q 'was changed while .*\[source-changed\]' messages ||
    { cat edited.patch messages; fail "an edit during the trial is not noticed"; }
echo "ok: the patch is right"
