#!/bin/sh
# A precompiled header in the cache is used as long as its headers have the same contents, whatever their
# dates.
#
#   cache.sh CUSTUB
set -u
custub=$1
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
failures=0

mkdir -p toolkit/include/crt
echo '#define CUDA_VERSION 13000' >toolkit/include/cuda.h
echo '#define __host__ __attribute__((host))' >toolkit/include/crt/host_defines.h
for type in char uchar short ushort int uint long ulong longlong ulonglong float double; do
    for n in 1 2 3 4; do echo "struct $type$n { unsigned x, y, z; };"; done
done >toolkit/include/vector_types.h
sed -i '1i #pragma once' toolkit/include/vector_types.h
echo 'struct dim3 { unsigned x, y, z; };' >>toolkit/include/vector_types.h
: >toolkit/include/cuda_runtime_api.h
header=toolkit/include/sized.h
cat >k.cu <<'C'
#include <sized.h>
extern "C" __global__ void k(sized s) {}
C

# header SIZE: prints a header, which has the same length for each SIZE.
header() { echo "#pragma once"; echo "struct sized { char bytes[$1]; };"; }
# expect SIZE WHAT
expect() {
    if ! "$custub" gen k.cu -o out --json json --depfile k.d --cuda-path toolkit --cache cache \
        >messages 2>&1 || ! grep -qF "\"elements\": $1}" json; then
        echo "FAILED: $2: not $1 bytes:"
        cat messages json | grep -E 'error|bytes' | head -n 5
        failures=$((failures + 1))
    fi
    if ! grep -qF sized.h k.d; then
        echo "FAILED: $2: the header is not a dependency"
        failures=$((failures + 1))
    fi
}
made() { stat -c '%n %i %Y' cache/*.pch; }

header 11 >$header
touch -d '2020-01-01' $header
expect 11 'the first run'
made >first
[ -s first ] || { echo 'FAILED: nothing is in the cache'; failures=1; }
expect 11 'the second run'
made | cmp -s - first || { echo 'FAILED: the precompiled header was made again'; failures=$((failures + 1)); }

header 12 >$header
expect 12 'changed'
header 13 >$header
touch -d '2019-01-01' $header
expect 13 'replaced by an older one'

# From here on the header's size and date do not change.
rm -r cache
date='2020-01-01 00:00:00.123'
header 14 >$header
touch -d "$date" $header
expect 14 'changed before that'
header 15 >$header
touch -d "$date" $header
expect 15 'changed, with its date set back'
header 16 >new
touch -d "$date" new
mv new $header
expect 16 'replaced by one of the same date'
header 17 >elsewhere.h
touch -d "$date" elsewhere.h
ln -sf ../../elsewhere.h $header
expect 17 'replaced by a link'
header 18 >$header
touch -d '2020-01-01 00:00:00.124' $header
expect 18 'changed within the same second'
touch $header
expect 18 'touched'
[ "$(made | wc -l)" -eq 1 ] || { echo 'FAILED: old ones stay in the cache'; failures=$((failures + 1)); }
echo broken >"$(echo cache/*.files)"
expect 18 'with a broken list'

[ "$failures" -eq 0 ] || { echo "$failures failed"; exit 1; }
