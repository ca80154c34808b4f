#!/bin/bash
# abi.sh [COMMIT]: prints how the ABI of the shared runtime differs from that of a commit, by default the
# previous one. Needs abidiff (Debian: abigail-tools). Exits with 0 even if there is a difference: the
# reader decides if it breaks programs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
commit=${1:-HEAD^}
work=$(mktemp -d)
trap 'git worktree remove --force "$work/old" 2>/dev/null || true; rm -rf "$work"' EXIT

build() { # <source> <build>
    cmake -S "$1" -B "$2" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCUSTUB_GENERATOR=OFF \
        -DCUSTUB_CPU_DRIVER=OFF >"$work/log" 2>&1 &&
        ninja -C "$2" custub_runtime_shared >>"$work/log" 2>&1 || {
        cat "$work/log" >&2
        exit 1
    }
}

name=$(git rev-parse --short "$commit")
git worktree add --quiet --detach "$work/old" "$commit"
build "$work/old" "$work/old-build"
build . "$work/new-build"
status=0
abidiff --headers-dir1 "$work/old/runtime/include" --headers-dir2 runtime/include \
    "$work/old-build/lib/libcustub.so" "$work/new-build/lib/libcustub.so" >"$work/report" || status=$?
# Bits of the status: 1 an error, 2 wrong usage, 4 a change, 8 a change that breaks programs.
case $status in
0) echo "the runtime's ABI is that of $name" ;;
*)
    [ $((status & 3)) -eq 0 ] || { cat "$work/report" >&2; exit 1; }
    echo "the runtime's ABI differs from that of $name$([ $((status & 8)) -eq 0 ] || echo ', and breaks programs'):"
    cat "$work/report"
    ;;
esac
