#!/bin/sh
# exports.sh NM LIBCUDA CPU_DRIVER INCLUDE: the CPU driver exports every function of the toolkit's libcuda
# that cuda.h and cudaProfiler.h declare, and those of cudaGL.h, cudaEGL.h and cudaVDPAU.h, so that programs
# link and loaders find what they require. libcuda has more: the debugger's (cudbg…), which the CPU driver does
# not promise.
set -eu
export LC_ALL=C # the order of names
names() {
    "$1" -D --defined-only "$2" | awk '{ sub(/@.*/, "", $3); print $3 }' | grep '^cu' | sort -u
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -n 's/.*CUDAAPI  *\(cu[A-Za-z0-9_]*\)(.*/\1/p' "$4/cuda.h" "$4/cudaProfiler.h" | sort -u >"$work/declared"
# The headers append _v2, _ptds and _ptsz by macros.
names "$1" "$2" | awk 'NR == FNR { declared[$1]; next }
    { name = $1; sub(/_(ptds|ptsz)$/, "", name); base = name; sub(/_v[0-9]+$/, "", base) }
    name in declared || base in declared' "$work/declared" - >"$work/wanted"
# The toolkit's libcuda is a stub, which lacks the functions of graphics. NVIDIA's for servers has them all but
# cuEventCreateFromEGLSync.
for header in cudaGL cudaEGL cudaVDPAU; do
    grep -oE '(CUDAAPI +|[( ])cu[A-Z][A-Za-z0-9]*(_v[0-9]+|\()' "$4/$header.h" | grep -E 'CUDAAPI|_v[0-9]' |
        grep -oE 'cu[A-Z][A-Za-z0-9_]*' | grep -vE '^cu(WGL|da|EventCreateFromEGLSync$)'
done | sort -u >"$work/graphics"
[ "$(wc -l <"$work/graphics")" -gt 30 ] || { echo 'found too few functions of graphics'; exit 1; }
sort -u "$work/graphics" "$work/wanted" -o "$work/wanted"
names "$1" "$3" >"$work/found"
[ "$(wc -l <"$work/wanted")" -gt 400 ] || { echo 'found too few functions'; exit 1; }
comm -23 "$work/wanted" "$work/found" >"$work/missing"
[ ! -s "$work/missing" ] || {
    echo 'not exported:'
    cat "$work/missing"
    exit 1
}
