#!/bin/sh
# registers.sh CUSTUB NVCC: checked kernels have some more registers than nvcc's machine code has, as ptxas
# says them, but not so many that launches fail, and ptxas accepts the result. Skipped (77) without nvcc.
custub=$1
nvcc=$2
[ "$nvcc" ] || { echo "skipped: there is no nvcc"; exit 77; }
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
status=0

fail() {
    echo "FAILED: $*"
    status=1
}

# assemble PTX CUBIN ARCH: the kernels and their registers, a line each. A warning is a failure.
assemble() {
    "$nvcc" -cubin -arch="$3" -Xptxas -v "$1" -o "$2" >log 2>&1 || { cat log; fail "ptxas: $1"; }
    grep -i 'warning' log && fail "ptxas warns about $1"
    sed -n "s/.*Compiling entry function '\(.*\)' for.*/\1/p; s/.*Used \([0-9]*\) registers.*/\1/p" log |
        paste -d ' ' - - | sort
}

# limits PTX: the same for .maxnreg
limits() {
    sed -n 's/^\.visible \.entry \([a-z]*\)(.*/\1/p; s/^\.maxnreg \([0-9]*\)$/\1/p' "$1" | paste -d ' ' - - | sort
}

for arch in sm_75 sm_80 sm_90 sm_100 sm_120; do
    "$nvcc" -ptx -lineinfo -arch=$arch "$here/registers.cu" -o raw.ptx >log 2>&1 || { cat log; fail "nvcc: $arch"; continue; }
    assemble raw.ptx raw.cubin $arch >raw
    "$custub" bounds "$here/registers.cu" --ptx $arch=raw.ptx --cubin $arch=raw.cubin -o . -- -std=c++17 ||
        { fail "custub bounds: $arch"; continue; }
    # As many warps, and as many threads as __launch_bounds__ says, or blocks of 1024.
    awk 'function warps(registers) { return registers < 32 ? 16 : int(512 / registers) }
         BEGIN { threads["bounded"] = 256; threads["blocks"] = 1024; threads["ranks"] = 128 * 2 }
         { n = int(($2 + 7) / 8) * 8; limit = n
           while (limit < 255 && warps(limit + 8) == warps(n)) limit += 8
           most = ($1 in threads) ? 65536 / threads[$1] : 64
           limit = limit > most ? most : limit
           limit = limit < n ? n : limit
           print $1, (limit > 255 ? 255 : limit) }' raw >expected
    limits registers.$arch.bounds.ptx >limits
    [ -s expected ] && cmp expected limits || { cat raw limits; fail "the limits of $arch"; }
    assemble registers.$arch.bounds.ptx checked.cubin $arch >checked
    join expected checked | awk 'NF != 3 || $3 > $2 { print; bad = 1 } END { exit bad || !NR }' ||
        fail "more registers than the limit: $arch"
done

# A file that is cut off, or is none.
refused() {
    "$custub" bounds "$here/registers.cu" --ptx $arch=raw.ptx --cubin $arch="$1" -o none -- -std=c++17 >log 2>&1
    [ $? -eq 1 ] && grep -q "$2" log || { cat log; fail "$1 is not refused"; }
}
refused raw.ptx 'cubin-unknown'
refused missing.cubin 'file-unreadable'
[ ! -e none ] || fail 'an output in spite of an error'
for bytes in 64 500 2000; do
    head -c $bytes raw.cubin >cut.cubin
    "$custub" bounds "$here/registers.cu" --ptx $arch=raw.ptx --cubin $arch=cut.cubin -o cut -- -std=c++17 ||
        fail "a cubin of $bytes bytes"
done
exit $status
