#!/bin/sh
# Compilers must accept the generator's output for one odd file: the header as C11 and as C++17, the
# description and the source of the CPU image. Every parameter must agree with nvcc's PTX, and ptxas must
# accept this PTX with bounds checks.
#
#   check.sh CUSTUB INCLUDE_DIR NVCC CC CXX CASE.cu     with NVCC "" the PTX in ptx/ is used
#   RENEW=1 check.sh …                                  writes the case's files of ptx/ again
#
# The first lines of a case say what is special about it:
#   // kernels: a b       the launch functions that the header must have, in this order (required)
#   // needs: cuda [13]   skipped without nvcc, or with one older than this
#   // nvcc: -std=c++20   more options for nvcc
#   // options: --all     more options for custub
#   // clang: -std=c++20  the same, after `--`
#   // says: text         one of custub's messages contains it; without this line there are none
#   // image says: a,b    the build of the CPU image prints each of them
#   // image: refused     host compilers refuse the source of the CPU image
#   // image: any         some host compilers accept it: gcc from 13 on
set -u
custub=$1
include=$2
nvcc=$3
cc=$4
cxx=$5
case=$6
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../common/accepted.sh"
stem=$(basename "$case" .cu)
recorded=$here/ptx
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
cd "$(dirname "$case")" || exit 3

option() {
    tr -d '\r' <"$stem.cu" | sed -n "s|^// $1: ||p" | head -n 1
}
fail() {
    echo "$stem: $*"
    exit 1
}
skip() {
    echo "$stem: skipped: $*"
    exit 77
}

kernels=$(option kernels)
needs=$(option needs)
[ "$kernels" ] || fail 'has no line "// kernels:"'

toolkit=
if [ "$nvcc" ]; then
    wanted=${needs#cuda}
    found=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
    if [ "${wanted# }" ] && [ "$(printf '%s\n' "$found" "${wanted# }" | sort -V | head -n 1)" = "$found" ] &&
        [ "$found" != "${wanted# }" ]; then
        skip "it needs CUDA ${wanted# } and $nvcc is of $found"
    fi
    toolkit=$("$nvcc" --dryrun -ptx -x cu /dev/null -o /dev/null 2>&1 | sed -n 's/^#\$ TOP=//p')
elif [ "$needs" ]; then
    skip "it needs nvcc's headers"
fi

# generator COMMAND OPTIONS…
generator() {
    if [ "$toolkit" ]; then
        set -- "$@" --cuda-path "$toolkit"
    else
        set -- "$@" --no-cuda
    fi
    # shellcheck disable=SC2046
    "$custub" "$@" $(option options) --arch sm_80,sm_90 -- -I"$include" $(option clang) >"$scratch/messages" 2>&1
}
generator gen "$stem.cu" -o "$scratch/out" || fail "custub refuses it:
$(cat "$scratch/messages")"
says=$(option says)
if [ "$says" ]; then
    grep -qF -- "$says" "$scratch/messages" || fail "does not say '$says' but:
$(cat "$scratch/messages")"
elif [ -s "$scratch/messages" ]; then
    fail "says:
$(cat "$scratch/messages")"
fi

# One nvcc makes PTX for two architectures, which must agree with custub. Without nvcc, the stored PTX is
# used.
known=
! was_accepted "corpus/$stem" "$scratch/out" || known=yes
ptx=$scratch/ptx
mkdir "$ptx"
if [ ! "$nvcc" ]; then
    ptx=$recorded
elif [ "$known" ]; then
    ptx=$CUSTUB_TESTS_ACCEPTED/ptx/$stem
else
    # shellcheck disable=SC2046
    "$nvcc" -std=c++17 $(option nvcc) -Xcompiler -iquote,. -fatbin --keep --keep-dir "$scratch" \
        -o "$scratch/fatbin" -I"$include" \
        -gencode arch=compute_80,code=compute_80 -gencode arch=compute_90,code=compute_90 \
        "$scratch/out/$stem.nvcc.cu" >"$scratch/messages" 2>&1 || fail "nvcc refuses it:
$(cat "$scratch/messages")"
    ! grep 'nvcc\.cu(' "$scratch/messages" || fail 'nvcc warns of the assertions'
    for architecture in 80 90; do
        mv "$scratch/$stem.nvcc.compute_$architecture.ptx" "$ptx/$stem.compute_$architecture.ptx"
    done
fi
if [ "$nvcc" ] && [ "${RENEW:-}" ] && [ ! "$needs" ]; then
    mkdir -p "$recorded"
    for architecture in 80 90; do
        # Keeps only the heads of the entries: signatures do not depend on bodies.
        awk '/^\.version|^\.target|^\.address_size/ { print }
             /^(\.visible |\.weak )?\.entry/ { head = 1 }
             /^{/ && head { print "{\n\tret;\n}"; head = 0 }
             head { print }' "$ptx/$stem.compute_$architecture.ptx" \
            >"$recorded/$stem.compute_$architecture.ptx"
    done
fi
generator verify "$stem.cu" --ptx "sm_80=$ptx/$stem.compute_80.ptx" \
    --ptx "sm_90=$ptx/$stem.compute_90.ptx" || fail "verify refuses it:
$(cat "$scratch/messages")"

# ptxas accepts nvcc's PTX with bounds checks.
check_bounds() {
    [ "$nvcc" ] && [ ! "$known" ] || return 0
    generator bounds "$stem.cu" -o "$scratch/bounds" --ptx "sm_80=$ptx/$stem.compute_80.ptx" \
        --ptx "sm_90=$ptx/$stem.compute_90.ptx" || fail "bounds refuses it:
$(cat "$scratch/messages")"
    for architecture in 80 90; do
        "$nvcc" -cubin -rdc=true -arch="sm_$architecture" -o "$scratch/cubin" \
            "$scratch/bounds/$stem.sm_$architecture.bounds.ptx" >"$scratch/messages" 2>&1 ||
            fail "ptxas refuses the bounds checks for sm_$architecture:
$(cat "$scratch/messages")"
    done
}
check_bounds

# The output does not depend on a toolkit.
if [ "$nvcc" ] && [ ! "$needs" ]; then
    # shellcheck disable=SC2046
    "$custub" gen "$stem.cu" -o "$scratch/without" --no-cuda $(option options) --arch sm_80,sm_90 \
        -- -I"$include" $(option clang) >"$scratch/messages" 2>&1
    diff -r "$scratch/without" "$scratch/out" >>"$scratch/messages" 2>&1 ||
        fail "not the same without a toolkit:
$(cat "$scratch/messages")"
fi

header=$scratch/out/$stem.custub.h
# A launch function has the comment of its kernel and takes a custub_launch. The function that loads does
# not, and the one with arguments by name has no comment.
found=$(sed -n '/^ [*][/]$/ { n; /^static inline custub_status launch_.*($/ { N; /custub_launch \*/ P; }; }' \
    "$header" |
    sed 's/.* launch_\(.*\)($/\1/' | tr '\n' ' ')
[ "${found% }" = "$kernels" ] || fail "has launch functions for '${found% }', not for '$kernels'"

[ ! "$known" ] || exit 0
flags='-fsyntax-only -Werror -Wall -Wextra -Wpedantic -Wconversion -Wshadow'
echo "#include \"$header\"" >"$scratch/unit.c"
# compile COMPILER OPTIONS…
compile() {
    # shellcheck disable=SC2086
    "$@" $flags -I"$include" || fail "the generated code does not pass: $*"
}
compile "$cc" -std=c11 "$scratch/out/$stem.custub.c" # includes the header before all else
compile "$cxx" -x c++ -std=c++17 "$scratch/unit.c"
if command -v clang >/dev/null && command -v clang++ >/dev/null; then
    compile clang -std=c11 "$scratch/out/$stem.custub.c"
    compile clang++ -x c++ -std=c++17 "$scratch/unit.c"
fi

# The source of the CPU image, compiled as by custub_add_kernels().
compile_image() {
    [ "$(option image)" != any ] || return 0
    standard=-std=c++17
    case "$(option clang)" in *-std=c++20*) standard=-std=c++20 ;; esac
    # shellcheck disable=SC2046
    set -- "$standard" -w -fsyntax-only -iquote . $(option clang | sed 's/-std=[^ ]*//') -I"$include"
    [ ! "$toolkit" ] || set -- "$@" -isystem "$toolkit/include" -isystem "$toolkit/include/cccl"
    if [ "$(option image)" = refused ]; then
        ! "$cxx" "$@" "$scratch/out/$stem.cpu.cpp" >"$scratch/messages" 2>&1 ||
            fail 'the CPU image passes: the line "// image: refused" can go'
        return 0
    fi
    "$cxx" "$@" "$scratch/out/$stem.cpu.cpp" >"$scratch/messages" 2>&1 ||
        fail "the CPU image does not pass: $cxx $*
$(cat "$scratch/messages")"
    option 'image says' | tr ',' '\n' | while read -r text; do
        grep -qF -- "$text" "$scratch/messages" || fail "the CPU image does not say '$text'"
    done || exit 1
}
compile_image
[ ! "$nvcc" ] || accept "ptx/$stem" "$ptx"
accept "corpus/$stem" "$scratch/out"
