#!/bin/sh
# placement.sh CUSTUB: where `custub suggest --apply` puts annotations. A script in the place of custub_trial says
# which were tried.
set -u
custub=$1
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
command -v patch >/dev/null || { echo "skipped: there is no patch(1)"; exit 77; }
mkdir "$scratch/bin" && cp "$custub" "$scratch/bin/custub" && cp -r "$(dirname "$custub")/../include" "$scratch" || exit 3
cd "$scratch" || exit 3
cat >bin/custub_trial <<'C'
#!/bin/sh
last=
for word in "$@"; do
    [ "$last" != --tried ] || cp "$TRIED" "$word"
    last=$word
done
C
chmod +x bin/custub_trial
export TRIED="$scratch/tried"
failures=0

# place FILE: patches it. The annotations of each kernel named on the standard input: CUSTUB_THREADS(n), and the text
# that follows for its second parameter.
place() {
    while read -r kernel text; do
        printf '%s\t-1\tCUSTUB_THREADS(n)\n' "$kernel"
        [ -z "$text" ] || printf '%s\t1\t%s\n' "$kernel" "$text"
    done >tried
    bin/custub suggest "$1" --apply --no-cuda >made.patch 2>messages && patch -p0 -s --binary <made.patch && cp "$1" result &&
        bin/custub gen "$1" -o . --no-cuda >messages.gen 2>&1 && return
    echo "FAILED: $1"
    cat made.patch messages messages.gen
    failures=$((failures + 1))
}

expect() { # WHAT COMMAND…
    what=$1
    shift
    "$@" && return
    echo "FAILED: $what"
    cat result messages | head -n 40
    failures=$((failures + 1))
}

# Blanks before the first #include.
printf '%s\n' '  #include <stddef.h>' 'extern "C" __global__ void k(int n, float *x) { x[n] = 1; }' >blanks.cu
echo 'k CUSTUB_COUNTED_BY(n)' | place blanks.cu
expect 'the header is a line' grep -qx '#include <custub/kernel.h>' result
expect 'the other header stays' grep -qx '  #include <stddef.h>' result

# A byte order mark begins the file still, with an #include and without.
for second in '#include <stddef.h>' '//'; do
    printf '\357\273\277%s\n%s' "$second" 'extern "C" __global__ void k(int n, float *x) { x[n] = 1; }' >mark.cu
    echo 'k CUSTUB_COUNTED_BY(n)' | place mark.cu
    expect 'the mark is first' grep -qx "$(printf '\357\273\277')#include <custub/kernel.h>" result
done

# Strings, characters and directives hold no declaration, and no #include; a qualifier is not that of another kernel.
cat >literals.cu <<'C'
static const char *before = R"x(
#include <none>
__global__ void f(int n))x";
#define KERNEL __global__
extern "C" KERNEL void made(int n, float *x) { x[n] = 1; }
#define GLOB "/*" /* a __global__
  don't */
#define PATH 1 // src/*
extern "C" __global__ void early(float *x, int n = 1'000); extern "C" KERNEL void next(int n, float *x) { x[n] = 1; }
extern "C" __global__ void right(int n, float *x) { x[n] = 1'000'0; }
C
printf '%s CUSTUB_COUNTED_BY(n)\n' made next right | place literals.cu
expect 'only one kernel is edited' [ "$(grep -c '^+.*CUSTUB' made.patch)" = 1 ]
expect 'the header is first' sh -c '[ "$(head -n 1 result)" = "#include <custub/kernel.h>" ]'
expect 'the kernel is edited' grep -q \
    '"C" CUSTUB_THREADS(n) __global__ void right(int n, float \*x CUSTUB_COUNTED_BY(n))' result

# Instances of a template have one contract. Kernels of one name are told apart.
cat >names.cu <<'C'
#include <custub/kernel.h>
template <int W> __global__ void wide(int n, float *x) { x[n * W] = 1; }
template <class T> __global__ void any(int n, T *x) { x[n] = 1; }
namespace a { __global__ void k(int n, float *x) { x[n] = 1; } }
namespace b { __global__ void k(int n, int *x) { x[n] = 1; } __global__ void k(int n, float *x) { x[n] = 1; } }
CUSTUB_STUB(wide_4, wide<4>);
CUSTUB_STUB(wide_8, wide<8>);
CUSTUB_STUB(any_int, any<int>);
CUSTUB_STUB(any_float, any<float>);
CUSTUB_STUB(k_a, a::k);
CUSTUB_STUB(k_b, static_cast<void (*)(int, int *)>(b::k));
C
place names.cu <<'C'
wide_4 CUSTUB_COUNTED_BY(4 * n)
wide_8 CUSTUB_COUNTED_BY(8 * n)
any_int CUSTUB_COUNTED_BY(n)
any_float CUSTUB_COUNTED_BY(n)
k_a CUSTUB_COUNTED_BY(n)
k_b CUSTUB_COUNTED_BY(n)
C
expect 'no instance gets the contract of another' grep -q '^template <int W> __global__ void wide(int n, float \*x) {' result
expect 'the note says why' grep -q "'wide_8' is left out of the patch: it has the declaration of 'wide_4', for which" messages
expect 'the same contract is there once' grep -q \
    '^template <class T> CUSTUB_THREADS(n) __global__ void any(int n, T \*x CUSTUB_COUNTED_BY(n))' result
expect 'a::k is edited' grep -q 'namespace a { CUSTUB_THREADS(n) __global__ void k(int n, float \*x CUSTUB_COUNTED_BY(n))' result
expect 'one b::k is edited' grep -q \
    'namespace b { CUSTUB_THREADS(n) __global__ void k(int n, int \*x CUSTUB_COUNTED_BY(n)) .* __global__ void k(int n, float \*x) {' result
[ $failures -eq 0 ]
