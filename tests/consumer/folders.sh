#!/bin/bash
# Programs find the CPU driver without any setting: built in another folder than the one that found
# custub, installed, with sanitizers, and after custub has been moved. The static and the shared runtime are
# tested; an installed program has to know the folder of the shared one.
# shellcheck source=tests/build/project.sh
. "$(dirname "${BASH_SOURCE[0]}")/../build/project.sh"

unset LD_LIBRARY_PATH CUSTUB_CPU_DRIVER
flags=$(printf '%s\n' "${cmake_arguments[@]}" | sed -n 's/^-DCMAKE_C_FLAGS=//p')
built=$(printf '%s\n' "${cmake_arguments[@]}" | sed -n 's/^-DCUSTUB_BUILD=//p')
compiler=$(printf '%s\n' "${cmake_arguments[@]}" | sed -n 's/^-DCMAKE_C_COMPILER=//p')
launcher=() # gcc's sanitizers up to 13 fail if addresses are as random as on Ubuntu 24.04
! setarch --addr-no-randomize true 2>/dev/null || launcher=(setarch --addr-no-randomize)

# <the compiler's flag>: true if a program with this sanitizer can run here.
can_run() {
    echo 'int main(void) { return 0; }' >"$work/nothing.c"
    "$compiler" "$1" "$work/nothing.c" -o "$work/nothing" || return 1
    for _ in {1..10}; do
        "${launcher[@]}" "$work/nothing" || return 1
    done
}

runs() { # <program>
    must "${launcher[@]}" "$1"
    says "result: 200"
}

# <custub's prefix> <the compiler's flags> <cmake argument>
finds_with() {
    rm -rf "$project/build" "$work/place"
    must "$cmake" -G Ninja -S "$project/folders" -B "$project/build" -DCMAKE_PREFIX_PATH="$1" \
        "${cmake_arguments[@]}" -DCUSTUB_NVCC=OFF -DCUSTUB_CHECK_IMAGES=OFF -DCMAKE_C_FLAGS="$2" "$3"
    must build
    runs "$project/build/program/weigh"
    must "$cmake" --install "$project/build" --prefix "$work/place"
    rm -rf "$project/build"
    runs "$work/place/bin/weigh"
    echo "ok: $3, flags '$2', custub in '$1'"
}

# <custub's prefix> <the compiler's flags>
finds() {
    finds_with "$1" "$2" -DCMAKE_INSTALL_RPATH_USE_LINK_PATH=ON
    finds_with "$1" "$2" -DCUSTUB_SHARED_RUNTIME=OFF
}

fresh_project
cp -r "$consumer/folders" "$project"
must "$cmake" --install "$built" --prefix "$work/custub's place"
sanitizers=()
for option in -fsanitize=address -fsanitize=thread; do
    [ -z "$flags" ] || continue # two sanitizers cannot be combined
    if can_run "$option"; then sanitizers+=("$option"); else echo "without $option"; fi
done
finds "$work/custub's place" "$flags"
mv "$work/custub's place" "$work/its new place"
for option in "$flags" "${sanitizers[@]}"; do
    finds "$work/its new place" "$option"
done
