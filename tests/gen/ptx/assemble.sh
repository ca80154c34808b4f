#!/bin/sh
# ptxas accepts what is written back of nvcc's PTX, and makes the same code of it.
#
#   assemble.sh COPY_PTX CUSTUB SOURCE_DIR NVCC
set -u
copy=$1
custub=$2
root=$3
nvcc=$4
[ "$nvcc" ] || {
    echo "skipped: there is no nvcc"
    exit 77
}
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
mkdir read written
status=0

fail() {
    echo "FAILED: $*"
    status=1
}

# The code and the constants of a cubin. Names of shared variables have lines of the PTX in them.
code() {
    readelf -SW "$1" | sed -n 's/^ *\[ *[0-9]*\] \(\.text[^ ]*\|\.nv\.[cgi][^ ]*\) .*/\1/p' |
        while read -r section; do readelf -x "$section" "$1"; done
}

# check ARCH SOURCE [FLAGS]
check() {
    arch=$1
    source=$2
    shift 2
    case " $* " in *' -G '*) debug=-G ;; *) debug= ;; esac
    what="$(basename "$source") for $arch with $*"
    "$nvcc" -std=c++17 -I "$root/runtime/include" -I "$root/kernels" -I . -ptx -arch="$arch" "$@" \
        "$source" -o read/k.ptx >log 2>&1 || { cat log; fail "nvcc: $what"; return; }
    "$copy" read/k.ptx written/k.ptx || { fail "copy_ptx: $what"; return; }
    for folder in read written; do
        (cd $folder && "$nvcc" -cubin -rdc=true $debug -arch="$arch" k.ptx -o k.cubin) >log 2>&1 ||
            { cat log; fail "ptxas, $folder: $what"; return; }
    done
    code read/k.cubin >read/code
    code written/k.cubin >written/code
    [ -s read/code ] || fail "no code: $what"
    cmp -s read/code written/code || fail "other code: $what"
}

for name in transpose gather; do
    "$custub" gen "$root/kernels/$name.cu" -o . --arch sm_90 -- -std=c++17 \
        -I "$root/kernels" -DKERNELS_f32=1 -DKERNELS_f16=1 >log 2>&1 || { cat log; fail "custub gen: $name"; }
done
for arch in sm_75 sm_90; do
    check "$arch" "$root/tests/gen/ptx/forms.cu" -O3
    check "$arch" "$root/tests/gen/ptx/forms.cu" -G
done
check sm_80 "$root/tests/gen/ptx/forms.cu" -rdc=true
check sm_80 "$root/tests/gen/ptx/forms.cu" -lineinfo
for source in "$root"/examples/kernels/*.cu ./transpose.nvcc.cu ./gather.nvcc.cu; do
    check sm_80 "$source" -O3 -DKERNELS_f32=1 -DKERNELS_f16=1
    check sm_90 "$source" -G -DKERNELS_f32=1 -DKERNELS_f16=1
done
exit $status
