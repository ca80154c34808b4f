#!/bin/sh
# device_coverage.sh ROOT TOOLKIT_INCLUDE: checks docs/DEVICE_FUNCTIONS.md: which of CUDA's device
# functions the CPU driver's headers serve, and which tests use them. TOOLKIT_INCLUDE is the folder of
# cuda_fp16.h. CXX: the compiler (c++).
#
# Fails if the document is out of date, if a function of device_functions.txt is missing and is not left out
# with a reason, or if no test uses a served function. RENEW=1 writes the document again.
set -eu
export LC_ALL=C
root=$1
toolkit=$2
list=tests/docs/device_functions.txt
document=docs/DEVICE_FUNCTIONS.md
standard=$toolkit/cccl # libcu++ is in a folder of its own since CUDA 13
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"

# Lists "section<TAB>name" of each function.
awk '/^#/ { next }
     /^\[/ { section = $0; gsub(/^\[|\]$/, "", section); next }
     { for (i = 1; i <= NF; i++) print section "\t" $i }' "$list" >"$work/list"
cut -f 2 "$work/list" | sort | uniq -d | sed 's/$/: twice in the list/' >"$work/wrong"

# Finds the functions that the headers do not declare. Each is used on its own line, so that the line of an
# error identifies it.
{
    echo '#define CUSTUB_CPU_WITH_HALF 1'
    echo '#define CUSTUB_CPU_WITH_MATRIX 1'
    [ ! -d "$standard" ] || printf '#define CUSTUB_CPU_WITH_%s 1\n' STANDARD_LIBRARY BARRIER PTX PIPELINE
    echo '#include <custub/cpu_device.h>'
    for header in cuda_fp6.h cuda_fp4.h curand_kernel.h; do
        [ ! -e "$toolkit/$header" ] || echo "#include <$header>"
    done
    sed -n 's|^#include <\(cuda/[a-z/_]*\)>.*|#include <\1>|p' tests/device/memory/standard_*.cu
    echo '#line 1 "probe"'
    awk -F '\t' '{ printf "namespace probe_%d { using ::%s; }\n", NR, $2 }' "$work/list"
} >"$work/probe.cpp"
"${CXX:-c++}" -std=c++17 -fsyntax-only -Iruntime/cpu/include -I"$toolkit" -I"$standard" \
    "$work/probe.cpp" \
    >"$work/errors" 2>&1 || true
sed -n 's/^probe:\([0-9]*\):.*error: .*/\1/p' "$work/errors" | sort -u >"$work/absent"
grep -q . "$work/absent" || { cat "$work/errors"; exit 1; } # textures are always absent

# Lists "test<TAB>name" for each call in the kernels of tests/device, before and after macro expansion. If the C
# library has a function of the same name with other results, the headers make it a macro: jn is custub_cpu_jn.
for source in tests/device/*/*.cu; do
    test=$(basename "$source" .cu)
    {
        sed 's|//.*||' "$source"
        "${CXX:-c++}" -std=c++17 -x c++ -E -Iruntime/cpu/include -I"$toolkit" -I"$standard" \
            -DCUSTUB_CPU_WITH_HALF -DCUSTUB_CPU_WITH_MATRIX -include custub/cpu_device.h "$source" 2>/dev/null |
            awk '/^# [0-9]+ "/ { inside = $3 ~ /tests\/device\//; next } inside'
    } | grep -oE '(cg::|wmma::|cde::|ptx::|(cuda::)?std_?::|cuda::)?[A-Za-z_][A-Za-z0-9_]*( *\(|<)|(cg|std_|cuda)::[a-z_:]*' |
        sed 's/[ (<]*$//; s/^custub_cpu_//; s/^cg::/cooperative_groups::/; s/^wmma::/nvcuda::wmma::/; s/^std_::/cuda::std::/' |
        sed 's/^ptx::/cuda::ptx::/; s/^cde::/cuda::device::experimental::/' | sort -u | sed "s/^/$test\t/"
done | sort -s -k 1,1 >"$work/words"

awk -F '\t' '
    FILENAME ~ /absent$/ { absent[$1] = 1; next }
    FILENAME ~ /words$/ { tests[$2] = tests[$2] (tests[$2] ? ", " : "") "`" $1 "`"; next }
    {
        word = $2
        out = $1 ~ /^left out/
        if (out && !(FNR in absent) && $1 !~ /declared/)
            print $2 ": listed as left out, but served" >>wrong
        else if (!out && FNR in absent)
            print $2 ": neither served nor listed as left out" >>wrong
        else if (!out && tests[word] == "")
            print $2 ": served, but no test of tests/device uses it" >>wrong
        print $1 "\t" (out ? "" : tests[word]) "\t" $2
    }' wrong="$work/wrong" "$work/absent" "$work/words" "$work/list" >"$work/rows"

# Writes the document. A row has the functions of a section that the same tests use.
{
    cat <<'T'
# Device functions of the CPU driver

The device functions of CUDA that kernels may use on the CPU driver, by the toolkit's headers (CUDA 13.0), and the tests of `tests/device` that use each. The tests expect the same results on a GPU. [The CPU driver](CPU_DRIVER.md#device-functions) says where results may differ, and what is missing.

`tests/docs/device_coverage.sh` writes this file; do not edit it.

T
    echo "$(grep -vc '^left out' "$work/rows") functions and types are served," \
        "$(grep -c '^left out' "$work/rows") are left out."
    grep -v '^left out' "$work/rows" | cut -f 1 | awk '!seen[$0]++' >"$work/sections"
    while read -r section; do
        printf '\n## %s\n\n| tests | functions |\n|---|---|\n' "$section"
        awk -F '\t' -v section="$section" '
            $1 == section {
                if (!($2 in names)) order[++count] = $2
                names[$2] = names[$2] (names[$2] ? " " : "") "`" $3 "`"
            }
            END { for (i = 1; i <= count; i++) printf "| %s | %s |\n", order[i], names[order[i]] }
        ' "$work/rows"
    done <"$work/sections"
    printf '\n## Left out\n\n| why | functions |\n|---|---|\n'
    grep '^left out' "$work/rows" | awk -F '\t' '
        { if (!($1 in names)) order[++count] = $1; names[$1] = names[$1] (names[$1] ? " " : "") "`" $3 "`" }
        END { for (i = 1; i <= count; i++) printf "| %s | %s |\n", substr(order[i], 11), names[order[i]] }'
} >"$work/document"

if [ -s "$work/wrong" ]; then
    cat "$work/wrong"
    [ -n "${RENEW:-}" ] || exit 1
fi
if [ -n "${RENEW:-}" ]; then
    cp "$work/document" "$document"
elif ! diff -u "$document" "$work/document"; then
    echo "$document is out of date; run RENEW=1 sh tests/docs/device_coverage.sh . $toolkit"
    exit 1
fi
