#!/bin/sh
# nvcc's PTX of whole sources is rewritten, and ptxas accepts it. tests/corpus does this for sm_80 and
# sm_90; here are the oldest architecture, the newest and the debug form. Skipped (77) without nvcc.
#
#   rewrite_all.sh CUSTUB NVCC ROOT SOURCES…
#
# The sources are given relative to the ROOT of custub.
set -u
custub=$1
nvcc=$2
root=$3
shift 3
[ "$nvcc" ] || {
    echo "skipped: there is no nvcc"
    exit 77
}
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
work="$scratch/with blank"
status=0

# The architectures of optimized code. For sm_100 and later, pointers are loaded two at a time.
newest=$("$nvcc" --list-gpu-arch | sed -n 's/^compute_\(1[0-9][0-9]\)$/\1/p' | sort -n | tail -n 1)

fail() {
    echo "FAILED: $*"
    cat "$work/log"
    status=1
}

# generator COMMAND OPTIONS…
generator() {
    command=$1
    shift
    "$custub" "$command" "$name.cu" "$@" -- -std=c++17 -I "$root/runtime/include" -I "$root/kernels" \
        -DKERNELS_f32=1 -DKERNELS_f16=1 >"$work/log" 2>&1
}

# check ARCH FORM: FORM is `optimized` or `debug`.
check() {
    arch=$1
    what="$source for sm_$arch, $2"
    flags='-O3 -lineinfo'
    debug=
    if [ "$2" = debug ]; then
        flags=-G
        debug=-G
    fi
    # shellcheck disable=SC2086
    "$nvcc" -std=c++17 -ptx $flags "-arch=sm_$arch" -Xcompiler -iquote,. -I "$root/runtime/include" \
        -I "$root/kernels" -DKERNELS_f32=1 -DKERNELS_f16=1 "$work/$name.nvcc.cu" -o "$work/k.ptx" \
        >"$work/log" 2>&1 || { fail "nvcc: $what"; return; }
    generator bounds -o "$work" --ptx "sm_$arch=$work/k.ptx" || { fail "custub bounds: $what"; return; }
    grep -q custub_bounds_look "$work/$name.sm_$arch.bounds.ptx" || { fail "nothing is checked: $what"; return; }
    # shellcheck disable=SC2086
    timeout 60 "$nvcc" -cubin $debug "-arch=sm_$arch" "$work/$name.sm_$arch.bounds.ptx" -o "$work/k.cubin" \
        >"$work/log" 2>&1 || fail "ptxas: $what"
}

for source; do
    name=$(basename "$source" .cu)
    cd "$root/$(dirname "$source")" || exit 3
    rm -rf "$work"
    mkdir "$work" || exit 3
    generator gen -o "$work" --arch "sm_75,sm_90${newest:+,sm_$newest}" || { fail "custub gen: $source"; continue; }
    case $source in
        kernels/* | tests/bounds/types.cu) ;; # they have instructions that sm_75 lacks
        *) check 75 optimized ;;
    esac
    case $source in
        kernels/*) ;; # it would take minutes
        *) check 90 debug ;;
    esac
    [ ! "$newest" ] || check "$newest" optimized
done
exit $status
