#!/bin/sh
# exports.sh NM LIBCUDA CPU_DRIVER: the CPU driver exports every function of the toolkit's libcuda, with
# which programs are linked.
set -eu
export LC_ALL=C # the order of names
names() {
    "$1" -D --defined-only "$2" | awk '{ sub(/@.*/, "", $3); print $3 }' | grep '^cu' | sort -u
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
names "$1" "$2" >"$work/wanted"
names "$1" "$3" >"$work/found"
[ -s "$work/wanted" ]
comm -23 "$work/wanted" "$work/found" >"$work/missing"
[ ! -s "$work/missing" ] || {
    echo 'not exported:'
    cat "$work/missing"
    exit 1
}
