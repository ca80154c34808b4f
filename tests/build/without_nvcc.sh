#!/bin/bash
# Without nvcc only the CPU image is built, and the build says so once. Prototypes need no nvcc and no CPU
# image.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"

fresh_project
cat >>"$project/installed/CMakeLists.txt" <<'END'
custub_add_kernels(more_kernels SOURCES ../app/weigh.cu CPU PREFIX more_)
custub_add_kernels(prototypes PROTOTYPES ${other} SOURCES ../app/other.cu PTX ../app/other.ptx)
END
echo 'extern "C" __global__ void other(int n);' >"$project/app/other.cu"
cat >"$project/app/other.ptx" <<'END'
.version 7.0
.target sm_80
.address_size 64
.visible .entry other(.param .u32 n) { ret; }
END
must_fail configure -DCUSTUB_NVCC=OFF -Dother=CPU
says "PROTOTYPES and CPU at once"
must configure -DCUSTUB_NVCC=OFF -Dother=
says "kernels are built only for custub's CPU driver"
count=$(tr -s ' \n' '  ' <"$output" | grep -o "only for custub's CPU driver" | wc -l)
[ "$count" -eq 1 ] || fail "said so $count times"

must build
says_not "nvcc:"
must "$project/build/weigh"
says "image: cpu-"
says_not "image: fatbin"
says "result: 200"
is_up_to_date

sed -i 's/u32/u64/' "$project/app/other.ptx"
must_fail build
says "parameter 'n' (int): offset 0, size 4"
