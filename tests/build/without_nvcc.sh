#!/bin/bash
# Without nvcc only the CPU image is built, and the build says so once.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"

fresh_project
cat >>"$project/installed/CMakeLists.txt" <<'END'
custub_add_kernels(more_kernels SOURCES ../app/weigh.cu CPU PREFIX more_)
END
must configure -DCUSTUB_NVCC=OFF
says "kernels are built for custub's CPU driver alone"
count=$(tr -s ' \n' '  ' <"$output" | grep -o "CPU driver alone" | wc -l)
[ "$count" -eq 1 ] || fail "said so $count times"

must build
says_not "nvcc:"
must "$project/build/weigh"
says "image: cpu-"
says_not "image: fatbin"
says "result: 200"
is_up_to_date
