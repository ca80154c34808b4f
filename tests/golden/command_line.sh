#!/bin/sh
# Tests of the command line: exit codes, outputs that are complete and only written if they change,
# dependency files, verification against PTX.
#
#   command_line.sh CUSTUB PROJECT_DIR
set -u
custub=$1
project=$2
scratch="$(mktemp -d)/a folder with spaces" || exit 3
trap 'rm -rf "$(dirname "$scratch")"' EXIT
mkdir "$scratch" && cd "$scratch" || exit 3
failures=0

# expect STATUS TEXT COMMAND…: the exit status, and a text in its output ("" for any).
expect() {
    wanted=$1
    text=$2
    shift 2
    "$@" >output 2>&1
    status=$?
    if [ $status -ne "$wanted" ] || { [ "$text" ] && ! grep -qF -- "$text" output; }; then
        echo "FAILED: $*"
        echo "  wanted exit $wanted and '$text', got exit $status and:"
        sed 's/^/  /' output
        failures=$((failures + 1))
    fi
}
check() {
    what=$1
    shift
    if ! "$@"; then
        echo "FAILED: $what"
        failures=$((failures + 1))
    fi
}

include="-I$project/runtime/include"
cp "$project/examples/kernels/saxpy.cu" "$project/examples/kernels/scale.cu" .
echo 'extern "C" __global__ void k(unknown x) {}' >broken.cu

# A wrong command line exits with 2.
expect 2 'no command' "$custub"
expect 2 'no such command' "$custub" generate saxpy.cu
expect 2 'no such option' "$custub" gen --what saxpy.cu
expect 2 'needs a value' "$custub" gen saxpy.cu -o
expect 2 'no source file' "$custub" gen
expect 2 'nvcc does not build for this architecture' "$custub" gen saxpy.cu --arch sm_80,pascal
expect 2 'not an identifier' "$custub" gen saxpy.cu --prefix a-b
expect 2 'not an identifier' "$custub" gen saxpy.cu --unit 1st
expect 2 'give --image TAG=FILE' "$custub" gen saxpy.cu --image fatbin
expect 2 'give --image TAG=FILE' "$custub" gen saxpy.cu --image fatbin=
expect 2 'the tag is not one of' "$custub" gen saxpy.cu --image fat=a.fatbin
expect 2 'takes no value' "$custub" gen saxpy.cu --export=1
expect 2 'only with one source file' "$custub" gen saxpy.cu scale.cu --image fatbin=a.fatbin
expect 2 'give --unit U' "$custub" build saxpy.cu scale.cu
expect 2 '-p: not an option of `build`' "$custub" build saxpy.cu -p .
expect 2 'give -j a number' "$custub" build saxpy.cu -j none
expect 2 'nothing to verify' "$custub" verify saxpy.cu
expect 2 'nothing to rewrite' "$custub" bounds saxpy.cu
expect 2 'only with one source file' "$custub" gen saxpy.cu scale.cu --json -
expect 2 'only with one source file' "$custub" gen saxpy.cu scale.cu --entry saxpy.nvcc.cu
expect 2 'not with --prototypes' "$custub" gen saxpy.cu --linked --prototypes
expect 2 '--unit: not an option of `try`' "$custub" try saxpy.cu --unit u
expect 2 '--image: not an option of `try`' "$custub" try saxpy.cu --image fatbin=a.fatbin
expect 2 '--seconds: not an option of `gen`, only of `try`, `suggest`' "$custub" gen saxpy.cu --seconds 1
expect 2 'scale.cu: `try` takes one source file' "$custub" try saxpy.cu scale.cu
expect 2 'for one architecture, not for 2' "$custub" try saxpy.cu --arch sm_80,sm_90
expect 2 '--contract-of: not an option of `try`, only of `suggest`' "$custub" try saxpy.cu --contract-of
expect 2 '--unit: not an option of `suggest`' "$custub" suggest saxpy.cu --unit u
expect 2 'scale.cu: `suggest` takes one source file' "$custub" suggest saxpy.cu scale.cu
expect 2 '--arch: `suggest` reads the file for one architecture' "$custub" suggest saxpy.cu --arch sm_80,sm_90
expect 2 'gpu: give --device cpu or cuda' "$custub" try saxpy.cu --device gpu
expect 2 '--no-cuda: not with --device cuda, which needs nvcc' "$custub" try saxpy.cu --device cuda --no-cuda
expect 2 "-p: not with --device cuda; give nvcc's flags after" "$custub" try saxpy.cu --device cuda -p build
expect 2 '--device: not an option of `suggest`, only of `try`' "$custub" suggest saxpy.cu --device cuda
expect 2 'needs a value' "$custub" try saxpy.cu --seed
expect 2 'no source file' "$custub" try
expect 2 'cannot be written in an #include' "$custub" gen saxpy.cu --include 'a"b.h'
expect 2 "a flag of the compiler; write it behind \`--\`" "$custub" gen saxpy.cu -I inc
expect 2 '-- -Iinc' "$custub" gen saxpy.cu -Iinc -o out
expect 2 "behind \`--\`" "$custub" gen saxpy.cu -DN=4
expect 2 "behind \`--\`" "$custub" gen saxpy.cu --std=c++20
expect 2 "behind \`--\`" "$custub" gen saxpy.cu -arch=sm_90
expect 2 '80: architectures have a prefix; write sm_80' "$custub" gen saxpy.cu --arch 80
expect 2 '90a: architectures have a prefix; write sm_90a' "$custub" gen saxpy.cu --arch sm_80,90a
expect 2 'custub gen --help shows all options' "$custub" gen
expect 2 'custub --help shows all commands' "$custub"
expect 2 '--depfil: no such option; did you mean --depfile?' "$custub" gen saxpy.cu --depfil=saxpy.d
expect 2 'lsit: no such command; did you mean `list`?' "$custub" lsit saxpy.cu
expect 2 '--strict: not an option of `gen`, only of `bounds`' "$custub" gen saxpy.cu --strict
expect 2 '-o: not an option of `list`' "$custub" list saxpy.cu -o out
expect 2 '-oout: no such option' "$custub" gen saxpy.cu -oout
expect 2 '-o: needs a value, DIR' "$custub" gen saxpy.cu -o

# custub's headers are found without a flag, after the folders that are named.
expect 0 'saxpy.cu:' "$custub" list saxpy.cu --no-cuda
mkdir -p mine/custub && echo '#error mine' >mine/custub/kernel.h
expect 1 'mine' "$custub" list saxpy.cu --no-cuda -- -Imine

# A file sees the macros of the compiler that nvcc would run, which gets the same flags, except those that
# write a file.
mkdir bin
cat >bin/gcc <<'C'
#!/bin/sh
exec cc -U__clang__ -D__GNUC__=9 -D__GNUC_MINOR__=8 -D__GNUC_PATCHLEVEL__=7 -DPATCHED "$@"
C
chmod +x bin/gcc
cat >compiler.cu <<'C'
#define VERSION (__GNUC__ * 10000 + __GNUC_MINOR__ * 100 + __GNUC_PATCHLEVEL__)
#ifdef __clang__
#define COMPILER clang
#else
#define COMPILER gnu
#endif
extern "C" __global__ void COMPILER(char (*a)[VERSION]) {}
C
compiler() { "$custub" list compiler.cu --no-cuda -- "$@" | tr -s ' \n' ' '; }
expect 0 ' gnu 0 8 char (*)[90807] ' compiler -ccbin "$scratch/bin/gcc"
expect 0 ' gnu 0 8 char (*)[90807] ' compiler --compiler-bindir=./bin
expect 0 ' gnu 0 8 char (*)[110400] ' compiler -ccbin ./absent
expect 0 ' gnu 0 8 char (*)[110400] ' compiler -ccbin false
expect 0 ' clang 0 8 char (*)[90807] ' compiler -ccbin ./bin -D__clang__
mkdir old
printf '#!/bin/sh\nexec cc -std=gnu++14 "$@"\n' >old/gcc
chmod +x old/gcc
echo 'extern "C" __global__ void dialect(char (*a)[__cplusplus]) {}' >dialect.cu
expect 0 'char (*)[201402]' "$custub" list dialect.cu --no-cuda -- -ccbin ./old
expect 0 'char (*)[202002]' "$custub" list dialect.cu --no-cuda -- -ccbin ./old -std=c++20
cat >macros.cu <<'C'
#if defined(PATCHED) && __PIC__ == 1 && __OPTIMIZE__ && _FORTIFY_SOURCE == 3 && !__cpp_exceptions
#include <string.h>
extern "C" __global__ void asked(int a) {}
#endif
C
expect 0 'asked' env DEPENDENCIES_OUTPUT=written SUNPRO_DEPENDENCIES=written \
    "$custub" list macros.cu --no-cuda -- -ccbin ./bin -O2 \
    -Xcompiler -U_FORTIFY_SOURCE,-D_FORTIFY_SOURCE=3,-fpic,-MD,-MF,written,-save-temps,-o,written \
    -Xcompiler -fno-exceptions
check 'the compiler that is asked writes nothing' \
    sh -c 'for file in written *.ii; do [ ! -e "$file" ] || exit 1; done'
expect 0 '0 kernels' "$custub" list macros.cu --no-cuda -- -ccbin ./bin -O2 \
    -Xcompiler -U_FORTIFY_SOURCE,-D_FORTIFY_SOURCE=3,-fpic,-fno-exceptions,-UPATCHED
(
    export NVCC_CCBIN="$scratch/bin"
    expect 0 ' gnu 0 8 char (*)[90807] ' compiler
    expect 0 ' gnu 0 8 char (*)[110400] ' compiler -ccbin ./absent
    exit $failures
)
failures=$?

# A wrong input exits with 1. Nothing is written, not even for the correct files.
expect 1 'cannot be read: No such file' "$custub" gen absent.cu -o none --no-cuda
expect 1 "unknown type name 'unknown'" "$custub" gen saxpy.cu broken.cu -o none --no-cuda -- "$include"
check 'nothing is written after an error' test ! -e none

# nvcc makes up the symbols of static kernels in relocatable code.
printf '#include <custub/kernel.h>\nstatic __global__ void k(int *x) { x[threadIdx.x] = 1; }\nCUSTUB_STUB(k_int, k);\n' >static.cu
expect 0 '' "$custub" gen static.cu -o static --no-cuda -- "$include"
expect 1 '[stub-linkage]' "$custub" gen static.cu -o static --no-cuda -- "$include" -rdc=true
expect 1 'does not link device code' "$custub" build saxpy.cu -o rdc --no-cuda -- "$include" -rdc=true
expect 1 'has no include/cuda.h' "$custub" gen saxpy.cu --cuda-path "$scratch" -- "$include"
mkdir other && cp saxpy.cu other/
expect 1 "its outputs would have the name 'saxpy'" "$custub" gen saxpy.cu other/saxpy.cu -o none --no-cuda -- "$include"
cp "$project/tests/golden/reject/annotation-dropped.cu" dropped.cu
for silencer in -w -Wno-everything -Wno-ignored-attributes '-Xclang -w'; do
    # shellcheck disable=SC2086
    expect 1 "follows the kernel's definition" "$custub" gen dropped.cu -o none --no-cuda -- "$include" $silencer
done
mkdir -p vendor/system
{ echo '#pragma GCC system_header'; cat saxpy.cu; } >vendor/system/saxpy.cuh
echo "#include \"$scratch/vendor/system/saxpy.cuh\"" >system.cu
echo 'CUSTUB_THREADS(1);' >>vendor/system/saxpy.cuh
expect 1 'in a system header' "$custub" gen system.cu -o none --no-cuda -- "$include"
expect 1 'this annotation belongs neither to' "$custub" gen system.cu -o none --no-cuda -- "$include" -isystem "$scratch/vendor"
echo '#include <saxpy.cuh>' >system.cu
expect 1 'this annotation belongs neither to' "$custub" gen system.cu -o none --no-cuda -- "$include" -isystem vendor/system -w
sed -i '$d' vendor/system/saxpy.cuh
expect 0 '' "$custub" gen system.cu -o vendor --no-cuda -- "$include" -isystem vendor/system
check 'kernels of a header by -isystem are read' grep -q launch_saxpy vendor/system.custub.h

# A failure of the machine exits with 3.
echo file >in_the_way
expect 3 'cannot make the folder' "$custub" gen saxpy.cu -o in_the_way/out --no-cuda -- "$include"

# Only outputs that change are written. The dependency file names every file that was read.
expect 0 '' "$custub" gen saxpy.cu -o out --depfile out/saxpy.d --no-cuda -- "$include"
for output in saxpy.custub.h saxpy.custub.c saxpy.json saxpy.nvcc.cu saxpy.cpu.cpp saxpy.images.S saxpy.d; do
    check "$output is written" test -s "out/$output"
    touch -d '2001-01-01' "out/$output"
done
check 'no temporary file is left' test "$(ls out | wc -l)" -eq 7
expect 0 '' "$custub" gen saxpy.cu -o out --depfile out/saxpy.d --no-cuda -- "$include"
check 'an unchanged output is not touched' test ! out/saxpy.custub.h -nt in_the_way
sed -i 's/float a,/float alpha,/' saxpy.cu && sed -i 's/= a \*/= alpha */' saxpy.cu
expect 0 '' "$custub" gen saxpy.cu -o out --depfile out/saxpy.d --no-cuda -- "$include"
check 'a changed output is replaced' grep -q alpha out/saxpy.custub.h
check 'the source is a dependency' grep -q 'saxpy\.cu' out/saxpy.d
check 'an included header is a dependency' grep -q 'custub/kernel\.h' out/saxpy.d
check 'no output holds a folder' sh -c '! grep -rlF "$1" out/*.h out/*.c out/*.json out/*.cpp' _ "$scratch"

# No output replaces an input or another output, under any name.
mkdir guarded && echo '#include "common.cuh"' >guarded/k.cu && cat saxpy.cu >>guarded/k.cu
: >guarded/common.cuh && cp -r guarded intact && ln -s guarded folder && ln guarded/k.cu hard.cu
ln -s guarded/k.cu link.cu && ln -s absent.json dangling.json
guarded() { "$custub" gen guarded/k.cu -o guarded/out --no-cuda "$@" -- "$include"; }
for input in guarded/k.cu ./guarded//k.cu "$scratch/guarded/k.cu" folder/k.cu link.cu hard.cu \
    guarded/new/../k.cu folder/common.cuh; do
    expect 1 "which this run reads; name another file [output-is-input]" guarded --depfile "$input"
    expect 1 "which this run reads; name another file [output-is-input]" guarded --json "$input"
done
expect 1 "this output would replace 'link.cu'" "$custub" gen link.cu -o out8 --json guarded/k.cu --no-cuda -- "$include" -Iguarded
expect 1 "this output would replace 'saxpy.cu'" "$custub" gen scale.cu saxpy.cu --depfile folder/../saxpy.cu --no-cuda -- "$include"
for output in guarded/out/k.json folder/out/k.custub.h guarded/out/./new/../k.cpu.cpp; do
    expect 1 "another output of this run; name another file [output-twice]" guarded --depfile "$output"
done
expect 1 "this output would replace 'new/a'" guarded --json new/a --depfile new/b/../a
check 'a refused run writes nothing' diff -r guarded intact
check 'a refused run makes no folders' test ! -e new
expect 0 '' guarded --json dangling.json --depfile folder/k.d
expect 0 '' guarded --json /dev/null --depfile /dev/null
echo '#if __has_include("out/k.custub.h")
#include "out/k.custub.h"
#endif' >>guarded/common.cuh
sed -i s/alpha/beta/ guarded/k.cu
expect 0 '' guarded
check 'a header that was generated before may be included' grep -q beta guarded/out/k.custub.h

# The rest of the options.
expect 0 '"name": "saxpy"' "$custub" gen saxpy.cu -o out2 --json - --no-cuda -- "$include"
check 'with --json - no JSON file is written' test ! -e out2/saxpy.json
expect 0 '' "$custub" gen saxpy.cu -o out3 --prefix my_ --no-cuda -- "$include"
check 'the prefix goes before the launch function' grep -q 'my_launch_saxpy(' out3/my_saxpy.custub.h
check 'the prefix goes before the struct' grep -q 'my_saxpy_kernels' out3/my_saxpy.custub.h
check 'the prefix goes before the names of all outputs' test "$(ls out3 | grep -c '^my_saxpy\.')" -eq "$(ls out3 | wc -l)"

# Images are embedded with any file name. Two units in one program do not collide.
odd='an "odd" \ n,ame=$x'
printf 12345 >"$odd"
expect 0 '' "$custub" gen saxpy.cu -o embedded --unit one --image "cubin=$odd" --image "ptx=$odd" --no-cuda
expect 0 '' "$custub" gen saxpy.cu -o embedded/two --unit two --export --no-cuda
cat >embedded/use.c <<'C'
#include <stdio.h>
#include <string.h>
#include "saxpy.custub.h"
int main(void)
{
    const custub_image *image = saxpy_custub_images;

    return image[0].size == 5 && !memcmp(image[0].data, "12345", 5) && !strcmp(image[0].tag, "cubin") &&
           image[1].size == 6 && !memcmp(image[1].data, "12345", 6) && !strcmp(image[1].tag, "ptx") &&
           !image[2].data ? 0 : 1;
}
C
for compiler in cc clang; do
    command -v $compiler >/dev/null || continue
    # -O2 removes the functions of the header, which need the runtime.
    expect 0 '' $compiler -O2 "$include" -o program embedded/use.c embedded/saxpy.images.S embedded/two/saxpy.images.S \
        embedded/saxpy.custub.c embedded/two/saxpy.custub.c
    expect 0 '' ./program
    expect 0 '' $compiler -shared -fPIC "$include" -o one.so embedded/saxpy.images.S embedded/saxpy.custub.c
    expect 0 '' $compiler -shared -fPIC "$include" -o two.so embedded/two/saxpy.images.S embedded/two/saxpy.custub.c
    exported() { nm -D --defined-only "$1" | grep -c saxpy_custub_; }
    expect 1 0 exported one.so
    expect 0 2 exported two.so
done

# An image that two sources were linked to is embedded once.
sed 's/ saxpy(/ other(/' saxpy.cu >other.cu
for stem in saxpy other; do
    expect 0 '' "$custub" gen $stem.cu -o linked --unit both --image "linked-cubin=$odd" --no-cuda
done
cat >linked/use.c <<'C'
#include <string.h>
#include "saxpy.custub.h"
#include "other.custub.h"
int main(void)
{
    return saxpy_custub_images[0].data == other_custub_images[0].data && saxpy_custub_images[0].size == 5 &&
           !strcmp(other_custub_images[0].tag, "linked-cubin") && !other_custub_images[1].data ? 0 : 1;
}
C
for compiler in cc clang; do
    command -v $compiler >/dev/null || continue
    expect 0 '' $compiler -O2 "$include" -o program linked/use.c linked/*.images.S linked/*.custub.c
    expect 0 '' ./program
done

# Without a unit, two different files do not collide, nor does one file with two values of a macro.
linked() { sed -n 's/^extern const custub_library_info //p; s/^#define saxpy_custub_library //p' "$1"; }
mkdir changed && sed 's/a \* x/a - x/' "$project/examples/kernels/saxpy.cu" >changed/saxpy.cu
expect 0 '' "$custub" gen "$project/examples/kernels/saxpy.cu" -o unit1 --no-cuda
expect 0 '' "$custub" gen "$project/examples/kernels/saxpy.cu" -o unit2 --no-cuda -- -DN=2
expect 0 '' "$custub" gen changed/saxpy.cu -o unit3 --no-cuda
expect 0 '' "$custub" gen "$project/examples/kernels/saxpy.cu" -o unit4 --no-cuda
expect 0 '' "$custub" gen changed/saxpy.cu -o unit5 --no-cuda --unit ''
check 'the units differ' test "$(for n in 1 2 3; do linked unit$n/saxpy.custub.h | head -n 1; done | sort -u | wc -l)" -eq 3
check 'the same file has the same unit' cmp unit1/saxpy.custub.h unit4/saxpy.custub.h
check 'there is no unit' test "$(linked unit5/saxpy.custub.h)" = 'saxpy_custub_library;'
expect 0 'scale.cu: 1 kernel' "$custub" list saxpy.cu scale.cu --no-cuda -- "$include"
expect 0 'tiled_f32  with T = float, TILE = 4, P = float *, V = long, LEAST = -2  THREADS(n / TILE)' \
    "$custub" list "$project/tests/golden/accept/template-arguments.cu" --no-cuda -- "$include"
cat >unread.cu <<'CU'
__device__ int of_nvcc(int *x) { return nothing_that_clang_knows(x); }
extern "C" __global__ void calls(int *x) { x[threadIdx.x] = of_nvcc(x); }
extern "C" __global__ void does_not(int *x) { x[threadIdx.x] = 0; }
CU
expect 0 'calls  any dimensions (custub cannot read the whole body)' "$custub" list unread.cu --no-cuda
expect 0 'does_not  1-D' "$custub" list unread.cu --no-cuda
cat >switches.cu <<'CU'
__device__ int odd(int *x)
{
    switch (int i = [] { int lane; asm("mov.u32 %0, %%laneid;" : "=r"(lane)); return lane; }(); i) {
    default: return x[i];
    }
}
__device__ int even(int *x)
{
    switch (int i = x[0]; i) {
    default: return x[1]; /* no tex2D here */
    }
}
CU
expect 0 '' "$custub" gen switches.cu -o out9 --no-cuda
check 'inline PTX before the semicolon of a switch is left out' \
    grep -qF 'unfit("odd", "inline PTX")' out9/switches.cpu.cpp
check 'what a host compiler takes stays' grep -qF 'switch (int i = x[0]; i)' out9/switches.cpu.cpp
if [ -w /dev/full ]; then
    into_full() { "$@" >/dev/full; }
    expect 3 'standard output' into_full "$custub" list saxpy.cu --no-cuda -- "$include"
    expect 3 'standard output' into_full "$custub" gen saxpy.cu -o full --json - --no-cuda -- "$include"
    check 'files written though standard output is full' test ! -e full/saxpy.custub.h
fi
expect 0 '' "$custub" gen saxpy.cu -o out4 --no-cuda -- "$include" -DUNUSED

# Flags of nvcc, as in a compile command. clang does not get flags that it does not know.
cat >flags.cu <<'C'
#if !defined(__CUDACC_RELAXED_CONSTEXPR__) || !defined(__CUDACC_RDC__) || !defined(HOST) || \
    defined(GONE) || __cplusplus != 201402L
#error not what nvcc would see
#endif
#include "n.h"
extern "C" __attribute__((global)) void flags(const float (&x)[N]) {}
C
mkdir 'inc dir' && echo '#define N 4' >'inc dir/n.h'
nvcc_flags='--expt-relaxed-constexpr --extended-lambda -rdc=true -std=c++14 -Xcompiler -fPIC,-DHOST
    -DGONE --undefine-macro=GONE -Xptxas -v -Xcudafe --diag_suppress=2 -O3 -lineinfo --use_fast_math
    -maxrregcount 64 -o flags.o -c -MD -MF flags.d -ccbin g++ -t 4 -Werror all-warnings -w
    -forward-unknown-to-host-compiler -fno-gnu-unique'
# shellcheck disable=SC2086
flags() { "$custub" list flags.cu --no-cuda "$@"; }
# shellcheck disable=SC2086
expect 0 'flags.cu: 1 kernel' flags -- $nvcc_flags "-I=inc dir"
# shellcheck disable=SC2086
expect 0 "note: nvcc's '-restrict' is skipped [nvcc-option-skipped]" flags -- $nvcc_flags "-Iinc dir" -restrict
expect 1 "error: '-I' needs a value [nvcc-option]" flags -- -DX -I
expect 1 'not what nvcc would see' flags -- -std=c++14 -rdc=true -DHOST

# The architectures: --arch, else what the flags build for, else sm_80.
architectures() {
    "$custub" gen kernel.cu --no-cuda --json - -o out6 "$@" | tr -d '\n ' | grep -o '"architectures":\[[^]]*\]'
}
echo 'extern "C" __attribute__((global)) void kernel(int n) {}' >kernel.cu
expect 0 '["sm_80"]' architectures
expect 0 '["sm_90a","sm_86"]' architectures -- \
    -gencode 'arch=compute_90a,code=[sm_90a,compute_90a]' --generate-code=arch=compute_86,code=sm_89
expect 0 '["sm_75"]' architectures --arch sm_75 -- -arch=sm_90
expect 0 "'-arch native' is skipped; name the architectures with --arch" \
    "$custub" list kernel.cu --no-cuda -- -arch=native
expect 0 '["sm_90"]' architectures --arch compute_90,lto_90,sm_90
expect 2 'sm_10: nvcc does not build for this architecture; give one of sm_35' \
    "$custub" list kernel.cu --no-cuda --arch sm_80,sm_10
expect 2 'name the architecture, such as sm_90' "$custub" list kernel.cu --arch native
expect 2 'this needs a CUDA toolkit' "$custub" list kernel.cu --no-cuda --arch all
expect 2 'sm_90f: nvcc does not build for this architecture' "$custub" verify kernel.cu --no-cuda --ptx sm_90f=kernel.ptx
expect 1 "nvcc does not build for '-arch sm_999'" \
    "$custub" list kernel.cu --no-cuda -- -arch=sm_999
expect 0 '["sm_80"]' architectures --arch sm_80 -- -arch=sm_999
expect 0 '["sm_90"]' architectures --arch=sm_90
expect 2 '--no-cuda=1: takes no value' "$custub" list kernel.cu --no-cuda=1
mkdir -p toolkit/include && echo '#define CUDA_VERSION 13000' >toolkit/include/cuda.h
expect 1 '[build-without-nvcc]' "$custub" build broken.cu -o broken --cuda-path toolkit
expect 1 'name it with --cuda-path [architecture-of-toolkit]' "$custub" list kernel.cu --cuda-path toolkit --arch sm_70

# -p: commands as CMake writes them for Makefiles (includes in a file) and for Ninja.
mkdir build 'build/rsp files' && echo '-I"../inc dir"' >'build/rsp files/includes.rsp'
cp flags.cu 'second one.cu'
cat >build/compile_commands.json <<J
[
{
  "directory": "$scratch/build",
  "command": "/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -DHOST -DS=\\"\\\\\\"a b\\\\\\"\\" --options-file \\"rsp files/includes.rsp\\" -O3 -DNDEBUG -std=c++14 --generate-code=arch=compute_80,code=[compute_80,sm_80] --generate-code=arch=compute_90a,code=[compute_90a,sm_90a] -Xcompiler=-fPIC -Wall --expt-relaxed-constexpr -x cu -rdc=true -c $scratch/flags.cu -o CMakeFiles/k.dir/flags.cu.o",
  "file": "$scratch/flags.cu"
},
{
  "directory": "$scratch/build",
  "command": "ccache nvcc -forward-unknown-to-host-compiler -ccbin=g++ -DHOST,GONE=1 -UGONE -I'../inc dir' -isystem=/usr/include/absent -O2 -g -std=c++14 -arch=sm_89 -Xcompiler=-fPIC -Xcompiler -Wall,-Wextra --expt-relaxed-constexpr -MD -MT k.o -MF k.o.d -x cu -dc '../second one.cu' -o k.o",
  "file": "../second one.cu",
  "output": "k.o"
}
]
J
expect 0 'second one.cu: 1 kernel' flags 'second one.cu' -p build
expect 0 'flags.cu: 1 kernel' flags -p build
expect 1 'compile_commands.json: error: cannot be read: Not a directory' flags -p build/compile_commands.json
expect 1 'not what nvcc would see' flags -p build -- -UHOST
expect 0 '' "$custub" gen flags.cu 'second one.cu' -p build -o out7 --depfile out7/d --no-cuda
check 'the architectures of the command are taken' grep -q '"sm_80", "sm_90a"' out7/flags.json
check 'each file has those of its own' grep -q '"sm_89"' out7/second_one.json
check 'the database is a dependency' grep -qF 'build/compile_commands.json' out7/d
check 'a file of options is a dependency' grep -qF 'includes.rsp' out7/d
check 'no output holds a folder of the database' sh -c '! grep -rlF "$1" out7/*.h out7/*.c out7/*.json out7/*.cpp' _ "$scratch"
expect 1 "has no entry for this file; name the file that is compiled in its place, such as <stem>.nvcc.cu, by --entry" flags kernel.cu -p build
expect 0 'flags.cu: 1 kernel' flags -p build --entry 'second one.cu'
expect 1 'not written yet.nvcc.cu: error:' flags -p build --entry 'out7/not written yet.nvcc.cu'
expect 1 'compile_commands.json: error: cannot be read' flags -p .
expect 0 'skipped' flags -p build -- -arch=native
mkdir other_build
sed 's/"file": "..\/second one.cu"/"file": "..\/flags.cu"/' build/compile_commands.json >other_build/compile_commands.json
expect 0 "note: 'other_build/compile_commands.json' has several entries for this file; the first is used" flags -p other_build
sed 's/"output": /"output"/' build/compile_commands.json >other_build/compile_commands.json
expect 1 'other_build/compile_commands.json: error: libclang cannot read it' flags -p other_build
sed 's/"directory"/"folder"/' build/compile_commands.json >other_build/compile_commands.json
expect 1 'json-compilation-database: ' flags -p other_build

# --include: the user's own struct, compared with the device's layout.
cp "$project/examples/kernels/advance.cu" .
cat >structs.h <<'H'
typedef struct time_step { double seconds; float gravity[3]; unsigned int count; } time_step;
typedef struct particle { float position[3], velocity[3]; unsigned char fixed; } particle;
H
expect 0 '' "$custub" gen advance.cu -o out5 --include structs.h --no-cuda -- "$include"
check 'the own struct is taken' grep -q 'time_step step' out5/advance.custub.h
check 'the own struct is not defined again' sh -c '! grep -q "typedef struct time_step" out5/advance.custub.h'
echo '#include "advance.custub.h"' >use.c
expect 0 '' ${CC:-cc} -std=c11 -fsyntax-only -Iout5 -I. "$include" use.c
sed -i 's/double seconds/float seconds/' structs.h
expect 1 'time_step: size' ${CC:-cc} -std=c11 -fsyntax-only -Iout5 -I. "$include" use.c
cat >fields.h <<'H'
#include <custub/kernel.h>
typedef struct image { float *rows[2] CUSTUB_COUNTED_BY(count); const char *name; int count; } image;
H
echo '#include "fields.h"
extern "C" __global__ void blur(image in) {}' >fields.cu
expect 0 '' "$custub" gen fields.cu -o out5 --include fields.h --no-cuda -- "$include"
check 'fields of the own struct are counted' grep -q 'in_rows_count = custub_need_i64(in.count)' out5/fields.custub.h
echo '#include "fields.custub.h"
custub_status both(const fields_kernels *k, image i) { return launch_blur(k, NULL, i, NULL); }' >use.c
expect 0 '' ${CC:-cc} -std=c11 -fsyntax-only -Wall -Wextra -Werror -Iout5 -I. "$include" use.c out5/fields.custub.c
echo 'typedef enum colour { red, green } colour;' >colours.h
cat >colours.cu <<'C'
#include "colours.h"
extern "C" __global__ void paint(colour c, int green, colour *p) {}
C
expect 0 '' "$custub" gen colours.cu -o out5 --include colours.h --no-cuda
check 'the own enumeration is taken' grep -q 'colour c, int green_' out5/colours.custub.h
check 'the own enumeration is not defined again' sh -c '! grep -q "colours_colour" out5/colours.custub.h'
echo '#include "colours.custub.h"' >use.c
expect 0 '' ${CC:-cc} -std=c11 -fsyntax-only -Wshadow -Werror -Iout5 -I. "$include" use.c
expect 0 '' ${CC:-cc} -std=c11 -fsyntax-only -Iout5 -I. "$include" out5/colours.custub.c
sed -i 's/green/&, all = 0xffffffffff/' colours.h
expect 1 'colour: size' ${CC:-cc} -std=gnu11 -fsyntax-only -Iout5 -I. "$include" use.c

# verify: PTX of nvcc, then each difference.
sed -i 's/alpha/a/' saxpy.cu
cat >good.ptx <<'P'
.version 9.0
.target sm_80
.address_size 64
	// a comment with .entry in it
.visible .entry saxpy(
	.param .u64 saxpy_param_0,
	.param .f32 saxpy_param_1,
	.param .u64 .ptr .align 1 saxpy_param_2,
	.param .u64 saxpy_param_3
)
.maxntid 256, 1, 1
{
	mov.u32 %r1, %tid.x;
	ret;
}
.visible .entry _Z5otherv() { ret; }
P
verify() { "$custub" verify saxpy.cu --ptx sm_80="$1" --no-cuda -- "$include"; }
expect 0 '' verify good.ptx
sed 's/__global__/__launch_bounds__(0) &/' saxpy.cu >noted.cu
sed '/maxntid/d' good.ptx >noted.ptx
expect 0 'bounds-nothing' "$custub" gen noted.cu -o noted --ptx sm_80=noted.ptx --no-cuda -- "$include"
"$custub" verify noted.cu --ptx sm_80=noted.ptx --no-cuda -- "$include" >noted.text 2>&1
check 'gen says the notes, and verify does not again' test ! -s noted.text
sed 's/_2,/_2,\n.param .u32 saxpy_param_2b,/' good.ptx >bad.ptx
expect 1 '4 parameters in the source and 5 in the PTX' verify bad.ptx
sed 's/\.f32/.f64/' good.ptx >bad.ptx
expect 1 "parameter 'a' (float): offset 8, size 4, alignment 4 in the source, offset 8, size 8, alignment 8 in the PTX" verify bad.ptx
sed 's/entry saxpy/entry saxpi/' good.ptx >bad.ptx
expect 1 "kernel 'saxpy' is not in 'bad.ptx'" verify bad.ptx
expect 1 "the PTX has the entry 'saxpi', but custub finds no such kernel" verify bad.ptx
sed 's/%tid\.x/%tid.y/' good.ptx >bad.ptx
expect 1 'uses 1 dimensions in the source and 2 in the PTX' verify bad.ptx
head -c 200 good.ptx >bad.ptx
expect 1 'instead of' verify bad.ptx
echo 'not PTX' >bad.ptx
expect 1 'this is not PTX' verify bad.ptx
{ cat good.ptx; echo '.func f() { // custub: misplaced 0 3'; echo '}'; } >bad.ptx
expect 1 "parameter 'y' (float *): nvcc's code has a field" verify bad.ptx
{ cat good.ptx; echo '// custub: misplaced 1 0'; echo '// custub: misplaced 0 9'; } >bad.ptx
expect 0 '' verify bad.ptx
expect 1 'cannot be read' verify absent.ptx

# Prototypes are compared with the PTX of another compiler, which may have other entries, too.
sed -n '/^extern "C"/,/)$/p' saxpy.cu | sed '1i #include <custub/kernel.h>' | sed '$s/$/;/' >prototype.cu
prototype() { "$custub" verify prototype.cu --prototypes --ptx sm_80="$1" --no-cuda -- "$include"; }
expect 0 'contract-unused' "$custub" gen prototype.cu -o without --no-cuda -- "$include"
{ cat good.ptx; echo '.visible .entry more() { ret; }'; } >more.ptx
expect 0 '' prototype more.ptx
sed 's/_2,/_2,\n.param .u64 scratch,/' good.ptx >bad.ptx
expect 1 '4 parameters in the source and 5 in the PTX; declare those of the PTX' prototype bad.ptx
expect 0 '' "$custub" gen prototype.cu -o with --prototypes --depfile with.d --no-cuda -- "$include"
check 'prototypes have nothing to compile' test ! -e with/prototype.nvcc.cu -a ! -e with/prototype.cpu.cpp
check 'nothing waits for it' test "$(grep -cE 'nvcc.cu|cpu.cpp' with.d)" = 0
sed 's/saxpy/scale/; s/saxpy/scale/; s/\.param .u64 scale_param_0,/.param .u32 a, .param .u32 b, .param .u32 c,/; /_param_2,/d; s/256/128/' good.ptx >scale.ptx
expect 1 'launch bounds of 256 threads in the source and 128 in the PTX' \
    "$custub" verify scale.cu --ptx sm_80=scale.ptx --no-cuda -- "$include"
cat >bounds.cu <<'C'
extern "C" __global__ void __launch_bounds__(128, 4, 2) bounded() {}
C
cat >bounds.ptx <<'P'
.version 9.0
.target sm_90
.visible .entry bounded() .maxntid 128, 1, 1 .minnctapersm 4 .maxclusterrank 2 { ret; }
P
bounds() { "$custub" verify bounds.cu --ptx sm_90="$1" --no-cuda; }
expect 0 '' bounds bounds.ptx
sed 's/.minnctapersm 4/.minnctapersm 3/' bounds.ptx >bad.ptx
expect 1 'bounds of 4 blocks per multiprocessor in the source and 3 in the PTX' bounds bad.ptx
sed 's/.minnctapersm 4//' bounds.ptx >bad.ptx
expect 1 'bounds of 4 blocks per multiprocessor in the source and 0 in the PTX' bounds bad.ptx
sed 's/.maxclusterrank 2/.maxclusterrank 8/' bounds.ptx >bad.ptx
expect 1 'bounds of 2 blocks per cluster in the source and 8 in the PTX' bounds bad.ptx
sed -i 's/, 4, 2/, 4/' bounds.cu
expect 1 'bounds of 0 blocks per cluster in the source and 2 in the PTX' bounds bounds.ptx
sed -i 's/, 4/, 0/' bounds.cu
expect 1 'bounds of 0 blocks per multiprocessor in the source and 4 in the PTX' bounds bounds.ptx
sed -i 's/float a,/double a,/' saxpy.cu
expect 1 'in the PTX' "$custub" gen saxpy.cu --ptx sm_80=good.ptx -o none --no-cuda -- "$include"
check 'nothing is written when the PTX differs' test ! -e none

# bounds: PTX whose kernels check each access, and one table for all architectures.
cp "$project"/tests/golden/bounds/gather.* .
sed 's/sm_90/sm_80/' gather.ptx >gather80.ptx
bounds() { "$custub" bounds gather.cu --ptx sm_90=gather.ptx "$@" --no-cuda -- "$include"; }
expect 0 "gather.cu:11: note: kernel 'gather': the buffer of an address is not known: it is loaded from memory" \
    bounds --ptx sm_80=gather80.ptx -o bounds --depfile bounds.d
expect 0 '[bounds-origin]' bounds --ptx sm_80=gather80.ptx -o bounds --depfile bounds.d
check 'the outputs of bounds' test "$(ls bounds | tr '\n' ' ')" = \
    'gather.bounds.table gather.sm_80.bounds.ptx gather.sm_90.bounds.ptx '
check 'the depfile of bounds' grep -q '^bounds/gather.sm_90.bounds.ptx .*bounds/gather.bounds.table' bounds.d
check 'the depfile of bounds names the source' grep -q '  gather.cu' bounds.d
check 'each PTX is rewritten' test "$(grep -l ' gather_custub\[' bounds/*.ptx | wc -l)" -eq 2
check 'the table begins as the runtime expects' test "$(head -c 8 bounds/gather.bounds.table)" = cubouns1
touch -d '2020-01-01' bounds/*
expect 0 '' bounds --ptx sm_80=gather80.ptx -o bounds
check 'outputs of the same content are not touched' test -z "$(find bounds -type f -newermt 2020-01-02)"
expect 0 '' bounds --prefix my_ -o prefixed
check 'the prefix of the outputs of bounds' test -e prefixed/my_gather.bounds.table
expect 1 "gather.cu:11: error: kernel 'gather': the buffer of an address is not known" bounds --strict -o none
check 'nothing is written with --strict' test ! -e none
sed 's/sm_90/sm_60/' gather.ptx >gather60.ptx
old() { "$custub" bounds gather.cu --ptx sm_60=gather60.ptx "$@" --no-cuda -- "$include"; }
expect 0 "note: kernel 'gather' is not checked: its architecture is older than sm_70" old -o old
expect 0 '[bounds-unchecked]' old -o old
expect 1 "error: kernel 'gather' is not checked: " old --strict -o none
sed 's/entry gather/entry other/' gather.ptx >other.ptx
expect 1 "is not in 'other.ptx'" "$custub" bounds gather.cu --ptx sm_90=other.ptx -o none --no-cuda -- "$include"
head -c 900 gather.ptx >bad.ptx
expect 1 'instead of' "$custub" bounds gather.cu --ptx sm_90=bad.ptx -o none --no-cuda -- "$include"
expect 1 "gather.ptx: error: this is not machine code for a GPU" bounds --cubin sm_90=gather.ptx -o none
expect 2 '--cubin without the --ptx of its architecture' bounds --cubin sm_80=gather.cubin -o none
expect 2 '--cubin twice for one architecture' bounds --cubin sm_90=a.cubin --cubin compute_90=b.cubin -o none
expect 2 'give --cubin ARCH=FILE' bounds --cubin gather.cubin -o none
cp gather.ptx gather.sm_90.bounds.ptx
expect 1 'this output would replace' "$custub" bounds gather.cu --ptx sm_90=gather.sm_90.bounds.ptx --no-cuda -- "$include"
check 'bounds writes nothing after an error' test ! -e none

# try: a shared library of the kernels, for the program custub_trial beside custub. Here a script takes its
# place, in a folder of its own.
mkdir -p installed/bin kernels 'more headers' tmp
cp "$custub" installed/bin/ && cp -r "$(dirname "$custub")/../include" installed/
cat >installed/bin/custub_trial <<'C'
#!/bin/sh
case $* in *--probe)
    printf %s "${TRIAL_NO_GPU:-}"
    exit
    ;;
esac
last=
for word in "$@"; do
    printf '[%s]' "$word"
    [ "$last" != --tried ] || printf '%s\t-1\tCUSTUB_THREADS(n)\n' "${TRIAL_TRIED:-}" >"$word"
    last=$word
done
[ -e "$1" ] || exit 9
[ -z "${TRIAL_SIGNAL:-}" ] || kill -$TRIAL_SIGNAL $$
exit ${TRIAL_STATUS:-0}
C
cp "$project/examples/kernels/saxpy.cu" kernels/saxpy.cu
cat >'kernels/two parts.cu' <<'C'
#include "part.h"
#include <other.h>
extern "C" __global__ void fill(int n, int *x) { if (threadIdx.x < n) x[threadIdx.x] = PART + OTHER; }
extern "C" __global__ void odd(int *x) { x[0] = __builtin_that_only_nvcc_has(1); }
C
echo '#define PART 1' >kernels/part.h
echo 'static_assert(TWO == 2 && __cplusplus > 201703, ""); enum { OTHER = 2 };' >'more headers/other.h'
export TMPDIR="$scratch/tmp"
trier=$scratch/installed/bin/custub
mkdir -p bare/bin && cp "$trier" bare/bin/custub
expect 3 'there is no nvcc, and this custub has no headers of CPU images' "$scratch/bare/bin/custub" build kernels/saxpy.cu --no-cuda -o no
expect 3 "there is no program '$scratch/installed/bin/custub_trial'" "$trier" try kernels/saxpy.cu --no-cuda
chmod +x installed/bin/custub_trial
expect 1 'cannot be read: No such file' "$trier" try absent.cu --no-cuda
expect 1 "unknown type name 'unknown'" "$trier" try broken.cu --no-cuda
expect 3 "'absent' cannot be started: No such file" env CXX=absent "$trier" try kernels/saxpy.cu --no-cuda
expect 3 'the compiler failed, with the messages above; its command was: false -shared' \
    env CC='false -shared' "$trier" try kernels/saxpy.cu --no-cuda
expect 3 "was ended by a signal" env TRIAL_SIGNAL=TERM "$trier" try kernels/saxpy.cu --no-cuda
expect 1 '/saxpy.trial.so][--stem][saxpy][--unit][trial][saxpy][other][--seconds][2][--launches][7]' \
    env TRIAL_STATUS=1 "$trier" try kernels/saxpy.cu saxpy --seconds=2 other --launches 7 --no-cuda
expect 3 '--device cuda needs nvcc, and there is none; name a CUDA toolkit' \
    "$trier" try kernels/saxpy.cu --device cuda --cuda-path toolkit
mkdir -p 'a toolkit/bin' && cp -r toolkit/include 'a toolkit' && ln -s /bin/false 'a toolkit/bin/nvcc'
expect 3 'no GPU can be used: it is broken; try the kernels without --device cuda' \
    env TRIAL_NO_GPU='it is broken' "$trier" try kernels/saxpy.cu --device cuda --cuda-path 'a toolkit'
expect 0 '[saxpy][--device][cpu][--again][custub try kernels/saxpy.cu --no-cuda]' \
    "$trier" try kernels/saxpy.cu saxpy --device cpu --no-cuda
expect 0 '[--suggest][--contract-of][--again][custub suggest kernels/saxpy.cu --no-cuda]' \
    "$trier" suggest kernels/saxpy.cu --contract-of --no-cuda
cat >kernels/made.cu <<'C'
#define MAKE(name) extern "C" __global__ void name(int n, int *x) { if (threadIdx.x < n) x[threadIdx.x] = 1; }
MAKE(made)
C
expect 0 "kernel 'made' is left out of the patch: its name or '__global__' is not written there; edit it by hand, or use --contract-of [contract-unplaced]" \
    env TRIAL_TRIED=made "$trier" suggest kernels/made.cu --apply --no-cuda
expect 0 '[kept files/my_two_parts.trial.so][--stem][my_two_parts][--unit][trial][--seed][4]' \
    "$trier" try 'kernels/two parts.cu' -o 'kept files' --prefix my_ --no-cuda --seed 4 -- \
    '-Imore headers' -DTWO=2 -std=gnu++20 -gencode arch=compute_80,code=sm_80 -arch=sm_90
check 'the compiler refuses the kernel' grep -q "odd.* stays out" 'kept files/my_two_parts.check.refused.1/my_two_parts.cpu.cpp'
check 'the highest architecture is read' grep -q '__CUDA_ARCH__ 900' 'kept files/my_two_parts.cpu.cpp'
for symbol in library images; do
    check "the library exports its $symbol" \
        sh -c 'nm -D "kept files/my_two_parts.trial.so" | grep -q " D my_two_parts_custub_$1_trial$"' _ $symbol
done
printf '#!/bin/sh\necho $$ >compiler; exec sleep 60\n' >'slow compiler' && chmod +x 'slow compiler'
CC="$scratch/slow compiler" "$trier" try kernels/saxpy.cu --no-cuda &
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ ! -s compiler ] || break
    sleep 1
done
kill $!
wait $!
check 'a signal ends the command' test $? -eq 143
check 'a signal ends the compiler' sh -c '! kill -0 $(cat compiler) 2>/dev/null'
check 'temporary files are removed' test -z "$(ls tmp)"

[ $failures -eq 0 ] || { echo "$failures failed"; exit 1; }
