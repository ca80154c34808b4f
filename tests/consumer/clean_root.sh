#!/bin/sh
# The Debian packages in a system that has nothing else of custub: apt installs them with what they depend on.
# Then a project with CMake, one command with pkg-config, and a trial use them. Removed, they leave nothing.
# It changes the system that it runs in: .ci/run makes one for it.
#
#   clean_root.sh PACKAGES CONSUMER      the folders of the packages and of tests/consumer
set -eu
packages=$1
consumer=$2
export DEBIAN_FRONTEND=noninteractive CUSTUB_DRIVER=cpu
work=$(mktemp -d)

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# Runs a command that must succeed, and says what it printed only if it does not.
must() {
    "$@" >"$work/output" 2>&1 || {
        cat "$work/output" >&2
        fail "status $? from: $*"
    }
}

says() { # <text>: the last command printed it
    grep -qF -- "$1" "$work/output" || fail "did not say '$1' but: $(cat "$work/output")"
}

# The files that are custub's by their names.
files() {
    find /usr /etc -name '*custub*' | sort
}

[ -z "$(files)" ] || fail "custub is here already: $(files)"
must apt-get install -y --no-install-recommends "$packages"/*.deb
must custub --version
must custub gen "$consumer/app/weigh.cu" -o "$work/generated"
[ -e /usr/share/man/man1/custub.1 ] || fail "there is no manual"
echo "ok: installed, and the generator runs with what came with it"

must apt-get install -y --no-install-recommends cmake g++ libc6-dev ninja-build pkg-config
cp -r "$consumer/app" "$consumer/installed" "$work"
must cmake -G Ninja -S "$work/installed" -B "$work/build"
must cmake --build "$work/build"
must "$work/build/weigh"
says "result: 200"
echo "ok: a project with CMake"

must custub build "$work/app/weigh.cu" -o "$work/one"
# shellcheck disable=SC2046 # lists of words
must cc -I"$work/one" $(pkg-config --cflags custub) "$work/app/main.c" "$work"/one/*.a \
    $(pkg-config --libs custub) -o "$work/one/weigh"
must "$work/one/weigh"
says "result: 200"
must custub try "$work/app/weigh.cu" --seconds 1
says "0 findings"
echo "ok: one command, and a trial"

for package in "$packages"/*.deb; do dpkg-deb --field "$package" Package; done >"$work/names"
# shellcheck disable=SC2046 # a list of words
must dpkg --purge $(cat "$work/names")
[ -z "$(files)" ] || fail "left: $(files)"
echo "ok: removed"
rm -r "$work"
