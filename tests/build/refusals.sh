#!/bin/bash
# The errors of custub_add_kernels() and their messages.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"

# <message> <arguments of custub_add_kernels>
refuses() {
    {
        echo 'cmake_minimum_required(VERSION 3.22)'
        echo 'project(refused LANGUAGES C)'
        echo 'find_package(custub REQUIRED)'
        echo "custub_add_kernels($2)"
    } >"$project/installed/CMakeLists.txt"
    rm -rf "$project/build"
    must_fail configure "${@:3}"
    says "$1"
    echo "ok: $1"
}

fresh_project
mkdir "$project/app/other"
cp "$project/app/weigh.cu" "$project/app/other/weigh.cu"
cp "$project/app/weigh.cu" "$project/app/a-b.cu"
cp "$project/app/weigh.cu" "$project/app/a_b.cu"
cp "$project/app/weigh.cu" "$project/app/weigh.cpp"

refuses "'../app/other/weigh.cu' makes the name 'weigh', as another source does" \
    "k SOURCES ../app/weigh.cu ../app/other/weigh.cu CPU"
refuses "'../app/a_b.cu' makes the name 'a_b', as another source does" \
    "k SOURCES ../app/a-b.cu ../app/a_b.cu CPU"
refuses "'../app/weigh.cpp' is not a .cu file" "k SOURCES ../app/weigh.cpp CPU"
refuses "no SOURCES" "k CPU"
refuses "unknown argument 'ARCH'; did you mean ARCHITECTURES?" "k CPU ARCH 80"
refuses "unknown argument 'SOURCE'; did you mean SOURCES?" "k CPU SOURCE ../app/weigh.cu"
refuses "unknown argument 'sources'; did you mean SOURCES?" "k sources ../app/weigh.cu CPU"
refuses "unknown argument '../app/weigh.cu'; write SOURCES before it" "k ../app/weigh.cu CPU"
refuses "unknown argument 'VERBOSE'; the keywords are SOURCES, ARCHITECTURES," "k VERBOSE"
refuses "'turing' is not an architecture" "k SOURCES ../app/weigh.cu CPU ARCHITECTURES turing"
refuses "PREFIX '1st' is not the start of an identifier" "k SOURCES ../app/weigh.cu CPU PREFIX 1st"
refuses "custub_add_kernels(k) cannot build an image; install the CUDA toolkit, or ask for an image" \
    "k SOURCES ../app/weigh.cu" -DCUSTUB_NVCC=OFF
refuses "STRICT without BOUNDS_CHECKS" "k SOURCES ../app/weigh.cu CPU STRICT"
refuses "RELOCATABLE and BOUNDS_CHECKS at once" "k SOURCES ../app/weigh.cu CPU RELOCATABLE BOUNDS_CHECKS"
refuses "ONLY without CPU; write CPU ONLY" "k SOURCES ../app/weigh.cu ONLY"
refuses "CPU ONLY and BOUNDS_CHECKS at once" "k SOURCES ../app/weigh.cu CPU ONLY BOUNDS_CHECKS"
refuses "PROTOTYPES and BOUNDS_CHECKS without PTX" "k SOURCES ../app/weigh.cu PROTOTYPES BOUNDS_CHECKS"
refuses "TRY without CPU" "k SOURCES ../app/weigh.cu PROTOTYPES TRY"
refuses "RELOCATABLE and TRY at once" "k SOURCES ../app/weigh.cu CPU RELOCATABLE TRY"
refuses "there is no file '../app/weight.cu'" "k SOURCES ../app/weight.cu CPU"
refuses "there is already a target 'k'; give the library of the kernels a name of its own, such as k_kernels" \
    "k SOURCES ../app/weigh.cu CPU)
add_executable(k_test ../app/main.c)
custub_add_kernels(k SOURCES ../app/weigh.cu CPU"
refuses "does not work" "k SOURCES ../app/weigh.cu" -DCUSTUB_NVCC=/bin/false

# custub's messages about projects that CMake accepts, or refuses with a message of its own.
says_of() { # <message> <languages> <the rest of CMakeLists.txt>
    {
        echo 'cmake_minimum_required(VERSION 3.22)'
        echo "project(advised LANGUAGES $2)"
        printf 'find_package(custub REQUIRED)\n%s\n' "$3"
    } >"$project/installed/CMakeLists.txt"
    rm -rf "$project/build"
    configure >"$output" 2>&1 || true
    says "$1"
    echo "ok: $1"
}
kernels='custub_add_kernels(weigh_kernels SOURCES ../app/weigh.cu CPU)
add_executable(weigh ../app/main.c)'
says_of "The project has neither C nor C++; write project(<name> LANGUAGES C)" NONE "$kernels"
says_of 'programs that link weigh_kernels include "weigh.custub.h"' C "$kernels"
says_of "no target links weigh_kernels: a program that includes \"weigh.custub.h\" needs \
target_link_libraries(weigh PRIVATE weigh_kernels)" C "$kernels"
must configure
says "no target links"
says_of "no target links weigh_kernels:" C "$kernels
add_library(weigh_kernels_too INTERFACE)
target_link_libraries(weigh PRIVATE weigh_kernels_too)"
says_of "Configuring done" C "$kernels
add_library(app::kernels ALIAS weigh_kernels)
target_link_libraries(weigh PRIVATE \$<BUILD_INTERFACE:app::kernels>)"
says_not "no target links"
says_of "Configuring done" C "${kernels/SOURCES/SHARED SOURCES}"
says_not "no target links"
says_of "Configuring done" C "$kernels
add_custom_target(data)
add_dependencies(data weigh_kernels)"
says_not "no target links"
says_of "weigh has '../app/main.c', and the project has no C: it is not compiled" CXX \
    "$kernels
target_link_libraries(weigh PRIVATE weigh_kernels)"
says_of "there is no folder 'inc' of INCLUDE_DIRECTORIES" C \
    "custub_add_kernels(weigh_kernels SOURCES ../app/weigh.cu CPU INCLUDE_DIRECTORIES inc)"
says_not "no target links"
says_of "Configuring done" C "$kernels
add_library(between INTERFACE)
target_link_libraries(between INTERFACE \$<BUILD_INTERFACE:weigh_kernels>)
add_custom_command(OUTPUT later.cu COMMAND \${CMAKE_COMMAND} -E touch later.cu)
custub_add_kernels(later SOURCES \${CMAKE_CURRENT_BINARY_DIR}/later.cu CPU
    INCLUDE_DIRECTORIES \${CMAKE_BINARY_DIR}/made \$<1:anywhere>)
target_link_libraries(weigh PRIVATE later)"
says_not "no target links"
says_not "there is no"
