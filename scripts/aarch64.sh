#!/bin/bash
# Builds the runtime, the CPU driver, the memory checker and their tests for aarch64 with a cross compiler, and
# runs the tests in qemu's user-mode emulator. Needs build/bin/custub, which test.sh builds. As root it installs
# what is missing, also for Debian's architecture arm64. If that cannot be had, it says so and succeeds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/setup.sh

packages="g++-aarch64-linux-gnu qemu-user-static libcmocka-dev:arm64 libdw1:arm64 libstdc++6:arm64"
has_packages() {
    command -v aarch64-linux-gnu-g++ >/dev/null && command -v qemu-aarch64-static >/dev/null || return 1
    for file in libcmocka.so libdw.so.1 libstdc++.so.6; do
        [ -e "/usr/lib/aarch64-linux-gnu/$file" ] || return 1
    done
}
install_packages() {
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return 1
    dpkg --add-architecture arm64
    setup_quietly apt-get -o DPkg::Lock::Timeout=300 update || return 1
    # shellcheck disable=SC2086 # a list of words
    setup_install $packages
}
has_packages || install_packages || {
    setup_say "aarch64 was not tested; it needs $packages"
    exit 0
}

# These execute copies of themselves, which only the emulator can run.
excluded="test_driver_find|driver_more_rights"
# The emulator has a thread of its own, so that the driver's are never the only ones.
excluded+="|driver_process_end"
# It finds 151 of 153 mistakes: not local_of_a_function_that_returned and global_reset_of_a_counter. Each is a
# process of its own, which takes minutes.
excluded+="|checker_finds_mistakes"
# These take long, and do not differ from x86-64.
excluded+="|test_jit_(files|inputs)|faults_refused_by_compiler|checker_passes_test_launch_(mapped|ipc)"

setup_say "for aarch64, in qemu"
setup_build aarch64 -DCUSTUB_NVCC=OFF
setup_compile build-aarch64
export CUSTUB_PROPERTY_SEED=1 CUSTUB_PROPERTY_LAUNCHES=2000
ctest --test-dir build-aarch64 -L 'runtime|build' -E "^($excluded)$" -j "$(nproc)" --output-on-failure
