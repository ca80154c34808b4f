#!/bin/bash
# The Debian packages, installed by apt in a new system of the same release, and used there: a project with CMake, one
# command with pkg-config, and the manual. Needs root, debootstrap and a mirror of packages.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"

for program in cpack dpkg-deb debootstrap unshare; do
    command -v "$program" >/dev/null || skip "there is no $program"
done
[ "$(id -u)" -eq 0 ] || skip "only root can make a system"
for argument in "${cmake_arguments[@]}"; do
    case $argument in
    -DCUSTUB_BUILD=*) build=${argument#*=} ;;
    -DCMAKE_C_FLAGS=-fsanitize*) skip "packages have no sanitizers" ;;
    esac
done
release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' "Codename: $release" | head -n 1)
[ -n "$mirror" ] || skip "apt has no mirror of $release"
rm -rf --one-file-system "$work"
mkdir "$work"
root=$(mktemp -d) # debootstrap takes no blanks
trap 'rm -rf --one-file-system "$root"' EXIT
unshare --mount --pid --fork --kill-child debootstrap --variant=minbase "$release" "$root" "$mirror" \
    >"$output" 2>&1 || skip "debootstrap cannot make a $release: $(tail -n 1 "$output")"

must cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/packages"
mkdir "$root/packages"
cp "$work"/packages/*.deb "$root/packages"
cp -r "$consumer/app" "$consumer/installed" "$root/root"
cat >"$root/root/use.sh" <<'S'
set -eux
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq install -y --no-install-recommends /packages/*.deb
custub --version
test -e /usr/share/man/man1/custub.1.gz
apt-get -qq install -y --no-install-recommends cmake g++ libc6-dev ninja-build pkg-config
cmake -G Ninja -S /root/installed -B /root/build
cmake --build /root/build
/root/build/weigh
custub build /root/app/weigh.cu -o /root/one
cc -I/root/one $(pkg-config --cflags custub) /root/app/main.c /root/one/*.a $(pkg-config --libs custub) -o /root/weigh
CUSTUB_DRIVER=cpu /root/weigh
custub try /root/app/weigh.cu --seconds 1
S
must unshare --mount --pid --fork --kill-child bash -euc '
    mount -t proc proc "$1/proc"
    mount --rbind /dev "$1/dev"
    chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root http_proxy="${http_proxy:-}" sh /root/use.sh' \
    bash "$root"
[ "$(grep -c 'result: 200' "$output")" -eq 2 ] || fail "not both programs ran"
says "0 findings"
echo "ok: the packages in a new $release"
