#!/bin/sh
# Holds what the generator makes of one input against what is committed.
#
#   check.sh CUSTUB INCLUDE_DIR CASE.cu     one case; a difference is shown, exit 1
#   RENEW=1 check.sh …                      writes the expected files anew
#
# accept/NAME.cu must be generated without an error: expected are NAME/*.custub.h, .custub.c, .json,
# .images.S if it embeds any, and the notes. reject/NAME.cu must fail: expected are the messages and the exit status, and no output.
# Options of a case stand in its first lines: `// custub: --arch sm_80,sm_90`.
set -u
custub=$1
include=$2
case=$3
folder=$(dirname "$case")
file=$(basename "$case")
name=${file%.cu}
expected=$name.expected
cd "$folder" || exit 3
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT

options=$(sed -n 's|^// custub: ||p' "$file" | head -n 1)
# The options are words of the repository's own files, to be split.
# shellcheck disable=SC2086
"$custub" gen "$file" -o "$scratch/out" --no-cuda --unit '' $options -- -I"$include" \
    >"$scratch/stdout" 2>"$scratch/messages"
status=$?
mkdir -p "$scratch/result"
{ echo "exit $status"; cat "$scratch/stdout" "$scratch/messages"; } >"$scratch/result/messages"
if [ -d "$scratch/out" ]; then
    for output in "$scratch"/out/*; do
        case $output in
        *.cpu.cpp) ;; # has tests of its own
        *.images.S) ! grep -q incbin "$output" || cp "$output" "$scratch/result/" ;;
        *) cp "$output" "$scratch/result/" ;;
        esac
    done
fi

case $(basename "$folder") in
accept) wanted='exit 0' ;;
*) wanted='exit 1' ;;
esac
if [ "$(head -n 1 "$scratch/result/messages")" != "$wanted" ]; then
    echo "$case: wanted '$wanted', got:"
    cat "$scratch/result/messages"
    exit 1
fi
if [ "$wanted" = 'exit 1' ] && [ "$(ls "$scratch/result")" != messages ]; then
    echo "$case: was refused and yet wrote:"
    ls "$scratch/result"
    exit 1
fi
if [ "${RENEW:-}" ]; then
    rm -rf "$expected"
    cp -r "$scratch/result" "$expected"
    exit 0
fi
if ! diff -ru "$expected" "$scratch/result"; then
    echo "$case: differs from $expected; if it should, renew it: RENEW=1 ctest -R golden"
    exit 1
fi
