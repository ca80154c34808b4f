#!/bin/sh
# Macros that options define may have any name, although custub's own text before the source uses it: the
# generator reads the file, and the CPU image compiles. All plain names of that text are tried at once.
#
#   macros.sh CUSTUB PROJECT_DIR CXX
set -u
custub=$1
project=$2
cxx=$3
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3

cat >source.cu <<'C'
#include <custub/kernel.h>
struct pair_of_it { float left_one; int right_one; };
extern "C" __global__ void __launch_bounds__(64)
    scale_it(int it_count, struct pair_of_it it, float *it_data CUSTUB_COUNTED_BY(it_count))
{
    __shared__ float it_tile[64];
    int it_at = (int)threadIdx.IT + (int)(blockIdx.IT * blockDim.IT);
    if (it_at < it_count)
        it_data[it_at] = it.left_one;
    __syncthreads();
}
C
sed -i 's/IT/x/g' source.cu
assertions=$project/runtime/include/custub/assertion.h

# Not tried: names of the language, of the C and C++ libraries, and of CUDA, which a program must not define;
# and names of attributes and pragmas that compilers accept only without underscores.
cat >not_free <<'C'
x y z w T threadIdx blockIdx blockDim gridDim warpSize dim3 uint3
global device host shared constant managed launch_bounds annotate comment lib noinline
alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept const
consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default defined delete
do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable
namespace new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast
requires return short signed sizeof static static_assert static_cast struct switch template this thread_local
throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
C
cat >library.cpp <<'C'
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <tuple>
#include <type_traits>
C
words() { grep -ohE '\b[A-Za-z][A-Za-z0-9_]*' "$@"; }
{
    tr ' ' '\n' <not_free
    words source.cu
    "$cxx" -std=c++17 -E library.cpp | words
    "$cxx" -std=c++17 -E -dM library.cpp | words
} | sort -u >other
{
    words "$project"/gen/frontend/prelude/prelude*.c "$project/runtime/include/custub/kernel.h" "$assertions"
    find "$project/runtime/cpu/include" -name '*.h' -exec cat {} + | words
} | grep -vE '^(CUSTUB|CUDA|CCCL|CUB_|THRUST|NV_|LIBCUDACXX|NDEBUG|custub)' | sort -u | comm -23 - other >names
count=$(wc -l <names)
[ "$count" -gt 1000 ] || { echo "only $count names were found"; exit 1; }
sed 's/.*/-D&=1/' names >options

# After the source, the words of the assertions may be macros, even keywords.
grep -v '^[/ ][*]' "$assertions" | words | grep -v '^CUSTUB_' | sort -u |
    sed 's/.*/#undef &\n#define & 1 1/' >>source.cu

# shellcheck disable=SC2046
"$custub" gen source.cu -o out --no-cuda -- -I"$project/runtime/include" $(cat options) || exit 1
# shellcheck disable=SC2046
"$cxx" -std=c++17 -fsyntax-only -I"$project/runtime/include" -I"$project/runtime/cpu/include" -iquote . \
    $(cat options) out/source.cpu.cpp || exit 1
echo "$count names"
