#!/bin/bash
# What caches of builds and remote execution rely on: a project in two folders gives the same commands and
# the same generated files, whatever else the environment is; ccache finds the objects again; and Ninja's
# dependency log has exactly the files that the generator reads.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/project.sh"
unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER # the hits below are of this test's own launcher

fresh_project
cp -r "$prefix" "$work/the prefix" # one prefix for both, as an image of a build machine has it
prefix="$work/the prefix"
launcher=()
export CCACHE_DIR="$work/ccache" CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=locale
! command -v ccache >/dev/null || launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache)

# <folder of a project> <prefix of the commands>...: builds it, and lists its commands in commands.txt.
built() {
    project=$1
    shift
    mkdir -p "$project"
    cp -r "$consumer/app" "$consumer/installed" "$project"
    export CCACHE_BASEDIR=$project
    must "$@" "$cmake" -G Ninja -S "$project/installed" -B "$project/build" -DCMAKE_PREFIX_PATH="$prefix" \
        "${cmake_arguments[@]}" "${launcher[@]}" -DCUSTUB_NVCC=OFF
    must "$@" ninja -C "$project/build"
    # Only a path with blanks is quoted, and names of objects have none. CMake names its copy of a depfile by a
    # number that depends on the folder.
    ninja -C "$project/build" -t commands |
        sed -E "s|$project|ROOT|g; s|${project// /_}|ROOT|g; s|\"([^ \"]*ROOT[^ \"]*)\"|\1|g
                s|CMakeFiles/d/[0-9a-f]+|CMakeFiles/d/N|g" >"$project/commands.txt"
}

built "$work/one"
built "$work/a deeper/folder of/another" env TZ=Asia/Tokyo LC_ALL=C HOME=/nonexistent NO_COLOR=1 COLUMNS=40
must grep -F "custub\" gen " "$project/commands.txt"
must diff "$work/one/commands.txt" "$project/commands.txt"
must diff -r "$work/one/build/custub/weigh_kernels/include" "$project/build/custub/weigh_kernels/include"
echo "ok: the same commands and the same generated files in two folders"

if [ ${#launcher[@]} -eq 0 ]; then
    echo "without ccache"
else
    must ccache --print-stats
    hits=$(sed -n 's/^direct_cache_hit[[:space:]]*//p' "$output")
    [ "$hits" -eq 2 ] || fail "ccache has $hits direct hits, not the 2 of main.c and weigh.custub.c"
    echo "ok: ccache has both objects of the second build"
fi

# A rule with `deps` keeps the depfile's names in Ninja's log. `gen` itself reads nothing else.
mkdir "$work/log"
cat >"$work/log/build.ninja" <<N
rule gen
  command = "$prefix/bin/custub" gen \$in -o . --unit log --no-cuda --depfile gen.d && cp gen.d kept.d
  depfile = gen.d
  deps = gcc
build weigh.custub.h weigh.custub.c weigh.nvcc.cu weigh.cpu.cpp weigh.images.S weigh.json: gen ../one/app/weigh.cu
N
must ninja -C "$work/log"
ninja -C "$work/log" -t deps weigh.custub.h | sed -n 's/^    //p' | sort >"$work/log/logged"
sed -n '2,$ { s/^  //; s/ \\$//; s/\\ / /g; p }' "$work/log/kept.d" | sort >"$work/log/named"
must diff "$work/log/named" "$work/log/logged"
must grep -F "app/weigh.h" "$work/log/logged"
must grep -F "custub/kernel.h" "$work/log/logged"
must ninja -C "$work/log" -n
says "no work to do"
echo "ok: Ninja's log has the depfile's names"
