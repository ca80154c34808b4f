# shellcheck shell=bash
# Sourced by test.sh and demo.sh. Installs what a build needs, configures and builds.
#
# setup_machine      installs what is missing, if it is run as root on Debian or Ubuntu. Otherwise prints
#                    the command to run, and fails. Prints nothing if nothing is missing.
# setup_build <preset> [cmake arguments...]
#                    configures a preset's build folder. Prints nothing unless it fails.
# setup_compile <folder> [targets...]
#                    builds there. Prints nothing if everything was built already.

setup_oldest_libclang=14
setup_log=$(mktemp)
trap 'rm -f "$setup_log"' EXIT

setup_say() {
    printf '== %s\n' "$*"
}

# Runs a command. Shows its output only if it fails.
setup_quietly() {
    if ! "$@" >"$setup_log" 2>&1; then
        cat "$setup_log" >&2
        return 1
    fi
}

setup_has_libclang() { # <version>
    local root=/usr/lib/llvm-$1
    [ -e "$root/include/clang-c/Index.h" ] && [ -e "$root/lib/libclang.so" ]
}

setup_has_any_libclang() {
    local root
    [ -n "${LIBCLANG_ROOT:-}" ] && return 0
    for root in /usr/lib/llvm-*; do
        [ "${root##*-}" -ge "$setup_oldest_libclang" ] 2>/dev/null &&
            setup_has_libclang "${root##*-}" && return 0
    done
    [ -e /usr/include/clang-c/Index.h ] || [ -e /usr/local/include/clang-c/Index.h ]
}

# The missing packages, without libclang.
setup_missing_packages() {
    command -v cmake >/dev/null || echo cmake
    command -v ninja >/dev/null || echo ninja-build
    command -v cc >/dev/null || echo gcc
    command -v c++ >/dev/null || echo g++
    [ -e /usr/include/stdlib.h ] || echo libc6-dev
    command -v pkg-config >/dev/null || echo pkg-config
    [ -e /usr/include/cmocka.h ] || [ -e /usr/local/include/cmocka.h ] ||
        pkg-config --exists cmocka 2>/dev/null || echo libcmocka-dev
    # The memory checker opens libdw at run time, for lines of the source.
    compgen -G '/usr/lib*/libdw.so.1' >/dev/null || compgen -G '/usr/lib/*/libdw.so.1' >/dev/null ||
        echo libdw1
}

# The newest libclang that apt can install.
setup_newest_libclang_package() {
    local package version
    for package in $(apt-cache pkgnames libclang- | grep -E '^libclang-[0-9]+-dev$' | sort -rV); do
        version=${package#libclang-}
        version=${version%-dev}
        if [ "$version" -ge "$setup_oldest_libclang" ] &&
            apt-get install -s --no-install-recommends "$package" >/dev/null 2>&1; then
            echo "$package"
            return
        fi
    done
    echo libclang-dev
}

setup_install() { # <package>...
    setup_say "installing $*"
    setup_quietly env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y \
        --no-install-recommends "$@"
}

setup_machine() {
    local missing need_libclang=
    missing=$(setup_missing_packages)
    setup_has_any_libclang || need_libclang=1
    if [ -z "$missing$need_libclang" ]; then
        return 0
    fi
    if ! command -v apt-get >/dev/null; then
        echo "Missing: ${missing//$'\n'/ }${need_libclang:+ libclang $setup_oldest_libclang or newer" \
             "with its headers}. Install it with this system's package manager." >&2
        return 1
    fi
    if [ "$(id -u)" -ne 0 ]; then
        [ -z "$need_libclang" ] || missing+=" $(setup_newest_libclang_package)"
        echo "Something is missing. Run this, then start again:" >&2
        echo "    sudo apt-get update && sudo apt-get install -y --no-install-recommends" \
            "${missing//$'\n'/ }" >&2
        return 1
    fi
    setup_quietly apt-get -o DPkg::Lock::Timeout=300 update
    [ -z "$need_libclang" ] || missing+=" $(setup_newest_libclang_package)"
    # shellcheck disable=SC2086 # a list of words
    setup_install $missing
}

# Also installs the oldest supported libclang. Fails if that takes more than apt-get install.
setup_oldest() {
    local package=libclang-$setup_oldest_libclang-dev
    if setup_has_libclang "$setup_oldest_libclang"; then
        return 0
    fi
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        return 1
    fi
    if ! apt-cache show "$package" >/dev/null 2>&1; then
        setup_quietly apt-get -o DPkg::Lock::Timeout=300 update || return 1
        apt-cache show "$package" >/dev/null 2>&1 || return 1
    fi
    apt-get install -s --no-install-recommends "$package" >/dev/null 2>&1 || return 1
    setup_install "$package"
}

setup_build() { # <preset> [cmake arguments...]
    local preset=$1
    shift
    if ! cmake --preset "$preset" --log-level=NOTICE "$@" >"$setup_log"; then
        cat "$setup_log"
        return 1
    fi
}

setup_compile() { # <folder> [targets...]
    [ -e "$1/.ninja_log" ] || setup_say "building"
    ninja -C "$1" --quiet "${@:2}" >"$setup_log" || {
        cat "$setup_log"
        return 1
    }
}
