#!/bin/bash
# BOUNDS_CHECKS: the checked image, what makes it again, STRICT, PTX of other compilers, and the kernels that
# a program compiles itself.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/linked" && pwd)
golden=$(cd "$(dirname "${BASH_SOURCE[0]}")/../golden/bounds" && pwd)

for nvcc in "$(command -v nvcc || true)" "${CUDA_PATH:-}/bin/nvcc" /usr/local/cuda/bin/nvcc; do
    [ -x "$nvcc" ] && break
done
[ -x "$nvcc" ] || skip "there is no nvcc"

# An nvcc that keeps its arguments. While the file "crash" is there, it crashes as ptxas 13.0 does in some
# kernels; while "full" is there, it assembles no checked PTX.
cat_arguments() {
    mkdir -p "$work"
    cat >"$work/nvcc" <<END
#!/bin/sh
case "\$*" in *--dryrun*) ;; *) echo "\$*" >>"$work/runs" ;; esac
if [ -e "$work/crash" ]; then
    for word; do case \$word in *.ptx) grep -q 'pragma "frequency' "\$word" && kill -SEGV \$\$ ;; esac done
fi
[ ! -e "$work/full" ] || case "\$*" in *.bounds.ptx*) echo "no space left"; exit 3 ;; esac
exec "$nvcc" "\$@"
END
    chmod +x "$work/nvcc"
}

use() { # <arguments of custub_add_kernels>
    cp "$consumer/installed/CMakeLists.txt" "$project/installed/CMakeLists.txt"
    sed -i "s|^custub_add_kernels.*|custub_add_kernels(weigh_kernels SOURCES ../app/weigh.cu CPU $1)|" \
        "$project/installed/CMakeLists.txt"
    rm -rf "$project/build" "$work/runs"
    must configure -DCUSTUB_NVCC="$work/nvcc"
}

# <n> runs with an option, of all runs of nvcc
runs_with() {
    [ "$(grep -c -e "$2" "$work/runs")" -eq "$1" ] || fail "not $1 runs with $2: $(cat "$work/runs")"
}

number_at() { # <file> <offset> <bytes>
    od -An -v -t"u$3" -j "$2" -N "$3" "$1" | tr -d ' '
}

# The code in a fatbin: "2:80" is machine code for sm_80, "1:90" PTX for it. CUDA does not document the format:
# a header of 16 bytes, then a header and code for each part.
code_in() { # <fatbin>
    local at=16 size parts=
    size=$(stat -c %s "$1")
    while [ $at -lt "$size" ]; do
        parts+="$(number_at "$1" $at 2):$(number_at "$1" $((at + 28)) 4) "
        at=$((at + $(number_at "$1" $((at + 4)) 4) + $(number_at "$1" $((at + 8)) 8)))
    done
    echo "$parts"
}

has_code() { # <fatbin> <parts>
    [ "$(code_in "$1")" = "$2" ] || fail "$1 has $(code_in "$1")"
}

fresh_project
cat_arguments
use "BOUNDS_CHECKS ARCHITECTURES 80-real 90 NVCC_OPTIONS -maxrregcount=40"
must build
says "custub: checking bounds in the PTX of weigh.cu"
says_not "comparing"
images=$(generated)/images
for architecture in 80 90; do
    # The new PTX has one more parameter, and lines.
    grep -q " weigh_custub\[" "$images/weigh.sm_$architecture.bounds.ptx" ||
        fail "the PTX for $architecture has no further parameter"
    grep -q "^\s*\.loc" "$images/weigh.sm_$architecture.bounds.ptx" || fail "the PTX has no lines"
    ! grep -q weigh_custub "$images/weigh.sm_$architecture.ptx" || fail "nvcc's PTX was changed"
    grep -q '^\.maxnreg' "$images/weigh.sm_$architecture.bounds.ptx" ||
        fail "the kernel for $architecture is not held to its registers"
done
[ "$(head -c 8 "$images/weigh.bounds.table")" = cubouns1 ] || fail "there is no table"
has_code "$images/weigh.bounds.fatbin" "2:80 2:90 1:90 "
must "$project/build/weigh"
says "image: fatbin image: bounds-table image: fatbin-bounds image: cpu-"
says "result: 200"
runs_with 3 -maxrregcount=40
runs_with 1 -lineinfo
is_up_to_date
echo "ok: a checked image for two architectures"

later
touch "$work/full"
rm "$images/weigh.bounds.fatbin"
must_fail build
says "no space left"
grep -q 'pragma "frequency' "$images/weigh.sm_90.bounds.ptx" || fail "the PTX was changed for another reason"
rm "$work/full"
touch "$work/crash"
must build
says "weigh.sm_90.bounds.ptx: ptxas failed, and assembled it without"
must_fail grep -q 'pragma "frequency' "$images/weigh.sm_90.bounds.ptx"
has_code "$images/weigh.bounds.fatbin" "2:80 2:90 1:90 "
is_up_to_date
rm "$work/crash"
echo "ok: kernels in which ptxas crashes"

later
sed -i 's/source CUSTUB_COUNTED_BY(n)/source CUSTUB_COUNTED_BY(n + 1)/' "$project/app/weigh.cu"
must build
says "custub: checking bounds in the PTX of weigh.cu"
is_up_to_date
echo "ok: a changed contract makes the image again"

later
rm "$images/weigh.sm_80.bounds.ptx"
must build
says "custub: checking bounds"
says_not "custub: reading"
is_up_to_date
echo "ok: rewriting needs neither nvcc nor the generator's first run"

use "BOUNDS_CHECKS ARCHITECTURES 90-virtual"
must build
must_fail grep '^\.maxnreg' "$images/weigh.sm_90.bounds.ptx"
echo "ok: without machine code there are no registers to hold kernels to"

use "BOUNDS_CHECKS NVCC_OPTIONS -lineinfo"
must build
must_fail grep -e "-lineinfo.* -lineinfo" "$work/runs"
runs_with 2 -lineinfo
use "BOUNDS_CHECKS NVCC_OPTIONS \$<IF:\$<CONFIG:Release>,-O3,-G>"
must build
runs_with 2 "-G "
must_fail grep -e -lineinfo "$work/runs"
echo "ok: lines are asked for once, and not beside -G"

# An access through a pointer that was loaded from memory.
cp "$golden"/gather.* "$project/app"
sed -i 's|app/weigh.cu CPU|app/gather.cu|; s|^add_executable.*||; s|^target_link_libraries.*||' \
    "$project/installed/CMakeLists.txt"
must configure
must build
says "gather.cu:11: note: kernel 'gather': the buffer of an address is not known: it is loaded from memory"
sed -i 's|BOUNDS_CHECKS|BOUNDS_CHECKS STRICT|' "$project/installed/CMakeLists.txt"
must configure
must_fail build
says "gather.cu:11: error: kernel 'gather': the buffer of an address is not known"
echo "ok: STRICT"

rm -rf "$project/build"
sed -i 's|^custub_add_kernels.*|custub_add_kernels(weigh_kernels SOURCES ../app/gather.cu PROTOTYPES PTX \
../app/gather.ptx ARCHITECTURES 90 BOUNDS_CHECKS)|' "$project/installed/CMakeLists.txt"
sed -i '/^extern/,/^{/s/)$/);/; /^{/,$d' "$project/app/gather.cu"
must configure
must build
grep -q 'asciz "ptx-bounds"' "$(generated)/include/gather.images.S" || fail "the PTX is not embedded"
is_up_to_date
echo "ok: PTX of another compiler"

use "BOUNDS_CHECKS"
must configure -G "Unix Makefiles" -DCUSTUB_NVCC="$nvcc" -B "$project/make"
must "$cmake" --build "$project/make"
must "$cmake" --build "$project/make"
says_not "checking bounds"
says_not "nvcc:"
echo "ok: make"

# A program that compiles its kernels itself.
rm -rf "$project/build" "$project/linked"
cp -r "$sources" "$project"
cat >"$project/linked/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(waves LANGUAGES CXX CUDA)
find_package(custub REQUIRED)
find_package(CUDAToolkit REQUIRED)
find_package(Threads REQUIRED)
set(CMAKE_CXX_STANDARD 17)
include_directories(${CUDAToolkit_INCLUDE_DIRS})
add_executable(checked program.cpp waves.cu offset.cu)
set_target_properties(checked PROPERTIES CUDA_SEPARABLE_COMPILATION ${SEPARATE})
custub_add_stubs(checked SOURCES waves.cu BOUNDS_CHECKS)
target_link_libraries(checked PRIVATE Threads::Threads)
END
configure_linked() { # <separate compilation>
    "$cmake" -G Ninja -S "$project/linked" -B "$project/build" -DCMAKE_PREFIX_PATH="$prefix" \
        -DCMAKE_CUDA_COMPILER="$nvcc" "${cmake_arguments[@]}" -DCMAKE_CUDA_ARCHITECTURES="80-real;90" -DSEPARATE="$1"
}
must configure_linked OFF
must build
images=$project/build/custub/checked/images
has_code "$images/waves.bounds.fatbin" "2:80 1:90 2:90 "
for architecture in 80 90; do
    grep -q '^\.maxnreg' "$images/waves.sm_$architecture.bounds.ptx" ||
        fail "the kernels for $architecture are not held to their registers"
done
must nm "$project/build/checked"
says "waves_custub_images"
is_up_to_date
later
echo '// The end.' >>"$project/linked/waves.h"
must build
says "nvcc: waves.bounds.fatbin"
is_up_to_date
must configure_linked OFF
must build
says_not "custub: reading"
says_not "nvcc:"
says_not "Linking"
is_up_to_date
later
sed -i 's/^custub_add_stubs/set_source_files_properties(waves.cu PROPERTIES COMPILE_DEFINITIONS ONE=1)\n&/' \
    "$project/linked/CMakeLists.txt"
must build
says "custub: reading waves.cu"
says "nvcc: waves.bounds.fatbin"
is_up_to_date
rm -rf "$project/build"
must configure_linked ON
must_fail build
says "CUDA_SEPARABLE_COMPILATION and BOUNDS_CHECKS at once"
echo "ok: kernels that the program compiles itself"
