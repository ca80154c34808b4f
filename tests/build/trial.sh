#!/bin/bash
# TRY: a library of each source's kernels, and a test of CTest's for each kernel. First a script takes the place
# of the program custub_trial. Then the installed programs try kernels.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"

fresh_project
installed=$prefix
cp -r "$prefix" "$work/with a script"
prefix="$work/with a script"
# Its kernel `missing` fails. It lists only kernels of libraries that have the symbols it is told.
cat >"$prefix/bin/custub_trial" <<'C'
#!/bin/sh
library=$1 stem=$3 unit=$5
for what in library images; do
    nm -D "$library" | grep -q " D ${stem}_custub_${what}_$unit$" || exit 3
done
shift 5
[ "$*" != --list ] || { printf '%s\nshared\nmissing\n' "$stem"; exit 0; }
echo "$stem: $*"
[ "$3" != missing ]
C
chmod +x "$prefix/bin/custub_trial"
cp "$project/app/weigh.cu" "$project/app/other one.cu"

project_with() { # <languages> <arguments of custub_add_kernels>
    cat >"$project/installed/CMakeLists.txt" <<C
cmake_minimum_required(VERSION 3.22)
project(trial LANGUAGES $1)
find_package(custub 0.1 REQUIRED)
enable_testing()
custub_add_kernels(k CPU TRY SOURCES ../app/weigh.cu "../app/other one.cu" COMPILE_DEFINITIONS SCALE=1 $2)
C
}

tests() { # [ctest arguments...]
    (cd "$project/build" && "${cmake%cmake}ctest" -L trial -V "$@")
}

project_with C ""
must configure -DCUSTUB_NVCC=OFF -DCUSTUB_TRIAL_SECONDS=2
must_fail tests
says "not built: "
says "k.weigh"
says "0% tests passed, 2 tests failed out of 2"
must build
must_fail tests
says "weigh: --seconds 2 shared"
says "other_one: --seconds 2 other_one"
says "Test #6: k.other_one.missing"
says "67% tests passed, 2 tests failed out of 6"
is_up_to_date
echo "ok: a test for each kernel"

rm "$prefix/bin/custub_trial"
must_fail tests
says "not built: $prefix/bin/custub_trial"
cat >"$prefix/bin/custub_trial" <<'C'
#!/bin/sh
echo 'no such image' >&2
exit 3
C
chmod +x "$prefix/bin/custub_trial"
must_fail tests
says "weigh.trial.so has no list (3): no such image"
echo "ok: a library that cannot be listed"

printf '#!/bin/sh\n[ "$6" != --list ] || echo kernel\n' >"$prefix/bin/custub_trial"
generator=Ninja
if command -v gmake || command -v make; then
    generator="Unix Makefiles"
fi
for arguments in "PREFIX my_ EXPORT" "SHARED STANDARD 20"; do
    project_with CXX "$arguments"
    rm -rf "$project/build"
    must configure -G "$generator" -DCUSTUB_NVCC=OFF
    must build --parallel 2
    must tests
    says "100% tests passed, 0 tests failed out of 2"
done
echo "ok: C++, with $generator"

rm -rf "$project/build"
must configure -G "Ninja Multi-Config" -DCUSTUB_NVCC=OFF
must build --config Debug
must tests -C Debug
says "100% tests passed, 0 tests failed out of 2"
echo "ok: configurations"

rm -rf "$project/build"
must configure -DCUSTUB_NVCC=OFF -DCUSTUB_CHECK_IMAGES=OFF
says "CUSTUB_CHECK_IMAGES is OFF: TRY makes no tests"
must tests
says "No tests were found"

prefix=$installed
cat >"$project/app/other one.cu" <<'C'
#include <custub/kernel.h>
extern "C" CUSTUB_THREADS(n) __global__ void beyond(int n, float *x CUSTUB_COUNTED_BY(n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        x[i] = SCALE;
}
extern "C" __global__ void assembly() { asm volatile("bar.sync 1;"); }
C
project_with C ""
rm -rf "$project/build"
must configure -DCUSTUB_NVCC=OFF -DCUSTUB_TRIAL_SECONDS=1
must build
must_fail tests
says "launches, 0 findings"
says "kernel 'beyond', block"
says "k.assembly (Skipped)"
says "67% tests passed, 1 tests failed out of 3"
cd "$project/app"
must "$prefix/bin/custub" try weigh.cu --seconds 1 --no-cuda -- -I.
status=0
"$prefix/bin/custub" try 'other one.cu' beyond --seconds 1 --no-cuda -- -DSCALE=1 >"$output" 2>&1 || status=$?
[ $status -eq 1 ] || fail "status $status of a kernel with a mistake"
says "kernel 'beyond', block"
echo "ok: the installed programs"
