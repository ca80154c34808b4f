#!/bin/bash
# A project that finds an installed custub, which was moved after its installation.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"

fresh_project
cp -r "$prefix" "$work/moved here"
prefix="$work/moved here"
must configure
must build
must "$project/build/weigh"
says "image: cpu-"
says "result: 200"
CUSTUB_CPU_CHECK=1 must "$project/build/weigh" # the checker's library is found
says "result: 200"
is_up_to_date

# C++ programs find their headers.
cxx=c++
for argument in "${cmake_arguments[@]}"; do
    case $argument in -DCUSTUB_CXX_COMPILER=*) cxx=${argument#*=} ;; esac
done
cat >"$work/weigh.cpp" <<'C'
#include "weigh.custub.h"

#include <custub/custub.hpp>

void load_and_close();
void load_and_close()
{
    auto kernels = custub::load(weigh_load);
    kernels.close();
}
C
must "$cxx" -std=c++17 -fsyntax-only -I"$prefix/include" -I"$(generated)/include" "$work/weigh.cpp"
