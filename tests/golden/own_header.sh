#!/bin/sh
# With --include, the program's own header defines the structs. It does not compile, in C and in C++, if its
# fields or enumerators differ from the kernels'. Other types of the same bytes and meaning are accepted.
#
#   own_header.sh CUSTUB INCLUDE_DIR CC CXX [CC CXX]…
set -u
custub=$1
include=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../common/accepted.sh"
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
flags="-fsyntax-only -Werror -Wall -Wextra -Wpedantic -Wconversion -Wshadow"
failures=0

cat >params.h <<'C'
#ifndef PARAMS_H
#define PARAMS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
enum mode : unsigned int { NONE, ALL = 5 };
#else
enum mode { NONE, ALL = 5 };
#endif
typedef float quad[4];
struct other { float *x; };
struct params {
    float gain;
    int count;
    unsigned width;
    long step;
    unsigned long long address;
    float *values;
    struct other *next;
    int16_t table[2][3];
    double sums[2];
    enum mode mode;
    int flags;
    unsigned char on;
    signed char low;
    struct { int32_t rows; float scale; } tmp[2];
    unsigned low_bits : 3;
};
#endif
C
cat >k.cu <<'C'
#include "params.h"
extern "C" __global__ void take(struct params p) {}
C
"$custub" gen k.cu -o . --no-cuda --unit '' --include params.h -- -I"$include" >/dev/null || exit 1

cat >apart.cu <<'C'
struct apart { int n; float x; };
enum height { APART_LOW, APART_HIGH = 4 };
extern "C" __global__ void take(apart a, height h) {}
C
"$custub" gen apart.cu -o . --no-cuda --unit '' --include apart.h -- -I"$include" >/dev/null || exit 1
cat >vector.cu <<'C'
struct holder { float4 a; float4 b[2]; int n; };
extern "C" __global__ void hold(holder h) {}
C
"$custub" gen vector.cu -o . --no-cuda --unit '' --include vector.h -- -I"$include" >/dev/null || exit 1
mkdir headers
cp ./*.custub.h headers
! was_accepted golden_own_header headers || exit 0

compile() { # <compiler> <language> <standard>
    # shellcheck disable=SC2086
    "$1" -x "$2" -std="$3" $flags -Ichanged -I"$include" -I. unit.c >messages 2>&1
}
expect() { # <ok or the text of a message> <language> <standard> <compiler>
    if compile "$4" "$2" "$3"; then result=ok; else result=error; fi
    if [ "$1" = ok ] && [ "$result" = ok ]; then return; fi
    if [ "$1" != ok ] && [ "$result" = error ] && grep -qF -- "$1" messages; then return; fi
    echo "FAILED: $what ($4 $3): wanted '$1', got:"
    head -n 8 messages
    failures=$((failures + 1))
}
# try HEADER STEM C-RESULT C++-RESULT SED…: with the header changed.
try() {
    header=$1 stem=$2 in_c=$3 in_cpp=$4
    shift 4
    what="$*"
    mkdir -p changed
    sed -e '' "$@" "$header" >"changed/$header"
    if [ "$what" ] && cmp -s "$header" "changed/$header"; then
        echo "FAILED: $what changes nothing"
        failures=$((failures + 1))
    fi
    # A header beside the generated one would be found first, so it is moved away.
    mv "$header" "kept"
    echo "#include \"$stem.custub.h\"" >unit.c
    expect "$in_c" c c11 "$cc"
    expect "$in_cpp" c++ c++17 "$cxx"
    mv "kept" "$header"
}
right() { try params.h k ok ok "$@"; }
wrong() { text=$1; shift; try params.h k "$text" "$text" "$@"; }

all() {
    try params.h k ok ok
    expect ok c++ c++11 "$cxx"
    # Other types of the same bytes and meaning.
    right -e 's/unsigned long long address/void *address/'
    right -e 's/unsigned long long address/uint64_t address/'
    right -e 's/long step/int64_t step/' -e 's/int count/int32_t count/'
    right -e 's/float \*values/unsigned long long values/'
    right -e 's/float \*values/void *values/'
    right -e 's/float \*values/const float *values/'
    right -e 's/struct other \*next/void *next/'
    right -e 's/enum mode mode/unsigned mode/'
    right -e 's/enum mode mode/int mode/'
    right -e 's/int flags/enum mode flags/'
    right -e 's/unsigned char on/bool on/'
    right -e 's/unsigned char on/char on/'
    right -e 's/signed char low/char low/'
    right -e 's/float gain/const float gain/'
    right -e 's/int16_t table\[2\]\[3\]/int16_t table[6]/'
    right -e 's/^struct params/typedef struct params/' -e 's/^    unsigned low_bits : 3;/&/' \
        -e 's/^};$/} params;/' -e 's/^enum mode {\(.*\)} params;/enum mode {\1};/'
    # Other bytes or another meaning.
    wrong 'gain: the kernel has float' -e 's/float gain/int gain/'
    wrong 'count: the kernel has int' -e 's/int count/float count/'
    wrong 'width: the kernel has unsigned int' -e 's/unsigned width/int width/'
    try params.h k ok 'count: the kernel has int' -e 's/int count/unsigned count/'
    wrong 'step: the kernel has long' -e 's/long step/double step/'
    wrong 'step: the kernel has long' -e 's/long step/unsigned long step/'
    wrong 'address: the kernel has unsigned long long' -e 's/unsigned long long address/double address/'
    wrong 'values: the kernel has float *' -e 's/float \*values/double *values/'
    wrong 'values: the kernel has float *' -e 's/float \*values/double values/'
    wrong 'sums: the kernel has double[]' -e 's/double sums\[2\]/int64_t sums[2]/'
    wrong 'sums: the kernel has double[]' -e 's/double sums\[2\]/float sums[4]/'
    wrong 'table: the kernel has int16_t[]' -e 's/int16_t table/uint16_t table/'
    wrong 'tmp[0].scale: the kernel has float' -e 's/float scale/int scale/'
    wrong 'tmp[0].rows: offset' -e 's/int32_t rows; float scale/float scale; int32_t rows/'
    wrong 'mode: the kernel has mode' -e 's/enum mode mode/float mode/'
    wrong 'ALL: value' -e 's/ALL = 5/ALL = 4/'
    wrong 'NONE: value' -e 's/NONE, ALL/ALL_BUT, NONE, ALL/'
    wrong 'low: the kernel has signed char' -e 's/signed char low/unsigned char low/'

    # If the source does not include the header, the header uses the C++ name of the type.
    cat >apart.h <<'C'
typedef struct { int n; float x; } apart;
typedef enum { APART_LOW, APART_HIGH = 4 } height;
C
    try apart.h apart ok ok
    try apart.h apart 'x: the kernel has float' 'x: the kernel has float' -e 's/float x/int x/'
    try apart.h apart 'APART_HIGH: value' 'APART_HIGH: value' -e 's/HIGH = 4/HIGH = 5/'

    vector() { # <C> <C++> <type of a> [prelude]
        cat >vector.h <<C
#include <custub/vector.h>
$4
typedef struct holder { $3; custub_float4 b[2]; int n; } holder;
C
        try vector.h vector "$1" "$2"
    }
    vector ok ok 'custub_float4 a' ''
    vector ok ok 'alignas(16) float a[4]' ''
    vector ok ok 'alignas(16) mine a' 'typedef struct { float r, g, b, a; } mine;'
    vector ok ok 'cudas a' 'typedef struct { alignas(16) float x; float y, z, w; } cudas;'
    vector 'a: the kernel has float4' 'a: the kernel has float4' 'custub_int4 a' ''
    vector 'a: the kernel has float4' 'a: the kernel has float4' 'custub_double2 a' ''
    vector 'a: the kernel has float4' 'a: the kernel has float4' 'alignas(16) int a[4]' ''
}
while [ $# -ge 2 ]; do
    cc=$1
    cxx=$2
    all
    shift 2
done
[ "$failures" -eq 0 ] && accept golden_own_header headers
