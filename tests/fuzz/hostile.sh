#!/bin/sh
# Hostile inputs: names of files, texts inside sources, sizes, depths, paths that are not files. Each must
# end in output that compilers accept, or in an error without output.
#
#   hostile.sh CUSTUB PROJECT_DIR      CC, CXX: the compilers (cc, c++)
set -u
export LC_ALL=C
custub=$1
include=$2/runtime/include
. "$2/tests/common/accepted.sh"
scratch=$(mktemp -d) || exit 3
trap 'chmod -R u+rwx "$scratch"; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
failures=0
cases=0
cpu=yes # compile the source of the CPU image too

fail() {
    printf 'FAILED: %s\n' "$*"
    sed 's/^/    /' messages | cut -c 1-300 | head -n 5
    failures=$((failures + 1))
}

# All compilers accept strings that are longer than C requires.
compile_c() {
    ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wno-overlength-strings -Werror \
        -fsyntax-only "-I$include" "$1" 2>messages
}
compile_cxx() {
    ${CXX:-c++} -std=c++17 -Wall -Wextra -Wno-overlength-strings -Werror -fsyntax-only \
        "-I$include" -x c++ "$1" 2>messages
}
# It contains the source, whose warnings are the author's.
compile_cpu() {
    ${CXX:-c++} -std=c++17 -w -fsyntax-only "-I$include" "-I$include/../cpu/include" "$1" 2>messages
}

# generate FILE OPTION…: runs custub; sets `status`, writes `messages` and out/.
generate() {
    cases=$((cases + 1))
    rm -rf out
    timeout 60 "$custub" gen "$@" -o out --no-cuda -- "-I$include" >messages 2>&1
    status=$?
}

# accepted WHAT FILE: the output must compile; the C without a warning.
accepted() {
    what=$1
    shift
    generate "$@"
    if [ $status -ne 0 ]; then
        fail "$what: exit $status"
        return
    fi
    set -- out/*.custub.h out/*.custub.c out/*.json out/*.cpu.cpp
    if [ $# -ne 4 ] || ! [ -s "$1" ]; then
        fail "$what: wrote $*"
        return
    fi
    was_accepted "hostile/$cases" out && return
    echo "#include \"$1\"" >use.c
    if compile_c use.c && compile_c "$2" && compile_cxx use.c && { [ $cpu = no ] || compile_cpu "$4"; }; then
        accept "hostile/$cases" out
    else
        fail "$what: what was written does not compile"
    fi
}

# refused WHAT TEXT FILE: a message must contain the text.
refused() {
    what=$1
    text=$2
    shift 2
    generate "$@"
    if [ $status -ne 1 ] || ! grep -qF -- "$text" messages; then
        fail "$what: exit $status, wanted 1 and '$text'"
    elif [ -e out ]; then
        fail "$what: was refused, and yet something was written"
    fi
}

# survived WHAT FILE: accepted or refused.
survived() {
    what=$1
    shift
    generate "$@"
    case $status in
    0) [ -s out/*.custub.h ] || fail "$what: no header" ;;
    1) [ -s messages ] && [ ! -e out ] || fail "$what: no message, or output all the same" ;;
    *) fail "$what: exit $status" ;;
    esac
}

# repeat TEXT COUNT
repeat() {
    awk -v text="$1" -v count="$2" 'BEGIN { while (count-- > 0) printf "%s", text }'
}
kernel='extern "C" __global__ void'

# --- Names of files -------------------------------------------------------------------------------

cat >sample.txt <<'CU'
#include <custub/kernel.h>
struct pair { int a, b; };
extern "C" CUSTUB_THREADS(n) __global__ void scale(int n, pair p, float *x CUSTUB_COUNTED_BY(n))
{
    extern __shared__ float tile[];
    tile[0] = x[threadIdx.x];
}
CU

# Makes the source newer than its outputs, then older. make knows the source only from the depfile.
check_depfile() {
    header=$(echo out/*.custub.h)
    printf 'include depfile\n%s: ; @echo again\n' "$header" >Makefile
    touch -d 2001-01-01 out/*
    make "$header" >messages 2>&1
    grep -qx again messages || fail "$1: make does not see that it is newer"
    touch -d 2001-01-01 "$2"
    touch out/*
    make "$header" >messages 2>&1
    grep -q 'up to date' messages || fail "$1: make does not see that it is older"
}

has_make=$(command -v make)
while read -r name; do
    path=$(printf '%b' "$name")
    case $name in *[\\\"?]*) cpu=yes ;; *) cpu=no ;; esac # could end a string or a comment
    mkdir -p "./$(dirname "./$path")"
    cp sample.txt "./$path"
    accepted "a file called '$name'" "./$path" --depfile depfile
    [ $status -ne 0 ] || [ -z "$has_make" ] || check_depfile "a file called '$name'" "./$path"
    rm -f "./$path"
done <<'NAMES'
plain.cu
two words.cu
"quoted".cu
it's.cu
-o.cu
--help.cu
%s%n%99999d.cu
a=b.cu
a!=touch hacked.cu
|.cu
back\\slash.cu
end of line\\
new\nline.cu
*/#error.cu
/*open.cu
star*/slash.cu
what??/now.cu
??/\n#error\n.cu
dollar$(touch hacked)$$.cu
`touch hacked`.cu
a;touch hacked.cu
#hash.cu
colon:colon.cu
tab\ttab.cu
bell\0007.cu
\0302\0233csi.cu
\0342\0200\0256\0342\0201\0247.cu
delete\0177.cu
\0344\0270\0255\0346\0226\0207.cu
no\0377utf\0200\0301\0277.cu
\0342\0200\0256reversed.cu
[x]*?.cu
.cu
..cu
123.cu
int.cu
a.b.c.cu
noending
NAMES
cpu=yes
[ ! -e hacked ] || fail 'a file name ran a command'
long=$(repeat n 220)
cp sample.txt "$long.cu"
accepted 'a file name of 223 bytes' "$long.cu"

# --- Texts inside sources -------------------------------------------------------------------------

# A header may not contain this as code. The macro turns it into an error.
evil='*/ EVIL /*'
grep_out() {
    if grep -v '^ *\*' out/*.custub.h out/*.custub.c | sed 's/"\([^"\\]\|\\.\)*"//g; s|/\*.*\*/||g' |
        grep -q EVIL; then
        fail "$1: broke out"
    fi
}

cat >types.cu <<CU
#include <custub/kernel.h>
template <char... c> struct tag { int x; };
using a = tag<'*', '/', '"', '\\\\', '?', '?', '/', '\\n', '\\'', '%', 's', '\\0', '\\xff'>;
extern "C" __global__ void by_value(a v) {}
extern "C" __global__ void pointer(const a *p CUSTUB_COUNTED_BY(1)) {}
typedef struct { int EVIL; } nameless;
extern "C" __global__ void unnamed(nameless *p) {}
CU
accepted 'a type that is spelled in characters' types.cu
cat >lines.cu <<CU
#include <custub/kernel.h>
#line 7 "$evil \\"; EVIL \\n??/ %s"
extern "C" CUSTUB_REQUIRES(n > 0) __global__ void k(int n) {}
CU
accepted 'a #line that names another file' lines.cu
grep_out 'a #line'
cat >strings.cu <<CU
#define TEXT "$evil \\" EVIL \\\\ \\n ??/"
#include <custub/kernel.h>
extern "C" __global__ void k(int n, char *x CUSTUB_COUNTED_BY(n * sizeof(TEXT))) {}
CU
refused 'a string in a sizeof' 'is not a type' strings.cu
[ "$(wc -l <messages)" -eq 3 ] || fail 'a string in a sizeof: more than a message and its line'
n=0
while read -r text; do
    n=$((n + 1))
    printf 'extern "C" __attribute__((annotate("custub.%s"))) __global__ void k(int n, char *x) {}\n' \
        "$text" >text$n.cu
    survived "the annotation '$text'" text$n.cu
    [ $status -ne 0 ] || grep_out "the annotation '$text'"
done <<'TEXTS'
requires:n\n>\n0
requires:n > 0 */ EVIL /*
requires:n > 0 \" EVIL
requires:n > 0 \\ EVIL
requires:n > 0 ??/\n EVIL
requires:n\t\v\f>\r0
requires:n > %s%n%99999999d
requires:n > sizeof(int\n*\n)
requires:n > sizeof(EVIL*/)
requires:\x01\xff\xfe
requires:\xe2\x80\xae n > 0
requires:
requires
:
EVIL*/:n
counted_by:n
threads:n,\n,EVIL
threads:,,,,,,,,,,,
block:(((((n
shared:n)))))
dimensions:99999999999999999999
dimensions:1\n
launch_bounds:EVIL*/
cluster_dims:1,1,1,1,1,1
grid_stride:EVIL
TEXTS
cat >labels.cu <<CU
#include <custub/kernel.h>
extern "C" __global__ void k(int n) __asm__("EVIL\\" */ ;");
extern "C" __global__ void k(int n) { extern __shared__ int s[] __asm__("EVIL\\"*/"); s[0] = n; }
extern "C" __global__ void plain(int n) {}
CU
survived 'assembler names' labels.cu
[ $status -ne 0 ] || grep_out 'assembler names'
cat >letters.cu <<'CU'
#include <custub/kernel.h>
extern "C" CUSTUB_REQUIRES(größe > 0) __global__ void schlüssel(int größe, float *数) {}
CU
accepted 'names that are no ASCII' letters.cu

cpu=no
# --- Sizes and depths -----------------------------------------------------------------------------

name=$(repeat k 10000)
echo "$kernel $name(int $name) {}" >name.cu
accepted 'a name of 10000 characters' name.cu
awk -v kernel="$kernel" 'BEGIN {
    printf "%s k(int p0", kernel
    for (i = 1; i < 5000; i++) printf ", int p%d", i
    print ") {}"
}' >parameters.cu
accepted '5000 parameters' parameters.cu
awk -v kernel="$kernel" 'BEGIN {
    printf "%s k(char p0", kernel
    for (i = 1; i < 40000; i++) printf ", char p%d", i
    print ") {}"
}' >parameters.cu
refused '40000 parameters' 'parameter-bytes' parameters.cu
name=$(repeat n 1000)
echo "#include <custub/kernel.h>
extern \"C\" CUSTUB_REQUIRES($(repeat "$name + " 90)$name > 0) __global__ void k(int $name) {}" >long.cu
accepted 'an annotation of 90 KB' long.cu
{
    echo '#include <custub/kernel.h>'
    echo "extern \"C\" CUSTUB_REQUIRES($(repeat 'n + ' 30000)n) __global__ void k(int n) {}"
} >long.cu
refused 'a sum of 30000' 'expr-too-deep' long.cu
{
    echo '#include <custub/kernel.h>'
    echo "extern \"C\" CUSTUB_REQUIRES($(repeat '(' 200)n$(repeat ')' 200)) __global__ void k(int n) {}"
} >deep.cu
refused '200 parentheses' 'expr-too-deep' deep.cu
{
    echo '#include <custub/kernel.h>'
    echo "extern \"C\" $(repeat 'CUSTUB_REQUIRES(n > 0) ' 1000)__global__ void k(int n) {}"
} >many.cu
accepted '1000 requirements' many.cu
awk -v kernel="$kernel" 'BEGIN {
    print "struct s0 { int x; };"
    for (i = 1; i < 200; i++) printf "struct s%d { s%d a; };\n", i, i - 1
    print kernel " k(s199 v, const s199 *p) {}"
}' >nested.cu
accepted 'structs nested 200 deep' nested.cu
awk -v kernel="$kernel" 'BEGIN {
    print "struct s0 { char x; };"
    for (i = 1; i < 60; i++) printf "struct s%d { s%d a, b; };\n", i, i - 1
    print kernel " k(const s31 *p) {}"
}' >doubled.cu
accepted 'structs of two structs, 31 deep' doubled.cu
sed -i 's/const s31/const s32/' doubled.cu
refused 'an element of 4 GiB' 'element-bytes' doubled.cu
echo "$kernel k(int $(repeat '*' 300)p) {}" >stars.cu
accepted 'a pointer of 300 levels' stars.cu
echo "$kernel k(int $(repeat '*' 100000)p) {}" >stars.cu
survived 'a pointer of 100000 levels' stars.cu
echo "$kernel k(int *p) { *p = $(repeat '!' 100000)1; }" >not.cu
survived 'an operator 100000 times' not.cu
echo "$kernel k(int *p) $(repeat '{' 100000)" >braces.cu
survived '100000 braces' braces.cu
echo '#include "itself.cu"' >itself.cu
refused 'a file that includes itself' 'nested too deeply' itself.cu
echo 'template <int n> struct s { s<n + 1> next; };' "$kernel k(s<0> v) {}" >template.cu
refused 'a template without end' 'exceeded maximum depth' template.cu

# An algorithm of quadratic time would take minutes.
awk -v kernel="$kernel" 'BEGIN {
    print "#include <custub/kernel.h>"
    for (i = 0; i < 5000; i++)
        printf "%s k%d(int alpha%d, int *x CUSTUB_COUNTED_BY(alphb%d)) {}\n", kernel, i, i, i
}' >errors.cu
awk -v kernel="$kernel" 'BEGIN {
    print "#include <custub/kernel.h>"
    printf "%s k(size_t n", kernel
    for (i = 0; i < 4000; i++) printf ", float *x%d CUSTUB_COUNTED_BY(n)", i
    printf ", float *y CUSTUB_COUNTED_BY(n) CUSTUB_ALIASES("
    for (i = 0; i < 4000; i++) printf "%sx%d", i ? "," : "", i
    print ")) {}"
}' >aliases.cu
awk -v kernel="$kernel" 'BEGIN {
    print "__device__ void f0(int *p) {}"
    for (i = 1; i < 6000; i++)
        printf "__device__ void f%d(int *p) { __shared__ int s; s = *p; f%d(p); }\n", i, i - 1
    print kernel " k(int *p) { f5999(p); }"
    for (i = 1; i < 900; i++) printf "%s k%d(int *p) { f%d(p); }\n", kernel, i, i
}' >calls.cu
awk -v kernel="$kernel" 'BEGIN {
    print "#include <custub/kernel.h>"
    printf "#define ALL"
    for (i = 0; i < 3000; i++) printf " %s k%d(int *x CUSTUB_COUNTED_BY(m%d)) {}", kernel, i, i
    print "\nALL"
}' >place.cu
(
    ulimit -St 20
    refused '5000 errors' 'neither a parameter' errors.cu
    accepted '4000 aliases' aliases.cu
    accepted '6000 functions that call one another' calls.cu
    refused '3000 errors at one place' 'neither a parameter' place.cu
    exit $failures
)
failures=$?

awk 'BEGIN {
    print "#define m0 int x;"
    for (i = 1; i < 60; i++) printf "#define m%d m%d m%d\n", i, i - 1, i - 1
    print "m59"
}' >macro.cu
(
    ulimit -St 2 # instead of minutes
    refused 'a macro that doubles 59 times' 'CPU time limit' macro.cu
    exit $failures
)
failures=$?

# --- Not files ------------------------------------------------------------------------------------

: >empty.cu
accepted 'an empty file' empty.cu
accepted '/dev/null' /dev/null
mkdir folder.cu
refused 'a folder' 'Is a directory' folder.cu
cp sample.txt whole.cu
fact='not a regular file'
# Two pipes: one without a writer, one whose writer waits for a reader. custub may not wait for them.
mkfifo pipe.cu written.cu
sleep 120 >written.cu &
writer=$!
for special in pipe.cu written.cu /dev/zero /dev/random /dev/tty; do
    [ -e $special ] || continue
    what="$special in a file's place"
    refused "$what: the source" "$fact" $special
    refused "$what: PTX" "$fact" whole.cu --ptx sm_80=$special
    rm -rf database && mkdir database && ln -s "$(realpath -s $special)" database/compile_commands.json
    refused "$what: the database" "$fact" whole.cu -p database
    before=$(ls -l "$special")
    for option in --depfile --json; do
        cases=$((cases + 1))
        rm -rf out
        timeout 60 "$custub" gen whole.cu -o out $option $special --no-cuda -- "-I$include" >messages 2>&1
        status=$?
        if [ $status -ne 3 ] || ! grep -qF "$fact" messages || [ -e out/whole.custub.h ]; then
            fail "$what: $option: exit $status"
        fi
    done
    [ "$before" = "$(ls -l "$special")" ] || fail "$what: was replaced"
done
kill $writer
printf '#include "folder.cu"\n%s k(int n) {}\n' "$kernel" >special.cu
refused 'a folder that is included' 'file not found' special.cu
accepted 'the null device in an output'"'"'s place' whole.cu --depfile /dev/null
[ -c /dev/null ] || fail 'the null device was replaced'
refused 'a missing file' 'No such file' missing.cu
refused 'a name that is too long' 'File name too long' "$long$long.cu"
cp sample.txt unreadable.cu
chmod 000 unreadable.cu
if ! cat unreadable.cu >/dev/null 2>&1; then
    refused 'a file without the right to read it' 'Permission denied' unreadable.cu
fi
ln -s loop.cu loop.cu
refused 'a link to itself' 'symbolic links' loop.cu
printf 'extern "C" __global__ void k(int \000n) {\000}\n' >zero.cu
survived 'zero bytes' zero.cu
printf '\000\000\000' >zero.cu
survived 'nothing but zero bytes' zero.cu
printf '\376\377\000e' >utf16.cu
survived 'UTF-16' utf16.cu
for seed in 1 2 3 4 5 6 7 8; do
    awk -v x=$seed 'BEGIN {
        for (i = 0; i < 3000; i++) {
            x = (x * 16807) % 2147483647
            printf "%c", 1 + x % 255
        }
    }' >random.cu
    survived "random bytes, seed $seed" random.cu
done
cat >whole.cu <<'CU'
#include <custub/kernel.h>
struct s { int a[2]; };
extern "C" CUSTUB_BLOCK(n, 2) __global__ void k(int n, s *x CUSTUB_COUNTED_BY(n * 2)) { x[0].a[1] = "\"*/"[n]; }
CU
length=$(wc -c <whole.cu)
while [ "$length" -ge 7 ]; do
    length=$((length - 7))
    head -c $length whole.cu >cut.cu
    survived "a file that ends after $length bytes" cut.cu
done

# If one output cannot be written, none is.
mkdir -p half/whole.custub.c half/link
ln -s ../../whole.cu "half/link/whole.json"
timeout 60 "$custub" gen whole.cu -o half --no-cuda -- "-I$include" >messages 2>&1
status=$?
if [ $status -ne 3 ] || [ "$(ls half)" != "$(printf 'link\nwhole.custub.c')" ]; then
    fail "a folder in an output's place: exit $status, and there are $(ls half)"
fi
cp whole.cu before.cu
timeout 60 "$custub" gen whole.cu -o half/link --no-cuda -- "-I$include" >messages 2>&1
cmp -s whole.cu before.cu || fail 'a link in an output'"'"'s place: what it leads to was overwritten'

# Not PTX.
echo "$kernel k(int n) {}" >k.cu
for ptx in /dev/null folder.cu missing.ptx random.cu zero.cu; do
    refused "$ptx as PTX" "$ptx" k.cu --ptx sm_80=$ptx
done
{
    echo '.version 9.0'
    echo ".visible .entry k($(repeat '.param .u32 p,' 20000).param .u32 p) { ret; }"
    repeat '.visible .entry _Z() {' 20000
} >long.ptx
refused 'PTX of 20000 parameters without an end' 'ptx-syntax' k.cu --ptx sm_80=long.ptx

echo "$cases inputs"
[ $cases -gt 150 ] || fail 'inputs are missing'
[ $failures -eq 0 ] || { echo "$failures failed"; exit 1; }
