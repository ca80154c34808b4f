#!/bin/bash
# Installs what is missing, builds custub and runs all its tests: first the generator's with the oldest
# supported libclang, if that can be had, then all with the newest.
#
#   test.sh [arguments of ctest for the second run]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. scripts/setup.sh

jobs=$(nproc)
setup_machine

# What compilers accept of the first generator's output is not compiled again for the second.
CUSTUB_TESTS_ACCEPTED=$(mktemp -d)
export CUSTUB_TESTS_ACCEPTED
trap 'rm -rf "$setup_log" "$CUSTUB_TESTS_ACCEPTED"' EXIT

if [ -z "${LIBCLANG_ROOT:-}" ] && setup_oldest; then
    setup_say "the generator, with libclang $setup_oldest_libclang"
    old=build-libclang$setup_oldest_libclang
    setup_build dev -B "$old" -DLIBCLANG_ROOT=/usr/lib/llvm-$setup_oldest_libclang
    setup_compile "$old" custub_generator_tests
    ctest --test-dir "$old" -L generator -j "$jobs" --output-on-failure
fi

setup_say "all of custub"
setup_build dev
setup_compile build
ctest --test-dir build -j "$jobs" --output-on-failure "$@"
