#!/bin/sh
# Compares the generator's output for one input with the committed output.
#
#   check.sh CUSTUB INCLUDE_DIR CASE.cu OUTPUTS   absolute paths; shows a difference and exits with 1
#   RENEW=1 check.sh …                            writes the expected files again
#
# accept/NAME.cu must be generated without an error. NAME.expected/ has the notes and the JSON; if OUTPUTS is
# `all`, every output, with NAME.images.S only if it embeds an image. reject/NAME.cu must fail and write
# nothing. NAME.expected/ has the messages and the exit status.
set -u
custub=$1
include=$2
case=$3
outputs=$4
here=$(cd "$(dirname "$0")" && pwd)
folder=$(dirname "$case")
expected=$(basename "$case" .cu).expected
cd "$folder" || exit 3
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT

sh "$here/generate.sh" "$custub" "$include" "$case" "$scratch/out" >"$scratch/stdout" 2>"$scratch/messages"
status=$?
mkdir -p "$scratch/result"
{ echo "exit $status"; cat "$scratch/stdout" "$scratch/messages"; } >"$scratch/result/messages"
if [ -d "$scratch/out" ]; then
    for output in "$scratch"/out/*; do
        case $output in
        *.json) cp "$output" "$scratch/result/" ;;
        *.cpu.cpp) ;; # has its own tests
        *.images.S) [ "$outputs" = json ] || ! grep -q incbin "$output" || cp "$output" "$scratch/result/" ;;
        *) [ "$outputs" = json ] || cp "$output" "$scratch/result/" ;;
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
