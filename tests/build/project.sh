# shellcheck shell=bash
# Sourced by the tests of the build. Makes a project in a new folder, for an installed custub.
#
#   <test>.sh <cmake> <custub's prefix> <tests/consumer> <work folder> [cmake arguments...]
#
# The work folder's name contains a space.

set -euo pipefail
cmake=$1
prefix=$2
consumer=$3
work=$4
shift 4
cmake_arguments=("$@")
project="$work/a project"
output="$work/output.txt"

fail() {
    echo "FAILED: $*" >&2
    if [ -e "$output" ]; then
        echo "the last command printed:" >&2
        cat "$output" >&2
    fi
    exit 1
}

skip() {
    echo "skipped: $*"
    exit 77
}

# Runs a command that must succeed. Its output goes to $output.
must() {
    "$@" >"$output" 2>&1 || fail "status $? from: $*"
}

must_fail() {
    if "$@" >"$output" 2>&1; then
        fail "succeeded, but should not have: $*"
    fi
}

says() { # <text>: the last command printed it
    # CMake wraps its messages. There is no pipe, because grep may end before the program that writes to it.
    grep -qF -- "$1" <(tr -s ' \n' '  ' <"$output") || fail "did not say: $1"
}

says_not() {
    if grep -qF -- "$1" <(tr -s ' \n' '  ' <"$output"); then
        fail "said: $1"
    fi
}

# Sets toolkit to the folder of a CUDA toolkit, or to nothing if there is none or the test uses none.
find_toolkit() {
    local nvcc
    toolkit=
    case "${cmake_arguments[*]}" in *-DCUSTUB_NVCC=OFF*) return ;; esac
    for nvcc in "$(command -v nvcc || true)" "${CUDA_PATH:-}/bin/nvcc" /usr/local/cuda/bin/nvcc; do
        if [ -x "$nvcc" ] && [ -e "$(dirname "$nvcc")/../include/cuda.h" ]; then
            toolkit=$(cd "$(dirname "$nvcc")/.." && pwd)
            return
        fi
    done
}

fresh_project() {
    rm -rf "$work"
    mkdir -p "$project"
    cp -r "$consumer/app" "$consumer/installed" "$project"
}

configure() { # [cmake arguments...]
    "$cmake" -G Ninja -S "$project/installed" -B "$project/build" -DCMAKE_PREFIX_PATH="$prefix" \
        "${cmake_arguments[@]}" "$@"
}

build() { # [cmake --build arguments...]
    "$cmake" --build "$project/build" "$@"
}

# Fails unless a build has nothing to do.
is_up_to_date() {
    must build
    says "ninja: no work to do."
}

# The folder in which custub_add_kernels() builds the project's target.
generated() {
    echo "$project/build/custub/weigh_kernels"
}

# Some file systems store times with a coarse resolution.
later() {
    sleep 0.05
}
