#!/bin/bash
# The Debian packages: made twice with the same bytes, and used by a project from the folder where they are
# unpacked.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"

for program in cpack dpkg-deb; do
    command -v "$program" >/dev/null || skip "there is no $program"
done
for argument in "${cmake_arguments[@]}"; do
    case $argument in
    -DCUSTUB_BUILD=*) build=${argument#*=} ;;
    -DCMAKE_C_FLAGS=-fsanitize*) skip "packages have no sanitizers" ;;
    esac
done
fresh_project
export SOURCE_DATE_EPOCH=1767225600 # any
for copy in first second; do
    mkdir "$work/$copy"
    must cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/$copy"
done
for package in libcustub1 libcustub-dev custub; do
    file=$(basename "$work"/first/"${package}"_*.deb)
    must cmp "$work/first/$file" "$work/second/$file"
    must dpkg-deb --info "$work/first/$file"
    says "Package: $package "
    must dpkg-deb --contents "$work/first/$file"
    says "./usr/share/doc/$package/copyright"
    must dpkg-deb --extract "$work/first/$file" "$work/root"
done
echo "ok: three packages, twice the same"

must dpkg-deb --field "$work"/first/libcustub-dev_*.deb Depends
says "libcustub1 (= "
must dpkg-deb --field "$work"/first/custub_*.deb Depends
must dpkg-deb --field "$work"/first/custub_*.deb Recommends
says "libcustub-dev (= "
archive=$(find "$work/root" -name libcustub.a)
archived_in=$(dirname "${archive#"$work/root"}")
must grep -qaF "$archived_in/libcustub_cpu.so.1" "$archive"
echo "ok: dependencies, and the place of the CPU driver"

prefix="$work/root/usr"
must configure
must build
must "$project/build/weigh"
says "result: 200"
echo "ok: a project that uses them"
