#!/bin/bash
# The recipes of packaging/ agree with the project: the version, the options, and paths that exist. Their syntax is
# checked with the tools that the machine has.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"

mkdir -p "$work"
cd "$(printf '%s\n' "${cmake_arguments[@]}" | sed -n 's/^-DCUSTUB_SOURCE=//p')"

version=$(sed -n 's/^#define CUSTUB_VERSION_[A-Z]* \([0-9]*\)$/\1/p' runtime/include/custub/version.h | paste -sd .)
must grep -rhoE 'version(-semver)?"?( = |: |\()"[0-9][^"]*"' packaging
[ "$(grep -cF "\"$version\"" "$output")" -eq 4 ] || fail "conan, nix, spack and vcpkg do not all have $version"
[ "$(wc -l <"$output")" -eq 4 ] || fail "another version than $version"
must grep -qF "## $version" CHANGELOG.md
echo "ok: version $version"

while IFS= read -r option; do
    must grep -rqE "(option|if)\($option\b" CMakeLists.txt cmake
    echo "ok: $option"
done < <(grep -rhoE 'CUSTUB_[A-Z_]+|LIBCLANG_ROOT' packaging | sort -u)

exist() { # <path>...
    [ $# -gt 0 ] || fail "no path was found"
    for path in "$@"; do
        [ -e "$path" ] || fail "a recipe names '$path', which is not there"
    done
}
mapfile -t copied < <(sed -n 's/.* in (\(.*\)):/\1/p' packaging/conan/conanfile.py | tr -d '",' | tr ' ' '\n')
mapfile -t linked < <(sed -n 's#^| \[[a-z]*\](\([^)]*\)).*#packaging/\1#p' packaging/README.md)
exist "${copied[@]}"
exist "${linked[@]}"
for folder in conan vcpkg/custub nix spack/packages/custub; do
    up=$(grep -rhoE '(\.\./|"\.\.", )+(\.\.|"\.\.")' "packaging/$folder" | tr -d '", ' | sed 's|^\.\.\.\.$|../..|')
    [ "$(realpath "packaging/$folder/$up")" = "$(pwd -P)" ] || fail "$folder: '$up' is not the project"
done
exist "$prefix/bin/custub" "$prefix/include/custub/custub.h" # of bazel/custub.BUILD
[ "$(compgen -G "$prefix/lib/libcustub.a" || compgen -G "$prefix/lib/*/libcustub.a")" ] || fail "no libcustub.a"
echo "ok: paths"

parses() { # <file> <program> <argument>...
    local file=$1
    shift
    command -v "$1" >/dev/null || { echo "without $1: $file"; return; }
    must "$@" "packaging/$file"
    echo "ok: $file"
}
python='import sys; compile(open(sys.argv[1]).read(), sys.argv[1], "exec")'
parses conan/conanfile.py python3 -c "$python"
parses spack/packages/custub/package.py python3 -c "$python"
for file in custub.bzl custub.BUILD BUILD.bazel; do # Starlark is nearly Python, and these files are both
    parses "bazel/$file" python3 -c "$python"
done
parses vcpkg/custub/vcpkg.json python3 -m json.tool
parses meson/custub.wrap python3 -c 'import configparser, sys; configparser.ConfigParser().read(sys.argv[1])'
parses nix/default.nix nix-instantiate --parse

# The port, with functions in place of vcpkg's.
cat >"$work/port.cmake" <<'C'
foreach(function vcpkg_cmake_configure vcpkg_cmake_install vcpkg_fixup_pkgconfig vcpkg_install_copyright)
    cmake_language(EVAL CODE "function(${function})\n message(STATUS \"${function} \${ARGV}\")\n endfunction()")
endforeach()
include(${CURRENT_PORT_DIR}/portfile.cmake)
C
must "$cmake" "-DCURRENT_PORT_DIR=$PWD/packaging/vcpkg/custub" -P "$work/port.cmake"
says "vcpkg_cmake_configure SOURCE_PATH;$(pwd -P);OPTIONS"
echo "ok: vcpkg/custub/portfile.cmake"
