#!/bin/sh
# Each finding is also a C program, which shows the same without the trial: the memory checker's report, or results
# that differ.
#
#   reproducers.sh CUSTUB RUNTIME CPU_DRIVER SOURCES…
set -u
custub=$1 runtime=$2
export CUSTUB_CPU_DRIVER="$3"
shift 3
headers=$(dirname "$custub")/../include
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
failures=0 programs=0

fail() {
    echo "FAILED: $1"
    cat "$2"
    failures=$((failures + 1))
}

# The reports without addresses.
reports() {
    sed -n 's/^custub: //;s/ at 0x[0-9a-f]*, which/ at an address, which/;s/ at 0x[0-9a-f]*//g;/kernel /p' "$1"
}

for source in "$@"; do
    "$custub" try "$source" -o "$scratch/kept" --seconds 60 --launches 60 --no-cuda >>"$scratch/found" 2>/dev/null
done
cd "$scratch/kept" || exit 1
for program in *.[0-9].c; do
    name=${program%.c} library=$(sed -n 's|.* \./\(.*\.trial\.so\) .*|\1|p' "$program")
    programs=$((programs + 1))
    ${CC:-cc} ${CFLAGS:-} -std=c11 -Wall -Wextra -Werror -I. -I"$headers" "$program" "./$library" "$runtime" \
        -Wl,-rpath,. -ldl -lm -lpthread -o "run.$name" >"$name.log" 2>&1 || {
        fail "$program is not compiled" "$name.log"
        continue
    }
    command=$(sed -n 's|^ \*     \(CUSTUB_DRIVER=.*\) \./.*|\1|p' "$program")
    env $command "./run.$name" >"$name.log" 2>&1
    [ $? -eq 1 ] || fail "$program finds nothing" "$name.log"
    expected=$(sed -n '3s/^ \* //p' "$program")
    case $expected in
    *"the contract allows"* | *"depends on"*) ;;
    *) reports "$name.log" | grep -qxF "$expected" || fail "another finding, not: $expected" "$name.log" ;;
    esac
done
echo "$programs programs, $failures failed"
[ $failures -eq 0 ] && [ $programs -ge 30 ]
