#!/bin/bash
# A target with kernels of two files, in a project with unity builds.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"
libraries=$(cd "$(dirname "${BASH_SOURCE[0]}")/libraries" && pwd)

fresh_project
cp -r "$libraries" "$project"
cat >"$project/libraries/weigh.c" <<'END'
#include "weigh.custub.h"
int second_scale(void);
int second_scale(void)
{
    return weigh_custub_library.kernel_count == 1 && weigh_custub_images[0].data ? 3 : 0;
}
END
cat >"$project/installed/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(unity LANGUAGES C)
find_package(custub 0.1 REQUIRED)
custub_add_kernels(both_kernels SOURCES ../app/weigh.cu ../libraries/first/scale.cu CPU)
add_executable(both ../libraries/main.c ../libraries/library.c ../libraries/weigh.c)
target_compile_definitions(both PRIVATE LIBRARY=first)
target_link_libraries(both PRIVATE both_kernels)
END
must configure -DCMAKE_UNITY_BUILD=ON -DCUSTUB_NVCC=OFF -DCUSTUB_CHECK_IMAGES=OFF
must build
must "$project/build/both"
says "first: 2 second: 3"
is_up_to_date
[ -e "$project/build/CMakeFiles/both.dir/Unity" ] || fail "the program's files were not joined"
